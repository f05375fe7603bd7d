import neostandard from 'neostandard'
import { importsRunDown } from './lint/floors.js'

export default [
  ...neostandard({
    ts: true,
    ignores: ['dist/**', 'data/**', '.tap/**', 'prisma/generated/**', 'test/openapi/api.d.ts']
  }),
  {
    files: ['src/**/*.ts', 'plugins/**/*.ts', 'routes/**/*.ts'],
    plugins: { cutroom: { rules: { 'imports-run-down': importsRunDown } } },
    rules: { 'cutroom/imports-run-down': 'error' }
  }
]
