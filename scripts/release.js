// `npm run release -- <version> [--dry-run]` makes the commit and the tag of a release, if all that a release needs is
// there. It pushes nothing: what a pushed tag starts is in .github/workflows/release.yml.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inc, parse } from 'semver'
import { compareWithRelease, keepApiDocument } from './api-changes.js'
import { build } from './build.js'
import { date, whyNotReady } from './changelog.js'
import { readApiDocument } from './document.js'
import { editedMigrations, listMigrations, newMigrations } from './released-migrations.js'
import { createReport } from './report.js'
import { root } from './sources.js'

/** A reason why nothing is released. Its message is printed as it is. */
class Refusal extends Error {}

/**
 * @typedef {object} Release
 * @property {string} folder the checkout
 * @property {string | undefined} version the one that is to be
 * @property {string} today such as `2027-01-01`
 * @property {boolean} dryRun whether it only says what it would do
 * @property {() => Promise<any>} readDocument reads the API document of the checkout
 * @property {(line: string) => void} print
 */

/**
 * Releases a checkout. Resolves to the exit code.
 * @param {Release} wanted
 */
export async function release (wanted) {
  try {
    await check(wanted)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    wanted.print(`cutroom: ${error.message}`)
    return 1
  }
  if (wanted.dryRun) wanted.print('Nothing is changed. Without --dry-run it')
  for (const { what, work } of stepsOf(wanted)) {
    wanted.print(what)
    if (!wanted.dryRun) await work()
  }
  return 0
}

async function check ({ folder, version, today, readDocument }) {
  const { version: current } = readJson(folder, 'package.json')
  requireNext(folder, version, current)
  require(git(folder, 'status', '--porcelain') === '', 'the checkout has changes that are not committed')
  const branch = git(folder, 'branch', '--show-current')
  require(branch === 'main', `releases are made on main, and this is ${branch || 'no branch'}`)
  const lock = readJson(folder, 'package-lock.json')
  for (const other of [lock.version, lock.packages[''].version]) {
    require(other === current, `package.json is of ${current}, and package-lock.json of ${other}`)
  }
  refuseFor(whyNotReady(readText(folder, 'CHANGELOG.md'), version, today))
  refuseFor(editedMigrations(folder)[0])
  const [added] = (parse(version)?.patch ?? 0) > 0 ? newMigrations(folder) : []
  require(added === undefined, `a patch does not migrate, and ${added} is new`)
  const { last, changes, isBroken } = await compareWithRelease(folder, { readDocument, version })
  require(last !== version, `${version} is released already`)
  require(!isBroken, `the API has no longer what ${last} has: ${changes.join('; ')}`)
}

function requireNext (folder, version, current) {
  const parsed = parse(version)
  const isVersion = parsed !== null && parsed.version === version && parsed.prerelease.length === 0
  require(isVersion, `${version ?? 'nothing'} is no version such as ${inc(current, 'minor')}`)
  const isTagged = (name) => git(folder, 'tag', '--list', `v${name}`) !== ''
  require(!isTagged(version), `there is a v${version} already`)
  const next = [inc(current, 'patch'), inc(current, 'minor'), inc(current, 'major')]
  if (!isTagged(current)) next.unshift(current)
  require(next.includes(version), `after ${current} comes one of ${next.join(', ')}, not ${version}`)
}

/** What makes the release, in this order. */
function stepsOf ({ folder, version, today, readDocument }) {
  const { version: current } = readJson(folder, 'package.json')
  const documents = documentsThatName(folder, current)
  const migrations = newMigrations(folder)
  return [
    { what: `writes ${version} into package.json and package-lock.json`, work: () => writeVersion(folder, version) },
    ...current === version || documents.length === 0
      ? []
      : [{ what: `writes it into ${documents.join(', ')}`, work: () => writeDocuments(folder, documents, current, version) }],
    {
      what: `dates its part of CHANGELOG.md ${today}`,
      work: () => writeText(folder, 'CHANGELOG.md', date(readText(folder, 'CHANGELOG.md'), version, today))
    },
    { what: `lists ${migrations.length} new migrations as released`, work: () => listMigrations(folder) },
    {
      what: 'keeps the API document',
      work: async () => {
        const document = await readDocument()
        keepApiDocument(folder, { ...document, info: { ...document.info, version } })
      }
    },
    {
      what: `commits and tags v${version}`,
      work: () => {
        git(folder, 'add', '--all')
        git(folder, 'commit', '--quiet', '--message', `chore(release): ${version}`)
        git(folder, 'tag', '--annotate', '--message', version, `v${version}`)
      }
    }
  ]
}

function writeVersion (folder, version) {
  const lock = readJson(folder, 'package-lock.json')
  const packages = { ...lock.packages, '': { ...lock.packages[''], version } }
  writeJson(folder, 'package.json', { ...readJson(folder, 'package.json'), version })
  writeJson(folder, 'package-lock.json', { ...lock, version, packages })
}

/** The documents that say how to install the package of a version. */
function documentsThatName (folder, version) {
  const pages = ['README.md', ...readdirSync(join(folder, 'docs')).sort().map((name) => `docs/${name}`)]
  return pages.filter((path) => path.endsWith('.md') && existsSync(join(folder, path)) &&
    readText(folder, path).includes(archive(version)))
}

function writeDocuments (folder, paths, before, version) {
  for (const path of paths) {
    writeText(folder, path, readText(folder, path).replaceAll(archive(before), archive(version)))
  }
}

const archive = (version) => `cutroom-${version}.tgz`
const readText = (folder, path) => readFileSync(join(folder, path), 'utf8')
const writeText = (folder, path, text) => writeFileSync(join(folder, path), text)
const readJson = (folder, path) => JSON.parse(readText(folder, path))
const writeJson = (folder, path, value) => writeText(folder, path, `${JSON.stringify(value, null, 2)}\n`)

function git (folder, ...words) {
  return execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}

function require (isSo, otherwise) {
  if (!isSo) throw new Refusal(otherwise)
}

function refuseFor (reason) {
  require(reason === undefined, reason)
}

if (process.argv[1] === import.meta.filename) {
  const report = createReport()
  const readDocument = async () => {
    await build({ client: false, report })
    return await readApiDocument()
  }
  try {
    const { values, positionals: [version] } = parseArgs({
      allowPositionals: true, options: { 'dry-run': { type: 'boolean', default: false } }
    })
    const today = new Date().toISOString().slice(0, 10)
    process.exitCode = await release({
      folder: root, version, today, dryRun: values['dry-run'], readDocument, print: (line) => console.log(line)
    })
  } catch (error) {
    report.fail(error)
  }
}
