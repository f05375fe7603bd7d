import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#src/basics/paths.js'
import { INIT } from '#src/database/migrate/before-init/names.js'
import { migrationNames } from '#src/database/migrate/migrate.js'
import { openMigratedDatabase } from '#src/database/migrations.js'
import { catalogueOf } from '../../../helper/catalogue.js'
import { keepLog } from '../../../helper/log.js'
import { newEmptyDatabase, onBothDatabases } from '../../../helper/prisma-project.js'
import { databaseAt, earlierDatabase, notesOf } from './earlier.js'

const TAKEN_OVER = 'the database of an earlier version was taken over'
const NUMBERING = 'what waits in the inboxes gets its numbers'

/** Starts on a database once. Returns the log. */
async function start (url: string) {
  const log = keepLog()
  await (await openMigratedDatabase(url, { log: log.logger })).close()
  return log
}

onBothDatabases('A database that was taken over has the tables, columns, defaults, indexes, triggers and sequences of a new one', async (t, dialect) => {
  const earlier = await earlierDatabase(t, dialect)
  await start(earlier.url)
  const made = databaseAt(await newEmptyDatabase(t, dialect))
  await start(made.url)
  t.strictSame(await catalogueOf(earlier), await catalogueOf(made))
})

onBothDatabases('A taken over database has `init` with its checksum in place of all earlier migrations, and a second start does nothing', async (t, dialect) => {
  const earlier = await earlierDatabase(t, dialect)
  const log = await start(earlier.url)
  t.match(log.about(TAKEN_OVER), [{ level: 30, migration: INIT, deliveries: 0, changes: 0, durationMs: Number }])
  t.strictSame(await notesOf(earlier), await migrationNames(dialect))
  const script = await readFile(join(projectRoot, 'prisma/migrations', dialect, INIT, 'migration.sql'))
  const noted = () => earlier.query(`SELECT checksum, finished_at FROM _prisma_migrations WHERE migration_name = '${INIT}'`)
  const first = await noted()
  t.match(first, [{ checksum: createHash('sha256').update(script).digest('hex') }])
  t.strictSame((await start(earlier.url)).about(TAKEN_OVER), [])
  t.strictSame(await noted(), first)
})

onBothDatabases('Deliveries that wait in the inbox of an earlier version follow those in the queues, in their order, and those to removed webhooks are dropped', async (t, dialect) => {
  const earlier = await earlierDatabase(t, dialect)
  await earlier.execute(`
    INSERT INTO webhook_queue (webhook_id, sequence, event_id) VALUES (1, 10, 'queued');
    INSERT INTO webhook_inbox (account_id, position, event_id, webhook_id)
    VALUES (1, 3, 'late', 1), (1, 2, 'early', 2), (1, 2, 'early', 1), (2, 1, 'other', 4), (1, 4, 'gone', 99), (1, 5, 'a', 2), (1, 5, 'b', 2)`)
  t.match((await start(earlier.url)).about(TAKEN_OVER), [{ deliveries: 7 }])
  t.strictSame(await earlier.query('SELECT webhook_id, sequence, event_id FROM webhook_queue ORDER BY webhook_id, sequence'), [
    [1, 10, 'queued'], [1, 11, 'early'], [1, 12, 'late'], [2, 21, 'early'], [2, 22, 'a'], [2, 23, 'b'], [4, 41, 'other']
  ].map(([webhookId, sequence, eventId]) => ({ webhook_id: webhookId, sequence, event_id: eventId })))
  const states = await earlier.query('SELECT last_sequence, first_tried FROM webhook_states ORDER BY webhook_id')
  t.strictSame(states.map((state) => Object.values(state)), [[12, 10], [23, 20], [30, 30], [41, 40]])
})

onBothDatabases('Changes that wait in the inbox of an earlier version get the next numbers of their accounts, and moved projects their places', async (t, dialect) => {
  const earlier = await earlierDatabase(t, dialect)
  await earlier.execute(`
    INSERT INTO changes (account_id, number, entry_id) VALUES (1, 1, 'first'), (1, 2, 'second');
    INSERT INTO change_inbox (position, account_id, entry_id, project_id, moved_project_id)
    VALUES (9, 1, 'fourth', NULL, 'p'), (7, 1, 'third', 'q', 'p'), (8, 2, 'other', 'r', NULL)`)
  t.match((await start(earlier.url)).about(TAKEN_OVER), [{ changes: 3 }])
  const changes = await earlier.query('SELECT account_id, number, entry_id, project_id FROM changes ORDER BY account_id, number')
  t.strictSame(changes.map((row) => Object.values(row)), [
    [1, 1, 'first', null], [1, 2, 'second', null], [1, 3, 'third', 'q'], [1, 4, 'fourth', null], [2, 1, 'other', 'r']
  ])
  t.strictSame((await earlier.query('SELECT project_id, number, parent_id FROM project_parents ORDER BY number')).map((row) => Object.values(row)), [
    ['p', 3, 'q'], ['p', 4, null]
  ])
  t.strictSame(await earlier.query('SELECT * FROM change_inbox'), [])
})

onBothDatabases('What waits in the inboxes gets its numbers piece by piece, and the log says how far it is', async (t, dialect) => {
  const earlier = await earlierDatabase(t, dialect)
  const numbers = dialect === 'sqlite'
    ? '(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000) SELECT i FROM n) AS numbers'
    : 'generate_series(1, 25000) AS numbers(i)'
  await earlier.execute(`
    INSERT INTO webhook_inbox (account_id, position, event_id, webhook_id)
    SELECT account_id, i, 'event ' || i, id FROM webhooks JOIN ${numbers} ON true WHERE id IN (1, 4);
    INSERT INTO change_inbox (position, account_id, entry_id) SELECT i, 1 + i % 2, 'entry ' || i FROM ${numbers}`)
  const log = await start(earlier.url)
  t.match(log.about(TAKEN_OVER), [{ deliveries: 50_000, changes: 25_000 }])
  const told = log.about(NUMBERING).map(({ done, of }) => [done, of])
  t.strictSame(told, [20_000, 40_000, 50_000, 70_000].map((done) => [done, 75_000]))
  t.strictSame(
    await earlier.query(`SELECT webhook_id, count(*) AS count FROM webhook_queue
      WHERE event_id = 'event ' || (sequence - 10 * webhook_id) GROUP BY webhook_id ORDER BY webhook_id`),
    [{ webhook_id: 1, count: 25_000 }, { webhook_id: 4, count: 25_000 }]
  )
  t.strictSame(
    await earlier.query(`SELECT account_id, count(*) AS count, max(number) AS last FROM changes
      WHERE entry_id = 'entry ' || (2 * number + 1 - account_id) GROUP BY account_id ORDER BY account_id`),
    [{ account_id: 1, count: 12_500, last: 12_500 }, { account_id: 2, count: 12_500, last: 12_500 }]
  )
})

onBothDatabases('An `init` that prisma migrate deploy has tried in vain on an earlier database does not count', async (t, dialect) => {
  const earlier = await earlierDatabase(t, dialect)
  await earlier.execute(`INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ('x', 'y', '${INIT}', 'table already exists')`)
  t.equal((await start(earlier.url)).about(TAKEN_OVER).length, 1)
  t.strictSame(await notesOf(earlier), await migrationNames(dialect))
})
