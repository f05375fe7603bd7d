import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import pg from 'pg'
import t, { type Test } from 'tap'
import { eventually } from '#proof/harness/waiting.js'
import { buildApp } from '../../src/app.js'
import { openDatabase } from '../../src/database/database.js'
import { createClient, createWorld, neverOverloaded, type Answer, type World } from '../helper/app.js'
import { startService } from '../helper/program.js'
import { openProxy } from '../helper/proxy.js'

const WRITERS = 8

async function connect (t: Test, url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  t.teardown(() => client.end())
  return client
}

/** A second app on the same database, which it reaches through a proxy. */
async function behindProxy (t: Test, { url, config }: World) {
  const proxy = await openProxy(t, url)
  const app = await buildApp({
    config,
    // On a busy machine it may not answer in time.
    database: await eventually('the database answers', () => openDatabase(proxy.url).catch(() => null)),
    overload: neverOverloaded,
    logger: pino({ level: 'silent' })
  })
  t.teardown(() => app.close())
  await app.ready()
  return { app, proxy, client: createClient(app, config.ADMIN_API_KEY!) }
}

function isDoneOrRefused (t: Test, { status, headers, text }: Answer): void {
  if (status === 200) return
  t.equal(status, 503, text)
  t.equal(headers['retry-after'], '10')
}

// The tests mostly wait.
t.jobs = 3

t.test('A transaction whose connection is lost at every try gets 503 with Retry-After, and nothing is done', async (t) => {
  const world = await createWorld(t, 'postgresql')
  const { proxy, client } = await behindProxy(t, world)
  await client.post('assets', { title: 'before' })
  proxy.endTransactions(1, Infinity)
  const answers = await Promise.all(Array.from({ length: WRITERS }, () => client.post('assets', { title: 'never' })))
  t.same(answers.map(({ status, headers }) => [status, headers['retry-after']]), answers.map(() => [503, '10']))
  proxy.endTransactions(1, 0)
  t.equal((await client.post('assets', { title: 'after' })).status, 200)
  t.equal(await world.app.database.reads.prisma.asset.count({ where: { title: 'never' } }), 0)
})

t.test('A commit whose answer is lost is not repeated, and a retry by Idempotency-Key gets its result', async (t) => {
  const world = await createWorld(t, 'postgresql')
  const { proxy, client } = await behindProxy(t, world)
  await client.post('assets', { title: 'before' })
  const headers = { 'idempotency-key': randomUUID() }
  proxy.loseAnswerTo('COMMIT')
  const first = await client.send('POST', 'assets', { title: 'once' }, headers)
  t.equal(first.status, 503)
  t.equal(first.headers['retry-after'], '10')
  const second = await client.send('POST', 'assets', { title: 'once' }, headers)
  t.equal(second.status, 200)
  t.equal(second.headers['idempotency-replayed'], 'true')
  t.equal(await world.app.database.reads.prisma.asset.count({ where: { title: 'once' } }), 1)
})

t.test('A silent network makes the service not ready, and it recovers when the network does', async (t) => {
  const world = await createWorld(t, 'postgresql')
  const { proxy, client } = await behindProxy(t, world)
  const { body: { asset: { id } } } = await client.post('assets', { title: 'before' })
  // All connections are in use when the network goes silent.
  await Promise.all(Array.from(
    { length: 30 },
    () => Promise.all([client.put(`assets/${id}`, { title: 'x' }), client.get(`assets/${id}`)])
  ))
  proxy.silence()
  const hanging = Array.from({ length: 25 }, () => [client.post('assets', { title: 'y' }), client.get(`assets/${id}`)])
    .flat()
  const { status, body } = await client.get('/readyz')
  t.equal(status, 503)
  t.match(body.problems, ['the database does not answer'])
  proxy.heal()
  await eventually('everything is answered again', async () => {
    const answers = await Promise.all([client.post('assets', { title: 'z' }), client.get(`assets/${id}`),
      client.get('/readyz')])
    return answers.every(({ status }) => status === 200)
  })
  for (const answer of await Promise.all(hanging)) isDoneOrRefused(t, answer)
  await eventually('it is ready', async () => (await client.get('/readyz')).status === 200)
})

t.test('A service whose database has gone silent still stops in time', async (t) => {
  const { url: databaseUrl, config } = await createWorld(t, 'postgresql')
  const proxy = await openProxy(t, databaseUrl)
  const { url, stop } = await startService(t, { DATABASE_URL: proxy.url, ADMIN_API_KEY: config.ADMIN_API_KEY! })
  proxy.silence()
  const hanging = Array.from(
    { length: 12 },
    () =>
      fetch(`${url}/api/v2/assets`, {
        method: 'POST',
        headers: { 'x-api-key': config.ADMIN_API_KEY!, 'content-type': 'application/json' },
        body: '{}'
      }).catch(() => null)
  )
  await fetch(`${url}/readyz`)
  const { code } = await stop()
  t.equal(code, 0)
  await Promise.all(hanging)
})

t.test('While the database is read-only, the service is not ready and refuses writes with 503', async (t) => {
  const { admin, url } = await createWorld(t, 'postgresql')
  const { body: { asset: { id } } } = await admin.post('assets', { title: 'before' })
  const operator = await connect(t, url)
  const name = new URL(url).pathname.slice(1)
  const change = async (value: string) => {
    await operator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`)
    await operator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()')
  }
  await operator.query('SET default_transaction_read_only = off')
  await change('on')
  const refused = await admin.post('assets', { title: 'x' })
  t.equal(refused.status, 503)
  t.equal(refused.headers['retry-after'], '10')
  t.equal((await admin.get(`assets/${id}`)).status, 200, 'what is there can be read')
  const { status, body } = await admin.get('/readyz')
  t.equal(status, 503)
  t.strictSame(body.problems, ['the database is read-only'])
  await change('off')
  t.equal((await admin.post('assets', { title: 'x' })).status, 200)
  t.equal((await admin.get('/readyz')).status, 200)
})
