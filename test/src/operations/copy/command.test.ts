import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Sqlite } from '#src/database/driver.mjs'
import t, { type Test } from 'tap'
import { openDatabase } from '#src/database/database.js'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { OperatorMistake } from '#src/errors.js'
import { copyDatabase } from '#src/operations/copy/command.js'
import { openPostgresqlSource } from '#src/operations/copy/postgresql-source.js'
import { openSqliteSource } from '#src/operations/copy/sqlite-store.js'
import { takeOver } from '#src/operations/copy/take-over.js'
import { projectRoot } from '#src/basics/paths.js'
import { createTransact } from '#src/core/transact.js'
import { createWorld, dialects, type World } from '#test/helper/app.js'
import { createTestDatabase } from '#test/helper/databases.js'

const silent = { report: () => {}, end: () => {} }

async function makeTarget (t: Test, dialect: 'sqlite' | 'postgresql'): Promise<string> {
  const { url, drop } = await createTestDatabase(dialect)
  t.teardown(drop)
  return url
}

const openSource = async (url: string) =>
  url.startsWith('file:') ? openSqliteSource(sqlitePath(url)) : openPostgresqlSource(url)

/** Writes as another process would, synchronously. */
function execute (url: string, statement: string): void {
  if (url.startsWith('file:')) {
    const driver = new Sqlite(sqlitePath(url))
    driver.exec(statement)
    driver.close()
    return
  }
  const script = `import pg from 'pg'
    const client = new pg.Client(process.argv[1])
    await client.connect()
    await client.query(process.argv[2]).finally(() => client.end())`
  execFileSync(process.execPath, ['--input-type=module', '--eval', script, url, statement], {
    cwd: projectRoot,
    stdio: 'pipe'
  })
}

const sources = new Map<string, Promise<World>>()

/** The database of a service, for tests that only read it. */
async function sourceOf (dialect: typeof dialects[number]): Promise<string> {
  const source = sources.get(dialect) ?? createWorld(t, dialect)
  sources.set(dialect, source)
  return (await source).url
}

/** Does what the service does when it starts on a database. */
async function start (url: string): Promise<void> {
  const database = await openDatabase(url)
  await takeOver({ database, transact: createTransact({ database }) }).finally(() => database.close())
}

for (const dialect of dialects) {
  const other = dialect === 'sqlite' ? 'postgresql' : 'sqlite'

  t.test(`everything is copied while the service runs, including the queues of webhooks (from ${dialect})`, async (t) => {
    const { admin, url } = await createWorld(t, dialect)
    await admin.post('admin/webhooks', {
      name: 'All',
      http_url: 'http://127.0.0.1:9/',
      http_method: 'POST',
      trigger_events: ['ASSET_ADDED']
    })
    for (let number = 0; number < 5; number++) await admin.post('assets', { title: `Asset ${number}` })
    const to = await makeTarget(t, other)
    const { tables, complete } = await copyDatabase({ from: url, to, progress: silent })
    t.equal(complete, true)
    t.equal(tables.assets!.rows, 5)
    t.equal(tables.webhook_events!.rows, 5)
    t.equal(tables.webhook_waiting!.rows, 5, 'what waits for the fan-out is copied as it is')
    t.equal(tables.webhook_states!.rows, 1)
  })

  t.test(`a copy is a snapshot of one moment, even if the database is written to (from ${dialect})`, async (t) => {
    const { admin, url } = await createWorld(t, dialect)
    const before = await openSource(url)
    await admin.post('assets', { title: 'Late' })
    const after = await openSource(url)
    t.not(await after.lastChange(), await before.lastChange())
    const tables = await before.tables()
    const assets = tables.find(({ name }) => name === 'assets')!
    t.equal(await before.count(assets), 0)
    t.equal(await after.count(assets), 1)
    await before.close()
    await after.close()
  })

  t.test(`the service does not start on a copy that was not finished (${dialect})`, async (t) => {
    const url = await sourceOf(other)
    const to = await makeTarget(t, dialect)
    const broken = { report: () => { throw new Error('interrupted') }, end: () => {} }
    await t.rejects(copyDatabase({ from: url, to, progress: broken }), { message: 'interrupted' })
    await t.rejects(
      start(to),
      new OperatorMistake('DATABASE_URL: the database is a copy that was not finished: run cutroom copy again')
    )
    await copyDatabase({ from: url, to, progress: silent })
    await start(to)
  })

  t.test(`no copy can be made into a database after the service was started on it (${dialect})`, async (t) => {
    const url = await sourceOf(other)
    const to = await makeTarget(t, dialect)
    await copyDatabase({ from: url, to, progress: silent })
    await start(to)
    await t.rejects(copyDatabase({ from: url, to, progress: silent }), { message: /^The target has data of its own/ })
  })
}

