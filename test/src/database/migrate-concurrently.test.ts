import t from 'tap'
import { eventually } from '#proof/harness/waiting.js'
import { migrate, migrationNames } from '#src/database/migrate/migrate.js'
import { noted, toMigrate } from '../../helper/migrations.js'

const limits = { firstPauseMs: 5, longestPauseMs: 5, turnMs: 5 }
const NAME = '20990101000000_more'
const index = { [NAME]: '-- CreateIndex\nCREATE INDEX CONCURRENTLY "assets_more_idx" ON "assets"("title");\n' }

const found = "SELECT indexrelid, indisvalid, indisunique FROM pg_index WHERE indexrelid = to_regclass('assets_more_idx')"
const valid = [{ indisvalid: true, indisunique: false }]
const making = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
  AND query LIKE '%CREATE INDEX CONCURRENTLY%' AND state = 'active' AND wait_event_type = 'Lock'`

/** A folder with the index, and a transaction with a snapshot from before, for which the making of the index waits. */
async function besideSnapshot (t: Parameters<typeof toMigrate>[0]) {
  const world = await toMigrate(t, index)
  const holder = await world.connect()
  await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1')
  return {
    ...world,
    release: () => holder.query('COMMIT'),
    isMaking: () => eventually('an index that waits', async () => (await world.rows<{ pid: number }>(making))[0])
  }
}

t.test('Of several starts at once, one makes the index, and those that wait for it do not hold it up', async (t) => {
  const { url, folder, rows, release, isMaking } = await besideSnapshot(t)
  const starts = [1, 2, 3].map(() => migrate(url, { folder, limits }))
  await isMaking()
  await eventually('a look of another', async () => (await rows(`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query = 'ROLLBACK'`)).length > 0)
  await rows("INSERT INTO accounts (id, name, created_at) VALUES (7, 'Studio', now())")
  await release()
  await Promise.all(starts)
  t.match(await rows(found), valid)
  t.strictSame(await noted(url), await migrationNames('postgresql', folder))
})

t.test('The next start makes the index anew of which a killed one has left a part', async (t) => {
  const { url, folder, rows, release, isMaking } = await besideSnapshot(t)
  const killed = t.rejects(migrate(url, { folder, limits }), {
    message: new RegExp(`^The database could not be migrated: ${NAME}: `)
  })
  const { pid } = await isMaking()
  await rows('SELECT pg_terminate_backend($1, 60000)', [pid])
  await killed
  t.match(await rows(found), [{ indisvalid: false }])
  await release()
  await migrate(url, { folder, limits })
  t.match(await rows(found), valid)
  t.strictSame(await noted(url), await migrationNames('postgresql', folder))
})

t.test('An index that the server goes on making for a killed start is waited for, and noted', async (t) => {
  const { url, folder, connect, rows, release, isMaking } = await besideSnapshot(t)
  const ofKilled = (await connect()).query(index[NAME]!)
  await isMaking()
  const [{ indexrelid } = {}] = await rows(found)
  const next = migrate(url, { folder, limits })
  await eventually('a lock that waits', async () => (await rows(`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LOCK TABLE "assets"%' AND wait_event_type = 'Lock'`)).length > 0)
  await release()
  await Promise.all([ofKilled, next])
  t.match(await rows(found), [{ indexrelid, indisvalid: true }])
  t.strictSame(await noted(url), await migrationNames('postgresql', folder))
})

t.test('An index that is valid is only noted, and one that cannot be made leaves nothing', async (t) => {
  const { url, folder, connect, rows } = await toMigrate(t, {
    ...index,
    '20990102000000_values': 'CREATE TABLE "values" (id int); INSERT INTO "values" VALUES (1), (1);',
    '20990103000000_unique': 'CREATE UNIQUE INDEX CONCURRENTLY "values_id_key" ON "values"("id");'
  })
  await (await connect()).query(index[NAME]!)
  const [{ indexrelid } = {}] = await rows(found)
  await t.rejects(migrate(url, { folder, limits }), { message: /: 20990103000000_unique: could not create unique index/ })
  t.match(await rows(found), [{ indexrelid }])
  t.strictSame(await rows("SELECT to_regclass('values_id_key') AS name"), [{ name: null }])
  t.strictSame(await noted(url), (await migrationNames('postgresql', folder)).slice(0, -1))

  await rows('DELETE FROM "values"')
  await migrate(url, { folder, limits })
  t.strictSame(await noted(url), await migrationNames('postgresql', folder))
})

t.test('An index is dropped concurrently, also where a killed start has dropped it', async (t) => {
  const { url, folder, rows } = await toMigrate(t, {
    '20990101000000_drop': 'DROP INDEX CONCURRENTLY "comments_item_id_done_idx";',
    '20990102000000_dropped': 'DROP INDEX CONCURRENTLY "dropped_idx";'
  })
  await migrate(url, { folder, limits })
  t.strictSame(await rows("SELECT to_regclass('comments_item_id_done_idx') AS name"), [{ name: null }])
  t.strictSame(await noted(url), await migrationNames('postgresql', folder))
})

t.test('A migration that makes an index concurrently, and something else, is refused', async (t) => {
  const { url, folder } = await toMigrate(t, {
    [NAME]: 'ALTER TABLE "assets" ADD COLUMN "more" TEXT; CREATE INDEX CONCURRENTLY "assets_more_idx" ON "assets"("more");'
  })
  await t.rejects(migrate(url, { folder, limits }), {
    message: `The database could not be migrated: ${NAME}: an index that is made concurrently needs a migration of its own`
  })
})
