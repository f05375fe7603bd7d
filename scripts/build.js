// Builds into dist/ what has changed since the last build, by the hashes of the sources: `node scripts/build.js [--tests]`.
// Types are not checked here: that is the linter's.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clientsAreCurrent, generateClients } from './clients.js'
import { whileLocked } from './lock.js'
import { hash, hashSources, installedVersions, root } from './sources.js'

const service = ['src', 'plugins', 'routes', 'prisma/generated']
const everything = [...service, 'test']
const note = join(root, 'dist/made-of.json')

/**
 * Whoever else builds the same at the same time waits. An interrupted build counts as none.
 * @param {{ tests?: boolean, tell?: (step: string) => void }} [options] `tell` hears what is done, before it is done
 */
export async function build ({ tests = false, tell = () => {} } = {}) {
  if (isCurrent({ tests })) return
  await whileLocked(join(root, 'dist/building'), () => tell('waiting for another build'), async () => {
    if (!clientsAreCurrent()) {
      tell("generating the database's clients")
      await generateClients()
    }
    const changed = compare({ tests })
    if (changed.paths.length + changed.gone.length > 0) {
      tell(`compiling ${changed.paths.length} files`)
      await compile(changed)
    }
  })
}

/** Whether there is nothing to build. Nothing is written to find out. */
export function isCurrent ({ tests = false } = {}) {
  if (!clientsAreCurrent()) return false
  const { paths, gone } = compare({ tests })
  return paths.length + gone.length === 0
}

/** Of the sources: those that were not built as they are, those that were built and are gone, and those that are well. */
function compare ({ tests }) {
  const folders = tests ? everything : service
  const by = hash([readFileSync(join(root, 'tsconfig.json')), ...installedVersions('typescript')])
  const before = readNote()
  const sources = hashSources(folders)
  const built = new Map(before.by === by ? Object.entries(before.files) : [])
  const isBuilt = ([path, sum]) => built.get(path) === sum && existsSync(join(root, outputOf(path)))
  const paths = [...sources].filter((source) => !isBuilt(source)).map(([path]) => path)
  const gone = Object.keys(before.files).filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)) && !sources.has(path))
  for (const path of [...paths, ...gone]) built.delete(path)
  return { by, sources, paths, gone, built }
}

async function compile ({ by, sources, paths, gone, built }) {
  // What is about to change is forgotten first: a build that ends in the middle is then known for what it is.
  if (built.size === 0) for (const folder of everything) rmSync(join(root, 'dist', folder), { recursive: true, force: true })
  writeNote({ by, files: Object.fromEntries(built) })
  for (const path of gone) for (const suffix of ['', '.map']) rmSync(join(root, outputOf(path) + suffix), { force: true })
  await emit(paths)
  for (const path of paths) built.set(path, sources.get(path))
  writeNote({ by, files: Object.fromEntries(built) })
}

/** Each file for itself, as `isolatedModules` promises that it can be: neither libraries nor what it imports is read. */
async function emit (paths) {
  const { default: typescript } = await import('typescript')
  const file = join(root, 'tsconfig.json')
  const { options } = typescript.parseJsonConfigFileContent(typescript.readConfigFile(file, typescript.sys.readFile).config, { ...typescript.sys, readDirectory: () => [] }, root, undefined, file)
  const program = typescript.createProgram({
    rootNames: paths.map((path) => join(root, path)),
    options: { ...options, noCheck: true, noResolve: true, noLib: true, types: [] }
  })
  const mistakes = program.getSyntacticDiagnostics()
  if (mistakes.length > 0) throw new Error(typescript.formatDiagnostics(mistakes, { getCurrentDirectory: () => root, getCanonicalFileName: String, getNewLine: () => '\n' }).trimEnd())
  program.emit()
}

function outputOf (path) {
  return join('dist', path.replace(/\.ts$/, '.js'))
}

function readNote () {
  try {
    return JSON.parse(readFileSync(note, 'utf8'))
  } catch {
    return { by: '', files: {} }
  }
}

function writeNote (content) {
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(`${note}.new`, JSON.stringify(content))
  renameSync(`${note}.new`, note)
}

if (process.argv[1] === import.meta.filename) await build({ tests: process.argv.includes('--tests') })