t.test('a write after the copy began makes the copy incomplete, and another run copies it', async (t) => {
  const { url } = await createWorld(t, 'sqlite')
  const to = await makeTarget(t, 'postgresql')
  const service = new Sqlite(sqlitePath(url))
  const write = service.prepare(`INSERT INTO history (id, account_id, event, severity, targets, time, user_id)
    VALUES (?, 1, 'ASSET_ADDED', 1, '{}', '2026-01-15T09:30:00.000+00:00', 1)`)
  let written = 0
  const writing = {
    report: () => {
      if (written++ === 0) write.run('ffffffff-ffff-7fff-8fff-ffffffffffff')
    },
    end: () => {}
  }
  const first = await copyDatabase({ from: url, to, progress: writing })
  service.close()
  t.equal(first.complete, false)
  const second = await copyDatabase({ from: url, to, progress: silent })
  t.equal(second.complete, true)
  t.equal(second.tables.history!.rows, first.tables.history!.rows + 1)
})

/** Changes without history, as the service may make them during a copy. */
const silentChanges = [
  "INSERT INTO webhooks (account_id, name, http_url, http_method, trigger_events, disabled, created_at, updated_at) VALUES (1, 'Late', 'http://127.0.0.1:9/', 'POST', '[]', FALSE, '2026-01-15T09:30:00.000+00:00', '2026-01-15T09:30:00.000+00:00')",
  "INSERT INTO webhook_headers (account_id, webhook_id, header_key, header_value, hidden, is_hmac, created_at, updated_at) VALUES (1, 1, 'x-late', 'late', FALSE, FALSE, '2026-01-15T09:30:00.000+00:00', '2026-01-15T09:30:00.000+00:00')",
  "INSERT INTO tokens (account_id, user_id, kind, hash, created_at, expires_at) VALUES (1, 1, 'confirmation', 'late', '2026-01-15T09:30:00.000+00:00', '2026-01-15T09:30:00.000+00:00')",
  "UPDATE webhooks SET name = 'Renamed'", 'DELETE FROM webhook_headers WHERE id = 1'
]

for (const dialect of dialects) {
  t.test(`a write without history during the copy makes it incomplete too, and another run copies it (from ${dialect})`, async (t) => {
    const { admin, url } = await createWorld(t, dialect)
    const { body: { webhook } } = await admin.post('admin/webhooks', {
      name: 'First',
      http_url: 'http://127.0.0.1:9/',
      http_method: 'POST',
      trigger_events: ['ASSET_ADDED']
    })
    await admin.post(`admin/webhooks/${webhook.id}/webhook_headers`, { header_key: 'x-first', header_value: 'first' })
    const to = await makeTarget(t, dialect === 'sqlite' ? 'postgresql' : 'sqlite')
    for (const change of silentChanges) {
      let written = 0
      const writing = { report: () => { if (written++ === 0) execute(url, change) }, end: () => {} }
      const { complete } = await copyDatabase({ from: url, to, progress: writing })
      t.equal(complete, false, change.slice(0, 40))
    }
    t.equal((await copyDatabase({ from: url, to, progress: silent })).complete, true)
  })
}

t.test('the error for a target that cannot be opened names --to, and contains no password', async (t) => {
  const url = await sourceOf('sqlite')
  for (const to of ['postgres://user:geheim@127.0.0.1:1/x', 'file:/dev/null/x.db']) {
    await t.rejects(copyDatabase({ from: url, to, progress: silent }), {
      name: 'OperatorMistake',
      message: /^--to: the database (?!.*geheim).* cannot be opened/
    })
  }
})

t.test('the target is migrated first, and created if it is a file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-copy-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const url = await sourceOf('sqlite')
  const { to, tables } = await copyDatabase({ from: url, to: `file:${folder}/made/cutroom.db`, progress: silent })
  t.equal(tables.users!.rows, 1)
  const driver = new Sqlite(sqlitePath(to), { readonly: true })
  t.strictSame(driver.prepare('SELECT email FROM users').all(), [{ email: 'admin@example.com' }])
  driver.close()
})

t.test('the answer contains no password', async (t) => {
  const url = await sourceOf('sqlite')
  const { to } = await copyDatabase({ from: url, to: await makeTarget(t, 'postgresql'), progress: silent })
  t.match(to, /^postgres:\/\/postgres@127\.0\.0\.1:\d+\/cutroom_test_\w+$/)
})

t.test('a database is not copied into itself, to an unknown kind of database, or from a file that does not exist', async (t) => {
  const url = await sourceOf('sqlite')
  await t.rejects(
    copyDatabase({ from: url, to: url, progress: silent }),
    new OperatorMistake('--to names the database that is copied')
  )
  await t.rejects(
    copyDatabase({ from: url, to: 'mysql://localhost/x', progress: silent }),
    new OperatorMistake('--to must be file:… for SQLite or postgres://… for PostgreSQL')
  )
  await t.rejects(
    copyDatabase({ from: 'file:/nowhere/cutroom.db', to: url, progress: silent }),
    new OperatorMistake('DATABASE_URL: there is no file /nowhere/cutroom.db')
  )
})
