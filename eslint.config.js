import regexp from 'eslint-plugin-regexp'
import neostandard from 'neostandard'
import { importsInNoCircle } from './lint/circles.js'
import { importsRunDown } from './lint/floors.js'

/** Names of globals: readers expect their usual meaning. */
const globals = [
  'Array', 'Awaited', 'Blob', 'Buffer', 'Date', 'Error', 'Event', 'Exclude', 'Extract', 'File', 'Function', 'Headers',
  'Iterator', 'Map', 'NonNullable', 'Number', 'Object', 'Omit', 'Parameters', 'Partial', 'Pick', 'Promise', 'Readonly',
  'Record', 'Request', 'Required', 'Response', 'ReturnType', 'Set', 'Storage', 'String', 'Symbol', 'URL', 'WeakMap'
].join('|')

export default [
  ...neostandard({
    ts: true,
    ignores: ['dist/**', 'data/**', '.tap/**', 'prisma/generated/**', 'client/generated/**']
  }),
  {
    files: ['src/**/*.ts', 'plugins/**/*.ts', 'routes/**/*.ts'],
    plugins: { cutroom: { rules: { 'imports-run-down': importsRunDown } } },
    rules: { 'cutroom/imports-run-down': 'error' }
  },
  {
    files: ['console/**/*.{ts,tsx}'],
    plugins: { console: { rules: { 'imports-in-no-circle': importsInNoCircle } } },
    rules: { 'console/imports-in-no-circle': 'error' }
  },
  {
    // Texts stay on one line, so that people find them by what they read.
    rules: {
      '@stylistic/max-len': ['error', {
        code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true
      }]
    }
  },
  {
    // No pattern takes longer than its text is long, wherever the text comes from.
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }]
    }
  },
  {
    files: ['**/*.ts', '**/*.js'],
    rules: {
      'no-restricted-syntax': ['error', {
        selector: "ImportDeclaration[importKind!='type'][source.value='better-sqlite3']",
        message: 'src/database/driver.mjs has the version that this Node can run.'
      }, {
        selector:
          `:matches(TSInterfaceDeclaration, TSTypeAliasDeclaration, ClassDeclaration)[id.name=/^(${globals})$/]`,
        message: 'This is the name of a global.'
      }]
    }
  }
]
