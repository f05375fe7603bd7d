import t, { type Test } from 'tap'
import { systemCaller } from '#src/core/caller.js'
import { createTransact } from '#src/core/transact.js'
import { openDatabase, type Database, type TransactionOptions, type Work } from '#src/database/database.js'
import { statement } from '#src/database/sql.js'
import { createTestDatabase } from '../../helper/databases.js'
import { eventually } from '../../helper/receiver.js'
import { party } from '#test/helper/parties.js'

interface Thing {
  readonly id: string
  readonly account_id: number
  readonly value: number
}

const create = statement('', () => 'CREATE TABLE things (id text PRIMARY KEY, account_id integer, value integer)')
const fill = statement('', () => `
  INSERT INTO things SELECT 'thing-' || lpad(to_hex(n), 4, '0'), 1, 0 FROM generate_series(0, 99) AS n`)
const lock = statement<{ id: string }>('test_things_hold', (sql) => `
  SELECT id, account_id, value FROM things WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))} ORDER BY id
  ${sql.forUpdateSkipLocked}`)
const read = statement<Thing>('test_things_read', (sql) => `
  SELECT id, account_id, value FROM things WHERE id = $1 ${sql.forUpdate}`)
const set = statement('test_things_set', () => 'UPDATE things SET value = $2 WHERE id = $1')
const add = statement('test_things_add', () => 'INSERT INTO things VALUES ($1, 1, 1)')
const addTogether = statement('test_things_add_one', () => 'INSERT INTO things VALUES ($1, 1, $2)',
  statement('test_things_add_list', (sql) => `
    INSERT INTO things SELECT value ->> 0, 1, CAST(value ->> 1 AS integer) FROM ${sql.elements('$1')}`))
const transactionId = statement<{ id: string }>('test_transaction_id', () => 'SELECT CAST(pg_current_xact_id() AS text) AS id')
const countWaiting = statement<{ count: number }>('', () => `
  SELECT CAST(count(*) AS integer) AS count FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database()`)
const valueOf = statement<{ value: number }>('', () => 'SELECT value FROM things WHERE id = $1')

const idOf = (number: number) => `thing-${number.toString(16).padStart(4, '0')}`
const hold = (id: string): TransactionOptions => ({ shared: { hold: { lock, accountId: 1, id } } })

async function open (t: Test): Promise<Database> {
  const { url, drop } = await createTestDatabase('postgresql')
  t.teardown(drop)
  const database = await openDatabase(url)
  t.teardown(() => database.close())
  await database.transaction(async ({ sql }) => {
    await sql.run(create, [])
    await sql.run(fill, [])
  })
  return database
}

/** Adds one to a counter. Returns the transaction that did it. */
const increase = (id: string): Work<string> => async ({ sql }, _beforeCommit, held) => {
  const thing = (held?.get(id) ?? await sql.first(read, [id])) as Thing
  const after = { ...thing, value: thing.value + 1 }
  await sql.run(set, [id, after.value])
  held?.set(id, after)
  return (await sql.first(transactionId, []))!.id
}

const valueIn = async ({ reads }: Database, id: string) =>
  (await reads.sql.first(valueOf, [id]))?.value

t.test('Jobs that wait at the same time share a few commits, and each sees the writes of those before it', async (t) => {
  const database = await open(t)
  const transactions = await Promise.all(Array.from({ length: 200 }, (_, index) => {
    const id = idOf(index % 4)
    return database.transaction(increase(id), hold(id))
  }))
  t.ok(new Set(transactions).size < 50, `${new Set(transactions).size} transactions of 200 jobs`)
  for (let number = 0; number < 4; number++) t.equal(await valueIn(database, idOf(number)), 50)
})

t.test('A job that fails before it writes, or whose row does not exist, does not affect the others', async (t) => {
  const database = await open(t)
  const units = [1, 2, 3, 4].map((number) => database.transaction(increase(idOf(number)), hold(idOf(number))))
  const failing = database.transaction(async () => { throw new Error('not so') }, hold(idOf(5)))
  const nowhere = database.transaction(async ({ sql }, _beforeCommit, held) => {
    t.notOk(held?.has('thing-ffff'))
    return sql.first(read, ['thing-ffff'])
  }, hold('thing-ffff'))
  await t.rejects(failing, { message: 'not so' })
  t.equal(await nowhere, undefined)
  t.ok(new Set(await Promise.all(units)).size <= 2)
  for (const number of [1, 2, 3, 4]) t.equal(await valueIn(database, idOf(number)), 1)
})

