import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { BuildMistake } from './report.js'
import { root } from './sources.js'

/** The path of a source's JavaScript. */
export function outputOf (path) {
  return join('dist', path.replace(/\.ts$/, '.js'))
}

/**
 * Writes the output of the files. TypeScript is compiled file by file, which `isolatedModules` allows: it reads neither
 * libraries nor imports, which take most of a compiler's time. Throws BuildMistake if a file cannot be parsed.
 * @param {string[]} paths
 */
export function emit (paths) {
  const isModule = (path) => path.endsWith('.mjs')
  for (const path of paths.filter(isModule)) copy(path)
  const sources = paths.filter((path) => !isModule(path))
  if (sources.length > 0) compile(sources)
}

/** Copies what is JavaScript already. */
function copy (path) {
  mkdirSync(dirname(join(root, outputOf(path))), { recursive: true })
  copyFileSync(join(root, path), join(root, outputOf(path)))
}

function compile (paths) {
  // With an import, Node would read all of it once more for the names of its exports.
  const typescript = createRequire(import.meta.url)('typescript')
  const file = join(root, 'tsconfig.json')
  const { config } = typescript.readConfigFile(file, typescript.sys.readFile)
  const { options } = typescript.parseJsonConfigFileContent(
    config,
    { ...typescript.sys, readDirectory: () => [] },
    root,
    undefined,
    file
  )
  const program = typescript.createProgram({
    rootNames: paths.map((path) => join(root, path)),
    options: { ...options, noCheck: true, noResolve: true, noLib: true, types: [] }
  })
  const mistakes = program.getSyntacticDiagnostics()
  if (mistakes.length > 0) {
    throw new BuildMistake(typescript.formatDiagnostics(mistakes, {
      getCurrentDirectory: () => root,
      getCanonicalFileName: String,
      getNewLine: () => '\n'
    }).trimEnd())
  }
  program.emit()
}
