// Builds the sources that have changed since the last build into dist/, by their hashes:
// `node scripts/build.js [--tests]`. The linter checks types, not this.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseClientsAreCurrent, generateDatabaseClients } from './database-clients.js'
import { buildClient, clientIsCurrent } from './client.js'
import { noteCommit } from './commit.js'
import { buildConsole, consoleIsCurrent } from './console.js'
import { emit, outputOf } from './compile.js'
import { whileLocked } from './lock.js'
import { createReport } from './report.js'
import { hash, hashSources, importsOf, installedVersions, root } from './sources.js'

const clients = 'prisma/generated'
const service = ['src', 'plugins', 'routes', clients]
const everything = [...service, 'test']
const note = join(root, 'dist/made-of.json')

/**
 * @typedef {{ step: (what: string) => void, done: () => void }} Report is told of each step before it, and of the end
 */

/**
 * Builds what differs from its sources. Concurrent builds wait for each other. An interrupted build counts as none.
 * @param {{ tests?: boolean, client?: boolean, report: Report }} options the client is made of the whole service, which
 *   takes some seconds
 */
export async function build ({ tests = false, client = true, report }) {
  if (isCurrent({ tests, client })) {
    noteCommit({ isBuilt: false })
    return
  }
  await locked(report, async () => {
    const folders = tests ? everything : service
    if (!databaseClientsAreCurrent()) {
      report.step("generating the database's clients")
      await generateDatabaseClients(() => apply(compare(hashSources(folders.filter((folder) => folder !== clients)))))
    }
    const changes = compare(hashSources(folders))
    if (changes.paths.length + changes.gone.length > 0) {
      report.step(`compiling ${changes.paths.length} files`)
      apply(changes)
    }
    if (!consoleIsCurrent()) {
      report.step('building the console')
      await buildConsole()
    }
    if (client && !clientIsCurrent()) {
      report.step('building the client')
      await buildClient()
    }
    noteCommit({ isBuilt: true })
  })
  report.done()
}

/**
 * Builds one file and its imports first, which takes half a second.
 * @param {string} path
 * @param {Report} report
 */
export async function buildAlone (path, report) {
  const outdated = () => compare(importsOf(path))
  if (outdated().paths.length > 0) await locked(report, async () => apply(outdated()))
}

/** Whether there is nothing to build. Writes nothing. */
export function isCurrent ({ tests = false, client = true } = {}) {
  if (!databaseClientsAreCurrent() || !consoleIsCurrent() || (client && !clientIsCurrent())) return false
  const { paths, gone } = compare(hashSources(tests ? everything : service))
  return paths.length + gone.length === 0
}

function locked (report, work) {
  return whileLocked(join(root, 'dist/building'), () => report.step('waiting for another build'), work)
}

/** Finds the sources that have changed since they were built, and built files whose sources are gone. */
function compare (sources) {
  const by = hash([readFileSync(join(root, 'tsconfig.json')), ...installedVersions('typescript')])
  const before = readNote()
  const built = new Map(before.by === by ? Object.entries(before.files) : [])
  const isBuilt = ([path, sum]) => built.get(path) === sum && existsSync(join(root, outputOf(path)))
  const paths = [...sources].filter((source) => !isBuilt(source)).map(([path]) => path)
  const gone = [...built.keys()].filter((path) => !existsSync(join(root, path)))
  return { by, sources, paths, gone, built }
}

function apply ({ by, sources, paths, gone, built }) {
  if (built.size === 0) {
    for (const folder of everything) rmSync(join(root, 'dist', folder), { recursive: true, force: true })
  }
  // Files about to change are removed from the record first, so that an interrupted build is noticed.
  for (const path of [...paths, ...gone]) built.delete(path)
  writeNote(by, built)
  for (const path of gone) {
    for (const suffix of ['', '.map']) rmSync(join(root, outputOf(path) + suffix), { force: true })
  }
  if (paths.length > 0) emit(paths)
  for (const path of paths) built.set(path, sources.get(path))
  writeNote(by, built)
}

function readNote () {
  try {
    return JSON.parse(readFileSync(note, 'utf8'))
  } catch {
    return { by: '', files: {} }
  }
}

function writeNote (by, built) {
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(`${note}.new`, JSON.stringify({ by, files: Object.fromEntries(built) }))
  renameSync(`${note}.new`, note)
}

if (process.argv[1] === import.meta.filename) {
  const report = createReport()
  await build({ tests: process.argv.includes('--tests'), report }).catch(report.fail)
}