t.test('A job that fails after writing is rolled back alone; then the jobs of its account commit alone for a while', async (t) => {
  const database = await open(t)
  const others = [1, 2, 3, 4, 6, 8].map((number) =>
    database.transaction(increase(idOf(number)), { ...hold(idOf(number)), party: party(1) }))
  const failing = (account: number) => database.transaction(async ({ sql }) => {
    await sql.run(add, ['left-behind'])
    throw new Error('too late')
  }, { shared: {}, party: party(account) })
  await t.rejects(failing(2), { message: 'too late' })
  await Promise.all(others)
  t.equal(await valueIn(database, 'left-behind'), undefined)
  for (const number of [1, 2, 3, 4, 6, 8]) t.equal(await valueIn(database, idOf(number)), 1, 'once, and not twice')

  const together = [1, 2, 3].map((number) =>
    database.transaction(increase(idOf(number)), { ...hold(idOf(number)), party: party(2) }))
  t.equal(new Set(await Promise.all(together)).size, 3)
})

t.test('A statement that the database refuses fails only its own job', async (t) => {
  const database = await open(t)
  const units = [1, 2, 3, 4].map((number) => database.transaction(increase(idOf(number)), hold(idOf(number))))
  const twice = database.transaction(({ sql }) => Promise.resolve(sql.run(add, [idOf(1)])), { shared: {} })
  await t.rejects(twice, { code: '23505' })
  await Promise.all(units)
  for (const number of [1, 2, 3, 4]) t.equal(await valueIn(database, idOf(number)), 1)
})

t.test('A transaction that holds a row delays only the jobs that need this row', async (t) => {
  const database = await open(t)
  let release = (): void => {}
  const released = new Promise<void>((resolve) => { release = resolve })
  let isHeld = (): void => {}
  const taken = new Promise<void>((resolve) => { isHeld = resolve })
  const holder = database.transaction(async ({ sql }) => {
    await sql.first(read, [idOf(7)])
    isHeld()
    await released
  })
  await taken
  const waiting = database.transaction(increase(idOf(7)), hold(idOf(7)))
  await Promise.all([5, 9, 11, 13].map((number) => database.transaction(increase(idOf(number)), hold(idOf(number)))))
  await eventually('a job that waits for the row', async () =>
    (await database.reads.sql.first(countWaiting, []))!.count > 0 || null)
  t.equal(await valueIn(database, idOf(13)), 1, 'in the same lane')
  release()
  await Promise.all([holder, waiting])
  t.equal(await valueIn(database, idOf(7)), 1)
})

t.test('The hook of a shared commit runs once for all of its jobs, without those that failed', async (t) => {
  const database = await open(t)
  const calls: number[][] = []
  const finish = async (_sql: unknown, values: readonly number[]) => { calls.push([...values]) }
  const units = Array.from({ length: 20 }, (_, index) =>
    database.transaction(async (_connection, beforeCommit) => {
      beforeCommit(finish, index)
      if (index === 3) throw new Error('not this one')
    }, { shared: {} }))
  await t.rejects(units[3]!)
  await Promise.allSettled(units)
  t.ok(calls.length < 10, `${calls.length} calls`)
  t.strictSame(calls.flat().sort((a, b) => a - b), units.map((_, index) => index).filter((index) => index !== 3))
})

t.test('The failure of a batched insert is reported by the next read or by the commit', async (t) => {
  const database = await open(t)
  const duplicate = { code: '23505' }
  await t.rejects(database.transaction(async ({ sql }) => {
    await sql.run(addTogether, ['new', 1])
    await sql.run(addTogether, [idOf(1), 1])
    await t.rejects(async () => sql.first(valueOf, ['new']), duplicate)
    await sql.first(valueOf, ['new'])
  }), duplicate)
  await t.rejects(database.transaction(async ({ sql }) => {
    await sql.run(addTogether, [idOf(1), 1])
  }), duplicate, 'reported by the commit, as nothing was read')
  await t.rejects(database.transaction(async ({ sql }) => {
    await sql.run(addTogether, [idOf(1), 1])
    await sql.run(set, [idOf(2), 5])
  }, { shared: {} }), duplicate)
  t.equal(await valueIn(database, 'new'), undefined)
  t.equal(await valueIn(database, idOf(2)), 0)

  await database.transaction(async ({ sql }) => {
    await sql.run(addTogether, ['new', 1])
    t.match(await sql.first(valueOf, ['new']), { value: 1 }, 'a read sees the inserts')
    await sql.run(addTogether, ['newer', 2])
  })
  t.equal(await valueIn(database, 'newer'), 2)
})

t.test('A savepoint whose batched insert fails is rolled back alone', async (t) => {
  const database = await open(t)
  const transact = createTransact({ database })
  await transact(systemCaller(), async (tx) => {
    await tx.sql.run(addTogether, ['before', 1])
    await t.rejects(tx.savepoint(async (part) => {
      await part.sql.run(addTogether, ['undone', 1])
      await part.sql.run(addTogether, [idOf(1), 1])
    }), { code: '23505' })
    await t.rejects(tx.savepoint(async (part) => {
      await part.sql.run(addTogether, [idOf(1), 1])
      throw new Error('not so')
    }), { message: 'not so' })
    await tx.savepoint(async (part) => { await part.sql.run(addTogether, ['after', 1]) })
  })
  const values = await Promise.all(['before', 'undone', 'after', idOf(1)].map((id) => valueIn(database, id)))
  t.strictSame(values, [1, undefined, 1, 0])
})
