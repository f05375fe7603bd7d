import t from 'tap'
import { eventually } from '#proof/harness/waiting.js'
import { locks } from '#src/database/locks.js'
import { migrate, migrationNames } from '#src/database/migrate/migrate.js'
import { noted, toMigrate } from '../../helper/migrations.js'

/** Tries that follow one another at once, and never end by themselves. */
const quick = { lockMs: 20, firstPauseMs: 5, longestPauseMs: 5, turnMs: 5 }
/** One try. */
const once = { lockMs: 5, triesMs: 0 }

const waiting = `SELECT DISTINCT query_start FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock'`

t.test('While others hold a table, a migration tries again, and nobody who reads is refused', async (t) => {
  const { url, folder, connect, rows } = await toMigrate(t, {
    '20990101000000_more': `ALTER TABLE "assets" ADD COLUMN "more" TEXT;
      ALTER TABLE "projects" ADD COLUMN "more" TEXT;`
  })
  const [holder, reader] = await Promise.all([connect(), connect()])
  await holder.query('BEGIN; SELECT 1 FROM projects')
  await reader.query('SET lock_timeout = 100')
  const done = new AbortController()
  const migrating = migrate(url, { folder, limits: quick }).finally(() => done.abort())
  const reading = (async () => {
    while (!done.signal.aborted) await reader.query('SELECT (SELECT count(*) FROM assets), (SELECT count(*) FROM projects)')
  })()
  const tries = new Set<number>()
  await eventually('five tries', async () => {
    for (const { query_start: at } of await rows<{ query_start: Date }>(waiting)) tries.add(at.getTime())
    return tries.size >= 5
  })
  t.notOk(done.signal.aborted)
  await holder.query('COMMIT')
  await migrating
  await reading
  t.strictSame(await noted(url), await migrationNames('postgresql', folder))
})

for (const { holds, script, named } of [
  { holds: 'projects', script: 'ALTER TABLE "assets" ADD COLUMN "x" TEXT; ALTER TABLE "projects" ADD COLUMN "x" TEXT;', named: 'projects' },
  { holds: 'comments', script: '-- DropIndex\nDROP INDEX "comments_item_id_done_idx";', named: 'comments' },
  { holds: 'links', script: 'CREATE TABLE "x" (id int REFERENCES "accounts"("id")); CREATE INDEX "y" ON "links"("id");', named: 'links' },
  { holds: '_prisma_migrations', script: 'ALTER TABLE "users" ADD COLUMN "x" TEXT;', named: '_prisma_migrations' }
]) {
  t.test(`When the time for tries is over, the error names the table: ${script}`, async (t) => {
    const { url, folder, connect } = await toMigrate(t, { '20990101000000_more': script })
    const holder = await connect()
    await holder.query(`BEGIN; LOCK TABLE ${holds} IN ROW EXCLUSIVE MODE`)
    await t.rejects(migrate(url, { folder, limits: once }), {
      name: 'OperatorMistake', message: `The database could not be migrated: ${named} is locked by others`
    })
    await holder.query('COMMIT')
    await migrate(url, { folder, limits: quick })
    t.strictSame(await noted(url), await migrationNames('postgresql', folder))
  })
}

t.test('Of two tables that others hold, the error names the one that is held longest', async (t) => {
  const { url, folder, connect } = await toMigrate(t, {
    '20990101000000_more': 'ALTER TABLE "assets" ADD COLUMN "x" TEXT; ALTER TABLE "projects" ADD COLUMN "x" TEXT;'
  })
  const [older, newer] = [await connect(), await connect()]
  await older.query('BEGIN; SELECT 1 FROM projects')
  await newer.query('BEGIN; SELECT 1 FROM assets')
  await t.rejects(migrate(url, { folder, limits: once }), { message: /: projects is locked by others$/ })
})

t.test('A migration waits for the command of Prisma, whose lock belongs to its session, and keeps it waiting', async (t) => {
  const { url, folder, connect, rows } = await toMigrate(t, { '20990101000000_more': 'ALTER TABLE "assets" ADD COLUMN "x" TEXT;' })
  const [command, holder] = [await connect(), await connect()]
  await command.query(`SELECT pg_advisory_lock(${locks.migration})`)
  const migrating = migrate(url, { folder, limits: quick })
  await eventually('a look whether it is done', async () => (await rows(`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query = 'ROLLBACK'`)).length > 0)
  t.notOk((await noted(url)).includes('20990101000000_more'))
  await holder.query('BEGIN; SELECT 1 FROM assets')
  await command.query(`SELECT pg_advisory_unlock(${locks.migration})`)
  await eventually('a try', async () => (await rows(waiting)).length > 0)
  const { rows: [answer] } = await command.query(`SELECT pg_try_advisory_lock(${locks.migration}) AS taken`)
  t.strictSame(answer, { taken: false })
  await holder.query('COMMIT')
  await migrating
  t.strictSame(await noted(url), await migrationNames('postgresql', folder))
})

t.test('When the connection that excludes others is lost, each migration is applied once all the same', async (t) => {
  const { url, folder, connect, rows } = await toMigrate(t, {
    '20990101000000_more': 'ALTER TABLE "assets" ADD COLUMN "more" INT DEFAULT 0;',
    '20990102000000_add': 'CREATE TABLE "made" (id int); INSERT INTO "made" VALUES (1);'
  })
  const excluding = `FROM pg_locks JOIN pg_database ON oid = database
    WHERE locktype = 'advisory' AND datname = current_database()`
  const holder = await connect()
  await holder.query('BEGIN; SELECT 1 FROM assets')
  const first = migrate(url, { folder, limits: quick })
  await eventually('a try', async () => (await rows(waiting)).length > 0)
  await rows(`SELECT pg_terminate_backend(pid, 60000) ${excluding}`)
  const second = migrate(url, { folder, limits: quick })
  await eventually('the lock of the other', async () => (await rows(`SELECT 1 ${excluding}`)).length > 0)
  await holder.query('COMMIT')
  await Promise.all([first, second])
  t.strictSame(await noted(url), await migrationNames('postgresql', folder))
  t.strictSame(await rows('SELECT id FROM made'), [{ id: 1 }])
})
