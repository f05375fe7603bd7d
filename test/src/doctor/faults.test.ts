import { chmodSync, mkdirSync, openSync, readdirSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Sqlite } from '#src/database/driver.mjs'
import type { Status } from '#src/doctor/check.js'
import { examine, filesOf, install, type Installation } from '../../helper/installation.js'

const SECRET = 'geheim_geheim_geheim'
const KEY = `aa/${'a'.repeat(64)}-00000000-0000-0000-0000-000000000000`

/** A file of five bytes that the database names. */
function addFile ({ change, folder }: Installation, bytes: string | null): void {
  const time = '2026-01-01T00:00:00.000+00:00'
  change(`
    INSERT INTO media_blobs (id, sha256, size, key, created_at) VALUES ('b1', '${'a'.repeat(64)}', 5, '${KEY}', '${time}');
    INSERT INTO media_files (id, account_id, user_id, filename, source_url, status, blob_id, created_at)
      VALUES ('f1', 1, 1, 'film.mov', '', 'ready', 'b1', '${time}')`)
  mkdirSync(join(folder, 'media/objects/aa'))
  if (bytes !== null) writeFileSync(join(folder, 'media/objects', KEY), bytes)
}

/** A drop folder as what restore and copy make has it. */
function addPausedFolder ({ change }: Installation): void {
  const time = '2026-01-01T00:00:00.000+00:00'
  change(`INSERT INTO drop_folders (account_id, user_id, title, direction, location, path, subfolders, category, tags, custom_fields,
    only_patterns, ignore_patterns, settle, afterwards, changed, paused, is_public, error, created_at, updated_at)
    VALUES (1, 1, 'Cards', 'in', 'ingest', 'cards', 'ignore', '', '[]', '{}', '[]', '[]', 10, 'keep', 'asset', TRUE, FALSE,
      'It is paused, as the database is a copy: another service may look at the same folder', '${time}', '${time}')`)
}

async function listenElsewhere (t: Test): Promise<number> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return (server.address() as AddressInfo).port
}

/** Overwrites a page in the middle. */
function damage (path: string): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, 40 * 4096)
}

function hold (path: string, t: Test): void {
  const driver = new Sqlite(path)
  driver.pragma('journal_mode = DELETE')
  driver.exec('BEGIN EXCLUSIVE')
  t.teardown(() => driver.close())
}

const note = (name: string, finishedAt: string) => `
  INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', '', '${name}', ${finishedAt})`

interface Fault {
  readonly title: string
  readonly prepare: (installation: Installation, t: Test) => void | Promise<void>
  readonly found: readonly [name: string, status: Status, text: RegExp]
}

const set = (name: string, value: string): Fault['prepare'] => ({ environment }) => { environment[name] = value }

