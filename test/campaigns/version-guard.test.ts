import t, { type Test } from 'tap'
import { version } from '#src/basics/version.js'
import { createCommand } from '#src/cli/command.js'
import { openMigratedDatabase } from '#src/database/migrations.js'
import { openDatabase } from '#src/database/database.js'
import { rowOf } from '#src/database/release/admission.js'
import { storeRelease } from '#src/database/release/row.js'
import { statement } from '#src/database/sql.js'
import { createWorld, dialects, onBothDatabases } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { addAsset, addProject, succeed } from '../helper/items.js'
import { keepLog } from '../helper/log.js'
import { isRefused, runProgram } from '../helper/program.js'
import { eventually, startReceiver } from '../helper/receiver.js'

const NEWER = '99.1.0'
const NEWER_DATABASE = 'The database is newer than this version of Cutroom: it is of 99.1.0'
const ONE_LINE = new RegExp(`^(error|cutroom): ${NEWER_DATABASE}\n$`)

/** A migration that only a later version knows. */
const addMigration = (dialect: string) => statement('', () => `
  INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at)
  VALUES ('x', '', '20991231235959_from_the_future', ${dialect === 'sqlite' ? "'2099-12-31', '2099-12-31'" : 'now(), now()'})`)

/** Makes a database newer, as the finish of the upgrade to a newer version does. */
async function upgrade (url: string, { isFinished = true } = {}): Promise<void> {
  const database = await openDatabase(url)
  await database.transaction(async ({ sql }) => {
    await sql.run(addMigration(sql.dialect.name), [])
    await storeRelease(sql, isFinished ? rowOf(NEWER) : { ...rowOf(version), release: NEWER })
  })
  await database.close()
}

async function newerDatabase (t: Test, dialect: typeof dialects[number]): Promise<string> {
  const { url, drop } = await createTestDatabase(dialect)
  t.teardown(drop)
  await upgrade(url)
  return url
}

for (const dialect of dialects) {
  t.test(`The server and the commands refuse a newer database with one line (${dialect})`, async (t) => {
    const url = await newerDatabase(t, dialect)
    const environment = { DATABASE_URL: url, LOG_LEVEL: 'silent', ADMIN_API_KEY: 'sixteen_letters!' }
    isRefused(t, await runProgram(t, 'src/server.js', [], environment), ONE_LINE)
    const file = t.testdir({ 'rows.csv': 'title\nOne\n' })
    const other = await createTestDatabase('sqlite')
    t.teardown(other.drop)
    isRefused(t, await runProgram(t, 'src/cli/main.js', ['user', 'add', '--email', 'ann@example.com'], environment), ONE_LINE)
    const commands = [
      ['user', 'disable', '--email', 'ann@example.com'],
      ['user', 'list'],
      ['key', 'add', '--email', 'ann@example.com'],
      ['key', 'revoke', '--id', '1'],
      ['token', 'issue', '--kind', 'confirmation', '--email', 'ann@example.com'],
      ['import', `${file}/rows.csv`, '--email', 'ann@example.com'],
      ['export'],
      ['search', 'rebuild'],
      ['media', 'verify'],
      ['copy', '--to', other.url]
    ]
    for (const words of commands) {
      await t.rejects(createCommand(environment).parseAsync(words, { from: 'user' }), new RegExp(`^${NEWER_DATABASE}$`), words.join(' '))
    }
    await t.rejects(
      createCommand({ ...environment, DATABASE_URL: other.url }).parseAsync(['copy', '--to', url], { from: 'user' }),
      new RegExp(`^${NEWER_DATABASE}$`)
    )
  })

  t.test(`Migrations of a newer version do not prevent a start until its upgrade is finished (${dialect})`, async (t) => {
    const { url, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    await upgrade(url, { isFinished: false })
    await (await openMigratedDatabase(url)).close()
  })
}

onBothDatabases('When the database becomes newer, a running process serves reads, answers writes with 503 and is not ready', async (t, world) => {
  const { app, admin, anonymous, url } = world
  const asset = await addAsset(admin)
  const project = await addProject(admin)
  t.equal((await anonymous.get('/readyz')).status, 200)
  await upgrade(url)
  await eventually('a refusal', async () => (await admin.post('assets', { title: 'x' })).status === 503)

  const assets = await app.database.reads.prisma.asset.count()
  const { body } = await anonymous.get('/readyz')
  t.strictSame(body.problems, [`a newer version has upgraded the database, start that one: ${NEWER}`])
  for (
    const [method, path, sent] of [
      ['POST', 'assets', { title: 'x' }],
      ['PUT', `assets/${asset.id}`, { title: 'x' }],
      ['POST', `projects/${project.id}/trash_bin`],
      ['DELETE', `assets/${asset.id}`],
      ['POST', 'user/api_keys', { name: 'x' }]
    ] as const
  ) {
    const answer = await admin.send(method, path, sent)
    t.equal(answer.status, 503, `${method} ${path}`)
    t.match(answer.headers['retry-after'], /^\d+$/)
  }
  const bulk = await admin.post('bulk', { operations: [{ method: 'POST', path: '/api/v2/assets', body: { title: 'x' } }] })
  t.equal(bulk.status, 503)
  for (const path of [`assets/${asset.id}`, 'projects', 'search?q=untitled', 'changes', 'user', 'export']) {
    t.equal((await admin.get(path)).status, 200, path)
  }
  t.equal((await admin.send('POST', 'search', { q: 'untitled' })).body.results.length, 2)
  t.equal(await app.database.reads.prisma.asset.count(), assets)
})

for (const dialect of dialects) {
  t.test(`When the database becomes newer, a running process stops its jobs, logs it once and can be closed (${dialect})`, async (t) => {
    const log = keepLog()
    const world = await createWorld(t, dialect, { JOBS: 'on', MEDIA_DIR: t.testdir(), WEBHOOK_RETRY_DELAYS: '0.01' }, {
      logger: log.logger
    })
    const { app, admin } = world
    let posts = 0
    const receiver = await startReceiver(t, (_request, response) => {
      posts++
      response.writeHead(500).end()
    })
    await succeed(admin.post('admin/webhooks', {
      name: 'x', http_url: receiver.url, http_method: 'POST', trigger_events: ['ASSET_ADDED']
    }))
    await addAsset(admin)
    await eventually('a delivery', () => posts > 0)
    await upgrade(world.url)
    await eventually('the notice', () => app.versionGuard.signal.aborted)
    await eventually('the end of the jobs', () => app.loop.states().every(({ running }) => !running))
    const { problems } = (await world.anonymous.get('/readyz')).body
    t.equal(problems.length, 1, 'no job is missed')
    t.equal(log.about('a newer version has upgraded the database: this process writes nothing any more. Start that version in its place').length, 1)
    await app.close()
    t.pass('it ends')
  })
}
