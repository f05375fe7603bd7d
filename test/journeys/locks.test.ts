import pg from 'pg'
import t, { type Test } from 'tap'
import { createWorld, type Answer } from '../helper/app.js'

/** More requests than there are connections for transactions. */
const CALLERS = 30

/** Another client with a transaction, which holds a lock until it is released. */
async function hold (t: Test, url: string, query: string, values: unknown[]) {
  const client = new pg.Client(url)
  await client.connect()
  t.teardown(() => client.end())
  await client.query('BEGIN')
  await client.query(query, values)
  return { letGo: async () => { await client.query('ROLLBACK') } }
}

/** Many concurrent requests. */
function send (request: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: CALLERS }, request))
}

/** A caller that waits for a lock is served when it is released, or refused after too long. */
function isServedOrRefused (t: Test, answers: Answer[]): void {
  for (const { status, headers } of answers) {
    if (status === 200) continue
    t.equal(status, 503)
    t.equal(headers['retry-after'], '10')
  }
}

// The tests mostly wait.
t.jobs = 4

t.test('A foreign lock on one row delays only the requests for that row', async (t) => {
  const { admin, url } = await createWorld(t, 'postgresql')
  const { body: { asset: { id } } } = await admin.post('assets', { title: 'locked' })
  const stranger = await hold(t, url, 'SELECT id FROM assets WHERE id = $1 FOR UPDATE', [id])
  const waiting = send(() => admin.put(`assets/${id}`, { title: 'x' }))
  for (let index = 0; index < CALLERS; index++) t.equal((await admin.post('assets', { title: 'free' })).status, 200)
  await stranger.letGo()
  isServedOrRefused(t, await waiting)
  t.equal((await admin.put(`assets/${id}`, { title: 'y' })).status, 200)
})

t.test('The tree lock of one account does not delay other accounts', async (t) => {
  const { admin, adminCaller, addStranger, url } = await createWorld(t, 'postgresql')
  const { client: other } = await addStranger()
  const { body: { project: { id: project } } } = await admin.post('projects', { title: 'p' })
  const { body: { asset: { id: asset } } } = await admin.post('assets', { title: 'a' })
  const slow = await hold(t, url, 'SELECT pg_advisory_xact_lock($1, $2)', [0x63757472, adminCaller.accountId])
  const waiting = send(() => admin.post(`assets/${asset}/assign`, { to_project_id: project }))
  for (let index = 0; index < CALLERS; index++) t.equal((await other.post('assets', { title: 'free' })).status, 200)
  await slow.letGo()
  isServedOrRefused(t, await waiting)
  t.equal((await admin.post(`assets/${asset}/assign`, { to_project_id: project })).status, 200)
})

t.test('Requests that wait too long for a lock are answered with 503 and Retry-After', async (t) => {
  const { admin, url } = await createWorld(t, 'postgresql')
  const { body: { asset: { id } } } = await admin.post('assets', { title: 'locked' })
  const stranger = await hold(t, url, 'SELECT id FROM assets WHERE id = $1 FOR UPDATE', [id])
  for (const { status, headers } of await send(() => admin.put(`assets/${id}`, { title: 'x' }))) {
    t.equal(status, 503)
    t.equal(headers['retry-after'], '10')
  }
  await stranger.letGo()
  t.equal((await admin.put(`assets/${id}`, { title: 'x' })).status, 200)
})

t.test('The background loop gets a connection while requests wait for theirs', async (t) => {
  const { app, adminCaller } = await createWorld(t, 'postgresql')
  let end = () => {}
  const ended = new Promise<void>((resolve) => { end = resolve })
  const one = { name: 'test_one', text: () => 'SELECT 1 AS one' }
  const held = Array.from({ length: CALLERS }, () => app.transact(adminCaller, async (tx) => {
    await tx.sql.first(one, [])
    await ended
  }))
  await app.transactInBackground(adminCaller, async (tx) => { await tx.sql.first(one, []) })
  t.strictSame(await app.database.background.reads.sql.first(one, []), { one: 1 })
  end()
  await Promise.all(held)
})
