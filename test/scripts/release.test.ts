import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { projectRoot } from '../../src/basics/paths.js'

const load = (name: string) => import(pathToFileURL(join(projectRoot, 'scripts', name)).href)
const { release } = await load('release.js')
const { compareWithRelease, keepApiDocument } = await load('api-changes.js')
const { listMigrations } = await load('released-migrations.js')
const { notesOf } = await load('changelog.js')

const TODAY = '2027-01-01'
const CHANGELOG = `# Changelog

## 1.1.0, not yet released

- Films have a colour.

### What you have to do

- Nothing.

## 1.0.1, not yet released

## 1.0.0, 2026-12-01

The first version.
`
const documentOf = (...paths: string[]) => ({
  info: { version: '1.0.0' },
  paths: Object.fromEntries(paths.map((path) => [path, { get: { operationId: `list${path}`, responses: {} } }]))
})

/** Makes the checkout of a small project of which 1.0.0 is released. Returns its folder. */
function makeProject (t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-project-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const files = {
    'package.json': { name: 'small', version: '1.0.0', type: 'module' },
    'package-lock.json': { name: 'small', version: '1.0.0', packages: { '': { name: 'small', version: '1.0.0' }, x: {} } }
  }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`)
  }
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG)
  mkdirSync(join(folder, 'docs'))
  writeFileSync(join(folder, 'docs/operations.md'), 'npm install ./cutroom-1.0.0.tgz\n')
  for (const dialect of ['postgresql', 'sqlite']) addMigration(folder, `${dialect}/20260101000000_init`)
  keepApiDocument(folder, documentOf('/films', '/cuts'))
  listMigrations(folder)
  git(folder, 'init', '--quiet', '--initial-branch', 'main')
  for (const [name, value] of [['user.name', 'Ann'], ['user.email', 'ann@example.com'], ['commit.gpgsign', 'false']]) {
    git(folder, 'config', name!, value!)
  }
  commit(folder)
  git(folder, 'tag', 'v1.0.0')
  return folder
}

function addMigration (folder: string, name: string): void {
  const place = join(folder, 'prisma/migrations', name)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'migration.sql'), 'SELECT 1;\n')
}

const git = (folder: string, ...words: string[]) =>
  execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

function commit (folder: string): void {
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message', 'feat: more')
}

async function run (folder: string, version: string | undefined, more = {}) {
  const lines: string[] = []
  const readDocument = async () => documentOf('/films', '/cuts', '/colours')
  const print = (line: string) => lines.push(line)
  const code = await release({ folder, version, today: TODAY, dryRun: false, readDocument, print, ...more })
  return { code, lines }
}

const readText = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

t.test('A minor is written, dated, kept, committed and tagged', async (t) => {
  const folder = makeProject(t)
  addMigration(folder, 'sqlite/20261201000000_colours')
  commit(folder)
  t.strictSame(await run(folder, '1.1.0'), {
    code: 0,
    lines: [
      'writes 1.1.0 into package.json and package-lock.json',
      'writes it into docs/operations.md',
      'dates its part of CHANGELOG.md 2027-01-01',
      'lists 1 new migrations as released',
      'keeps the API document',
      'commits and tags v1.1.0'
    ]
  })
  t.equal(git(folder, 'status', '--porcelain'), '')
  t.equal(git(folder, 'log', '-1', '--format=%s', 'v1.1.0'), 'chore(release): 1.1.0')
  t.equal(JSON.parse(readText(folder, 'package.json')).version, '1.1.0')
  t.match(JSON.parse(readText(folder, 'package-lock.json')), { version: '1.1.0', packages: { '': { version: '1.1.0' } } })
  t.equal(readText(folder, 'CHANGELOG.md'), CHANGELOG.replace('1.1.0, not yet released', '1.1.0, 2027-01-01'))
  t.match(readText(folder, 'released/migrations'), '  sqlite/20261201000000_colours\n')
  t.equal(readText(folder, 'docs/operations.md'), 'npm install ./cutroom-1.1.0.tgz\n')
  t.strictSame(await compareWithRelease(folder, { version: '1.2.0', readDocument: async () => documentOf() }), {
    last: '1.1.0', changes: ['/films', '/cuts', '/colours'].map((path) => `GET ${path} is gone`), isBroken: true
  })
})

t.test('A dry run says what it would do, and changes nothing', async (t) => {
  const folder = makeProject(t)
  const before = git(folder, 'rev-parse', 'HEAD')
  const { code, lines } = await run(folder, '1.1.0', { dryRun: true })
  t.equal(code, 0)
  t.match(lines, ['Nothing is changed. Without --dry-run it', 'writes 1.1.0 into package.json and package-lock.json'])
  t.strictSame([git(folder, 'rev-parse', 'HEAD'), git(folder, 'status', '--porcelain')], [before, ''])
  t.equal(git(folder, 'tag'), 'v1.0.0')
})

t.test('The version that the project has is released if it never was', async (t) => {
  const folder = makeProject(t)
  git(folder, 'tag', '--delete', 'v1.0.0')
  rmSync(join(folder, 'released'), { recursive: true })
  mkdirSync(join(folder, 'released'))
  writeFileSync(join(folder, 'CHANGELOG.md'), '## 1.0.0, not yet released\n\nThe first version.\n')
  commit(folder)
  t.equal((await run(folder, '1.0.0')).code, 0)
  t.equal(git(folder, 'tag'), 'v1.0.0')
})

const REFUSED: Array<[because: string, version: string | undefined, edit?: (folder: string) => void, more?: object]> = [
  ['nothing is no version such as 1.1.0', undefined],
  ['1.1 is no version such as 1.1.0', '1.1'],
  ['1.1.0-rc.1 is no version such as 1.1.0', '1.1.0-rc.1'],
  ['after 1.0.0 comes one of 1.0.1, 1.1.0, 2.0.0, not 1.2.0', '1.2.0'],
  ['there is a v1.0.0 already', '1.0.0'],
  ['1.0.0 is released already', '1.0.0', (folder) => {
    git(folder, 'tag', '--delete', 'v1.0.0')
    writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG.replace('2026-12-01', TODAY))
    commit(folder)
  }],
  ['the checkout has changes that are not committed', '1.1.0', (folder) => appendFileSync(join(folder, 'CHANGELOG.md'), '\n')],
  ['releases are made on main, and this is other', '1.1.0', (folder) => git(folder, 'switch', '--quiet', '--create', 'other')],
  ['package.json is of 1.0.0, and package-lock.json of 0.9.0', '1.1.0', (folder) => {
    const path = join(folder, 'package-lock.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('1.0.0', '0.9.0'))
    commit(folder)
  }],
  ['CHANGELOG.md has no “## 2.0.0, not yet released”', '2.0.0'],
  ['CHANGELOG.md says nothing of 1.0.1', '1.0.1'],
  ['1.1.0 is of another day in CHANGELOG.md: 2026-12-31', '1.1.0', (folder) => {
    writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG.replace('1.1.0, not yet released', '1.1.0, 2026-12-31'))
    commit(folder)
  }],
  ['sqlite/20260101000000_init is released and has been edited: undo that, and write another migration', '1.1.0', (folder) => {
    appendFileSync(join(folder, 'prisma/migrations/sqlite/20260101000000_init/migration.sql'), 'SELECT 2;\n')
    commit(folder)
  }],
  ['a patch does not migrate, and sqlite/20261201000000_colours is new', '1.0.1', (folder) => {
    writeFileSync(join(folder, 'CHANGELOG.md'), '## 1.0.1, not yet released\n\n- Mended.\n')
    addMigration(folder, 'sqlite/20261201000000_colours')
    commit(folder)
  }],
  ['the API has no longer what 1.0.0 has: GET /cuts is gone', '1.1.0', () => {}, {
    readDocument: async () => documentOf('/films')
  }]
]

t.test('What is not ready is refused with one line', async (t) => {
  const made = makeProject(t)
  for (const [because, version, edit, more] of REFUSED) {
    const folder = mkdtempSync(join(tmpdir(), 'cutroom-project-'))
    t.teardown(() => rmSync(folder, { recursive: true, force: true }))
    cpSync(made, folder, { recursive: true })
    edit?.(folder)
    const before = git(folder, 'rev-parse', 'HEAD')
    t.strictSame(await run(folder, version, more), { code: 1, lines: [`cutroom: ${because}`] })
    t.equal(git(folder, 'rev-parse', 'HEAD'), before)
  }
})

t.test('The notes of a release begin with what its users have to do', async (t) => {
  t.equal(notesOf(CHANGELOG, '1.1.0'), '### What you have to do\n\n- Nothing.\n\n### What is new\n\n- Films have a colour.')
  t.equal(notesOf(CHANGELOG, '1.0.0'), 'The first version.')
})