const faults: readonly Fault[] = [
  { title: 'a wrong value', prepare: set('PORT', '70000'), found: ['settings', 'failure', /^PORT must be a port/] },
  { title: 'half a mail server', prepare: set('SMTP_URL', `smtp://me:${SECRET}@mail.example.com`), found: ['settings', 'failure', /^SMTP_URL needs PUBLIC_URL/] },
  { title: 'a password in PUBLIC_URL', prepare: set('PUBLIC_URL', `https://me:${SECRET}@example.com`), found: ['settings', 'failure', /^PUBLIC_URL must be .*https:\/\/me:…@example/] },
  { title: 'a misspelt name in .env', prepare: ({ settle }) => settle('HSOT=0.0.0.0'), found: ['settings', 'warning', /HSOT in .*\.env is no setting\. Did you mean HOST\?$/] },
  { title: 'a misspelt name in the environment', prepare: set('DATABSE_URL', `postgres://me:${SECRET}@host/x`), found: ['settings', 'warning', /Did you mean DATABASE_URL\?$/] },
  { title: 'a name in lower case', prepare: set('public_url', 'https://example.com'), found: ['settings', 'warning', /Did you mean PUBLIC_URL\?$/] },
  { title: 'a file of settings that is none', prepare: ({ folder }) => { mkdirSync(join(folder, '.env')) }, found: ['settings', 'failure', /EISDIR/] },
  { title: 'no programs', prepare: set('PATH', '/nowhere'), found: ['programs', 'warning', /^Not on the path: ffmpeg, ffprobe, pdftoppm, heif-convert/] },
  { title: 'one program less', prepare: ({ folder }) => rmSync(join(folder, 'bin/pdftoppm')), found: ['programs', 'warning', /^Not on the path: pdftoppm\. Without them PDFs have no previews/] },
  { title: 'media on a disk that is not mounted', prepare: ({ folder }) => rmSync(join(folder, 'media'), { recursive: true }), found: ['folders', 'failure', /^The media folder is not there: .*media$/] },
  { title: 'a location on a disk that is not mounted', prepare: ({ folder, environment }) => { environment.LOCATIONS = `ingest=${folder}-ingest` }, found: ['folders', 'warning', /^The location ingest is not there: .*-ingest$/] },
  { title: 'a file in the place of a location', prepare: ({ environment }, t) => { environment.LOCATIONS = `acme:in=${t.testdir({ file: '' })}/file` }, found: ['folders', 'warning', /^The location acme:in cannot be read: ENOTDIR/] },
  { title: 'a file in the place of a folder', prepare: ({ folder }) => { rmSync(join(folder, 'media/objects'), { recursive: true }); writeFileSync(join(folder, 'media/objects'), '') }, found: ['folders', 'failure', /^The media folder cannot be written to: ENOTDIR/] },
  { title: 'no database yet', prepare: ({ path }) => rmSync(path), found: ['database', 'warning', /^There is none yet: the start makes .*cutroom\.db$/] },
  { title: 'a file that is no database', prepare: ({ path }) => { writeFileSync(path, 'This is no database. '.repeat(300)) }, found: ['database', 'failure', /cannot be opened: file is not a database/] },
  { title: 'a damaged database', prepare: ({ path }) => damage(path), found: ['database', 'failure', /is damaged: /] },
  { title: 'half a database', prepare: ({ path }) => truncateSync(path, 100 * 4096), found: ['database', 'failure', /is damaged: |malformed/] },
  { title: 'a database that another process holds', prepare: ({ path }, t) => hold(path, t), found: ['database', 'failure', /another process, which keeps it to itself$/] },
  { title: 'a database of something else', prepare: ({ path, change }) => { rmSync(path); change('CREATE TABLE songs (id INTEGER)') }, found: ['database', 'failure', /has tables that are not of this service/] },
  { title: 'a database that others may read', prepare: ({ path }) => chmodSync(path, 0o644), found: ['database', 'warning', /^Other users of this machine may read/] },
  { title: 'PostgreSQL that is not there', prepare: set('DATABASE_URL', `postgres://me:${SECRET}@127.0.0.1:1/x`), found: ['database', 'failure', /cannot be opened: .*ECONNREFUSED/] },
  { title: 'a missing migration', prepare: ({ change }) => change('DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)'), found: ['migrations', 'warning', /^1 are missing, which the start applies/] },
  { title: 'a newer release', prepare: ({ change }) => change("UPDATE database_release SET release = '99.0.0', works_with = '99.0.0', finished = '99.0.0'"), found: ['migrations', 'failure', /^The database is newer than this version of Cutroom: it is of 99\.0\.0$/] },
  { title: 'an upgrade that waits', prepare: ({ change }) => change("UPDATE database_release SET release = '99.0.0'"), found: ['upgrade', 'warning', /^The upgrade to 99\.0\.0 is not finished$/] },
  { title: 'an old database', prepare: ({ change }) => change(note('20200101000000_before', 'current_timestamp')), found: ['migrations', 'failure', /^The database is too old/] },
  { title: 'a migration that broke off', prepare: ({ change }) => change('UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)'), found: ['migrations', 'failure', /was begun, and is not done$/] },
  { title: 'a port that is taken', prepare: async ({ environment }, t) => { environment.PORT = String(await listenElsewhere(t)) }, found: ['port', 'failure', /^PORT: port \d+ on 127\.0\.0\.1 is in use$/] },
  { title: 'an address of another machine', prepare: set('HOST', '192.0.2.1'), found: ['port', 'failure', /^HOST: this machine has no address 192\.0\.2\.1$/] },
  { title: 'development within the reach of others', prepare: set('HOST', '0.0.0.0'), found: ['address', 'warning', /^HOST is 0\.0\.0\.0, which others may reach/] },
  { title: 'production without an address', prepare: set('NODE_ENV', 'production'), found: ['address', 'warning', /^PUBLIC_URL is not set/] },
  { title: 'links that lead nowhere', prepare: ({ environment }) => { Object.assign(environment, { NODE_ENV: 'production', HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }) }, found: ['address', 'warning', /^PUBLIC_URL is http:\/\/localhost:3000, where others find nothing/] },
  { title: 'a start that broke off before it made an administrator', prepare: ({ change }) => change('DELETE FROM api_keys; DELETE FROM users'), found: ['administrators', 'warning', /^There are no users yet/] },
  { title: 'no administrator', prepare: ({ change }) => change('UPDATE users SET disabled_at = created_at'), found: ['administrators', 'warning', /^Nobody can administer default/] },
  { title: 'a key that nobody has', prepare: set('ADMIN_API_KEY', SECRET), found: ['administrators', 'warning', /^ADMIN_API_KEY is no valid key/] },
  { title: 'no index', prepare: ({ change }) => change('DELETE FROM search_state'), found: ['index', 'warning', /^It is built to 0 %/] },
  { title: 'an index of an older release', prepare: ({ change }) => change("UPDATE search_state SET value = json_set(value, '$.version', 1)"), found: ['index', 'warning', /^It is of an older release/] },
  { title: 'a file that is gone', prepare: (installation) => addFile(installation, null), found: ['media', 'failure', /^1 files are missing and 0 damaged, such as aa\//] },
  { title: 'a file of another size', prepare: (installation) => addFile(installation, 'x'), found: ['media', 'failure', /^0 files are missing and 1 damaged.*1 bytes instead of 5$/] },
  { title: 'drop folders of a copy', prepare: addPausedFolder, found: ['drop-folders', 'warning', /^1 drop folder is paused since a restore or a copy/] }
]

t.test('A healthy installation has nothing to mend, and stays as it is', async (t) => {
  const installation = await install(t)
  addFile(installation, '12345')
  const before = filesOf(installation.folder)
  const { ok, checks } = await examine(installation)
  t.equal(ok, true)
  t.strictSame(checks.filter(({ status, mend }) => status !== 'ok' || mend !== null), [])
  t.strictSame(checks.map(({ name }) => name), ['settings', 'node', 'programs', 'folders', 'database', 'migrations',
    'upgrade', 'clock', 'port', 'address', 'administrators', 'index', 'media', 'drop-folders'])
  t.strictSame(filesOf(installation.folder), before)
})

t.test('Each fault is named by its check, with what mends it, and without a trace or a secret', async (t) => {
  for (const { title, prepare, found: [name, status, text] } of faults) {
    await t.test(title, async (t) => {
      const installation = await install(t)
      await prepare(installation, t)
      const before = filesOf(installation.folder)
      const { ok, checks } = await examine(installation)
      const { mend, ...found } = checks.find((check) => check.name === name)!
      t.match(found, { status, text }, JSON.stringify(checks))
      t.match(mend, /^\S.{3,}/)
      t.equal(ok, status !== 'failure')
      t.strictSame(checks.filter((check) => check.status === 'failure').map((check) => check.name), status === 'failure' ? [name] : [])
      t.notMatch(JSON.stringify(checks), SECRET)
      t.strictSame(filesOf(installation.folder), before)
    })
  }
})

t.test('What cannot be looked at for a failure before it is skipped', async (t) => {
  const installation = await install(t)
  rmSync(installation.path)
  mkdirSync(installation.path)
  const { checks } = await examine(installation)
  t.match(checks.find(({ name }) => name === 'media'), { status: 'skipped', text: /before database/, mend: null })
  t.strictSame(readdirSync(installation.path), [])
  t.ok(checks.every(({ status, mend }) => (status === 'ok' || status === 'skipped') === (mend === null)))
})
