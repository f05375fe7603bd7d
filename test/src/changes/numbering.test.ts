import pg from 'pg'
import t, { type Test } from 'tap'
import { createNumbering } from '#src/changes/numbering.js'
import { createTransact, type Transact } from '#src/core/transact.js'
import { openDatabase } from '#src/database/database.js'
import { locks } from '#src/database/locks.js'
import { createWorld } from '../../helper/app.js'
import { addAsset } from '../../helper/items.js'

interface Numbered {
  readonly number: string
  readonly entry_id: string
}

/** An account in PostgreSQL, read directly. */
async function open (t: Test) {
  const { url, admin } = await createWorld(t, 'postgresql')
  const client = new pg.Client(url)
  await client.connect()
  t.teardown(() => client.end())
  const titles = async () => (await client.query<{ title: string }>(`
    SELECT a.title FROM changes c JOIN history h ON h.id = c.entry_id JOIN assets a ON a.id = h.asset_id
    ORDER BY c.number`)).rows.map(({ title }) => title)
  const waiting = async () =>
    Number((await client.query<{ count: string }>('SELECT count(*) AS count FROM change_inbox')).rows[0]!.count)
  return { url, admin, client, titles, waiting }
}

t.test('If no other process numbers changes, a change has its number before its request is answered', async (t) => {
  const { admin, titles, waiting } = await open(t)
  for (const title of ['a', 'b', 'c']) await addAsset(admin, { title })
  t.strictSame(await titles(), ['a', 'b', 'c'])
  t.equal(await waiting(), 0)
})

t.test('Writers do not wait while another process numbers changes, and their changes are numbered in order', async (t) => {
  const { admin, client, titles, waiting } = await open(t)
  await addAsset(admin, { title: 'first' })
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [locks.changeNumbers])
  for (const title of ['second', 'third']) await addAsset(admin, { title })
  t.strictSame(await titles(), ['first'])
  t.equal(await waiting(), 2)
  await client.query('COMMIT')
  await addAsset(admin, { title: 'fourth' })
  t.strictSame(await titles(), ['first', 'second', 'third', 'fourth'])
  t.equal(await waiting(), 0)
})

t.test('If more changes wait than one transaction numbers, a new change queues behind them', async (t) => {
  const { admin, client, waiting } = await open(t)
  await addAsset(admin, { title: 'first' })
  await client.query(`
    INSERT INTO change_inbox (position, account_id, entry_id)
    SELECT nextval('change_inbox_positions'), a.id, 'waiting-' || step
    FROM accounts a, generate_series(1, 2500) AS waiting (step)`)
  await addAsset(admin, { title: 'last' })
  t.equal(await waiting(), 1501)
  t.equal((await admin.get('changes')).status, 200)
  t.equal(await waiting(), 0, 'a read numbers them')
  const { rows } = await client.query<Numbered>('SELECT number, entry_id FROM changes ORDER BY number')
  t.strictSame(rows.map(({ number }) => Number(number)), rows.map((_, index) => index + 1))
  t.equal(rows.filter(({ entry_id: id }) => id.startsWith('waiting')).length, 2500)
  t.notMatch(rows.at(-1)!.entry_id, /waiting/)
})

t.test('A run numbers the changes that waited when it began, and ends even if more keep arriving', async (t) => {
  const { client, url } = await open(t)
  const fill = () => client.query(`
    INSERT INTO change_inbox (position, account_id, entry_id)
    SELECT nextval('change_inbox_positions'), a.id, 'waiting-' || nextval('change_inbox_positions')
    FROM accounts a, generate_series(1, 2000)`)
  await fill()
  const database = await openDatabase(url)
  t.teardown(() => database.close())
  const transacting = createTransact({ database })
  let runs = 0
  const transact: Transact = async (caller, work) => {
    runs++
    await fill()
    return transacting(caller, work)
  }
  await createNumbering({ database, transact })()
  t.equal(runs, 2)
})
