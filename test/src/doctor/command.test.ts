import { dirname } from 'node:path'
import pg from 'pg'
import t, { type Test } from 'tap'
import { addressOf } from '#proof/harness/service.js'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { createEmptyPostgresql, createTestDatabase } from '../../helper/databases.js'
import { examine, filesOf, install } from '../../helper/installation.js'
import { runProgram, startProgram } from '../../helper/program.js'
import { fillTemplate } from '../../helper/templates.js'

const MAIN = 'src/cli/main.js'

async function doctor (t: Test, environment: Record<string, string>, ...words: string[]) {
  const { code, stdout, stderr } = await runProgram(t, MAIN, ['doctor', ...words], environment)
  t.equal(stderr, '')
  return { code, ...JSON.parse(stdout) as Awaited<ReturnType<typeof examine>> }
}

async function serve (t: Test, environment: Record<string, string>): Promise<string> {
  return new URL(await addressOf(await startProgram(t, MAIN, ['serve'], { LOG_LEVEL: 'silent', ...environment }))).port
}

/** How many rows each table has. */
async function rowsIn (client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
  const counts = await Promise.all(rows.map(async ({ name }) =>
    [name, Number((await client.query(`SELECT count(*) FROM "${name}"`)).rows[0].count)] as const))
  return Object.fromEntries(counts)
}

async function installOnPostgresql (t: Test) {
  const { folder, environment } = await install(t)
  const { url, drop } = await createTestDatabase('postgresql')
  await fillTemplate(url)
  const client = new pg.Client(url)
  await client.connect()
  t.teardown(async () => {
    await client.end()
    await drop()
  })
  return { folder, environment: { ...environment, DATABASE_URL: url }, client }
}

t.test('doctor looks at SQLite while the service runs, and after it, and nothing is left beside the file', async (t) => {
  const { folder, path, environment } = await install(t)
  const port = await serve(t, environment)
  const found = await doctor(t, { ...environment, PORT: port })
  t.match(found, { code: 0, ok: true })
  t.match(found.checks.find(({ name }) => name === 'port'), { status: 'ok', text: `This service listens on port ${port} on 127.0.0.1` })
  t.match(Object.keys(filesOf(folder)).filter((name) => name.startsWith('cutroom.db')), ['cutroom.db', 'cutroom.db-server',
    'cutroom.db-shm', 'cutroom.db-wal'])

  const other = await install(t)
  const foreign = await doctor(t, { ...other.environment, PORT: port })
  t.match(foreign, { code: 1, ok: false })
  t.match(foreign.checks.find(({ name }) => name === 'port'), { status: 'failure', text: /in use by another Cutroom, which has other data$/ })
  t.strictSame(Object.keys(filesOf(dirname(other.path))).filter((name) => name.startsWith('cutroom.db')), ['cutroom.db'])
  t.equal(sqlitePath(`file:${path}`), path)
})

t.test('doctor --data takes the settings of the folder', async (t) => {
  const { folder, settle, environment: { PATH = '' } } = await install(t)
  settle('PORT=70000\n')
  const found = await doctor(t, { PATH }, '--data', folder, '--json')
  t.match(found, { code: 1, ok: false })
  t.match(found.checks[0], { name: 'settings', text: /70000/, mend: `Correct it in ${folder}/.env, or in the environment` })
})

t.test('doctor looks at PostgreSQL while the service runs, and writes no row', async (t) => {
  const { environment, client } = await installOnPostgresql(t)
  const port = await serve(t, { ...environment, JOBS: 'off' })
  const before = await rowsIn(client)
  const found = await doctor(t, { ...environment, PORT: port })
  t.match(found, { code: 0, ok: true })
  t.strictSame(found.checks.filter(({ status }) => status !== 'ok'), [])
  t.strictSame(await rowsIn(client), before)
})

t.test('On PostgreSQL clocks that are apart, and indexes that are not valid, are named', async (t) => {
  const { folder, environment, client } = await installOnPostgresql(t)
  const found = async (name: string, clock?: () => number) =>
    (await examine({ folder, environment }, clock && { clock })).checks.find((check) => check.name === name)
  t.match(await found('clock'), { status: 'ok' })
  t.match(await found('clock', () => Date.now() + 3_600_000), { status: 'warning', text: /3[56]\d\d(\.\d+)? seconds ahead of that of the database/ })
  t.match(await found('clock', () => Date.now() - 3000), { status: 'warning', text: /seconds behind/ })
  await client.query('CREATE TABLE twice AS SELECT 1 AS n FROM generate_series(1, 2)')
  await t.rejects(client.query('CREATE UNIQUE INDEX CONCURRENTLY twice_n ON twice (n)'))
  t.match(await found('migrations'), { status: 'failure', text: 'Indexes are not valid: twice_n', mend: /^REINDEX INDEX/ })
})

t.test('An empty PostgreSQL is a warning: the start makes the tables', async (t) => {
  const { folder, environment } = await install(t)
  const { url, drop } = await createEmptyPostgresql()
  t.teardown(drop)
  const { ok, checks } = await examine({ folder, environment: { ...environment, DATABASE_URL: url } })
  t.equal(ok, true)
  t.match(checks.find(({ name }) => name === 'database'), { status: 'warning', text: /has no tables yet: the start makes them$/ })
  t.match(checks.find(({ name }) => name === 'migrations'), { status: 'skipped', text: 'There is no database yet' })
})
