import pg from 'pg'
import t, { type Test } from 'tap'
import { openMigratedDatabase } from '#src/database/migrations.js'
import { keepLog } from '#test/helper/log.js'
import { startProgram, startService } from '#test/helper/program.js'
import { eventually } from '#test/helper/receiver.js'
import { checkTakenOver, earlierDatabase, notesOf } from '#test/src/database/before-init/earlier.js'

const start = async (url: string, log = keepLog()) => (await openMigratedDatabase(url, { log: log.logger })).close()
const TAKEN_OVER = 'the database of an earlier version was taken over'

/** A connection as a process of the earlier version has it. */
async function connect (t: Test, url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  t.teardown(() => client.end())
  return client
}

const beat = (seconds: number) => `INSERT INTO workers (id, alive_until) VALUES ('w', clock_timestamp() + INTERVAL '${seconds} seconds')
  ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`

t.test('A start waits for the last heartbeat of a process of the earlier version that was killed, and then takes over', async (t) => {
  const earlier = await earlierDatabase(t, 'postgresql')
  await earlier.execute(beat(2))
  await start(earlier.url)
  t.strictSame(await earlier.query('SELECT alive_until > clock_timestamp() AS alive FROM workers'), [{ alive: false }])
  await checkTakenOver(t, earlier)
})

t.test('A start is refused while a process of the earlier version has a heartbeat, and changes nothing', async (t) => {
  const earlier = await earlierDatabase(t, 'postgresql')
  const client = await connect(t, earlier.url)
  await client.query(beat(3))
  const timer = setInterval(() => { client.query(beat(3)).catch(() => {}) }, 500)
  t.teardown(() => clearInterval(timer))
  const before = await notesOf(earlier)
  await t.rejects(start(earlier.url), { message: 'The database has to be upgraded, and a process of the earlier version is at work on it: stop all its processes first' })
  t.strictSame(await notesOf(earlier), before)
})

t.test('A heartbeat from before the clock was set back does not count', async (t) => {
  const earlier = await earlierDatabase(t, 'postgresql')
  await earlier.execute(beat(3600))
  await start(earlier.url)
  await checkTakenOver(t, earlier)
})

t.test('A backup, which has the heartbeats of its moment, is taken over at once: on SQLite the lock of the file says who is there', async (t) => {
  const earlier = await earlierDatabase(t, 'sqlite')
  await earlier.execute("INSERT INTO workers (id, alive_until) VALUES ('w', strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '+3 seconds'))")
  await start(earlier.url)
  await checkTakenOver(t, earlier)
})

t.test('Of several starts at once one takes over, and the others find it done', async (t) => {
  const earlier = await earlierDatabase(t, 'postgresql')
  const log = keepLog()
  await Promise.all([1, 2, 3].map(() => start(earlier.url, log)))
  t.equal(log.about(TAKEN_OVER).length, 1)
  await checkTakenOver(t, earlier)
})

t.test('What a process of the earlier version is about to commit is taken over, and what it writes later fails', async (t) => {
  const earlier = await earlierDatabase(t, 'postgresql')
  const client = await connect(t, earlier.url)
  await client.query("BEGIN; INSERT INTO webhook_inbox (account_id, position, event_id, webhook_id) VALUES (1, 1, 'late', 1)")
  const taking = start(earlier.url)
  await eventually('the take-over to wait', async () =>
    (await earlier.query("SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'webhook_inbox'::regclass")).length > 0)
  await client.query('COMMIT')
  await taking
  await t.rejects(
    client.query("INSERT INTO webhook_inbox (account_id, position, event_id, webhook_id) VALUES (1, 2, 'later', 1)"),
    { code: '42P01' },
    'what comes later is not lost in silence: its write fails'
  )
  t.match(await earlier.query('SELECT webhook_id, sequence, event_id FROM webhook_queue'), [{ webhook_id: 1, sequence: 11, event_id: 'late' }])
})

t.test('A start is refused while a transaction of the earlier version goes on, and changes nothing', async (t) => {
  const earlier = await earlierDatabase(t, 'postgresql')
  const client = await connect(t, earlier.url)
  await client.query("BEGIN; INSERT INTO webhook_inbox (account_id, position, event_id, webhook_id) VALUES (1, 1, 'late', 1)")
  const before = await notesOf(earlier)
  await t.rejects(start(earlier.url), { message: /^The database has to be upgraded, and another process holds its webhooks locked: stop all processes/ })
  t.strictSame(await notesOf(earlier), before)
})

t.test('A take-over that is killed is finished by the next start: each delivery and each change has one number', async (t) => {
  const earlier = await earlierDatabase(t, 'postgresql')
  const [deliveries, changes] = [90_000, 50_000]
  await earlier.execute(`
    INSERT INTO webhook_inbox (account_id, position, event_id, webhook_id) SELECT 1, i, 'event ' || i, 1 FROM generate_series(1, ${deliveries}) AS numbers(i);
    INSERT INTO change_inbox (position, account_id, entry_id) SELECT i, 1, 'entry ' || i FROM generate_series(1, ${changes}) AS numbers(i)`)
  const environment = { DATABASE_URL: earlier.url, JOBS: 'off' }
  const killed = await startProgram(t, 'src/server.js', [], { ...environment, NODE_ENV: 'production', LOG_LEVEL: 'info', PORT: '0', ADMIN_API_KEY: 'sixteen_letters!' })
  await eventually('the second piece', () => killed.printed.stdout.split('what waits in the inboxes').length > 2)
  killed.process.kill('SIGKILL')
  await killed.ended
  t.notMatch(killed.printed.stdout, /taken over/)
  await (await startService(t, environment)).stop()
  await checkTakenOver(t, earlier)
  t.match(
    await earlier.query("SELECT count(*) AS count FROM webhook_queue WHERE webhook_id = 1 AND event_id = 'event ' || (sequence - 10)"),
    [{ count: deliveries }]
  )
  t.match(await earlier.query("SELECT count(*) AS count FROM changes WHERE entry_id = 'entry ' || number"), [{ count: changes }])
})
