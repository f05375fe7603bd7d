import type pg from 'pg'
import t from 'tap'
import { openDatabase } from '#src/database/database.js'
import { bindClient } from '#src/database/postgresql/connection.js'
import { createPrismaNames, nameOfText } from '#src/database/postgresql/names.js'
import { statement } from '#src/database/sql.js'
import { createTestDatabase } from '../../helper/databases.js'
import { party } from '#test/helper/parties.js'

const showJit = statement('', () => "SELECT current_setting('jit') AS jit")

t.test('JIT compilation of PostgreSQL is off: it takes longer than the statements', async (t) => {
  const { url, drop } = await createTestDatabase('postgresql')
  t.teardown(drop)
  for (const isPooled of [false, true]) {
    const database = await openDatabase(isPooled ? `${url}?pgbouncer=true` : url)
    await database.transaction(async ({ sql }) => { t.strictSame(await sql.first(showJit, []), { jit: 'off' }) })
    if (!isPooled) t.strictSame(await database.reads.sql.first(showJit, []), { jit: 'off' })
    await database.close()
  }
})

t.test('A statement without a name is not prepared, so that each run is planned for its parameters', async (t) => {
  const names: unknown[] = []
  const client: Pick<pg.PoolClient, 'query'> = {
    query: async ({ name }: pg.QueryConfig) => {
      names.push(name)
      return { rows: [] }
    }
  } as never
  const { sql } = bindClient(client as pg.PoolClient, { own: nameOfText, prisma: createPrismaNames(nameOfText) })
  await sql.all(statement('', () => 'SELECT 1'), [])
  await sql.all(statement('test_named', () => 'SELECT 1'), [])
  t.match(names, ['', /^test_named_/])
})

/** How often a stored time of the database's clock would be later than that clock. */
const countLater = statement('', (sql) => `
  SELECT CAST(count(*) AS integer) AS count FROM generate_series(1, 1000)
  WHERE CAST(${sql.clock(0)} AS timestamptz(3)) > clock_timestamp()`)

t.test('What is due from now on is due at once: a stored time is never later than the clock', async (t) => {
  const { url, drop } = await createTestDatabase('postgresql')
  t.teardown(drop)
  const database = await openDatabase(url)
  t.teardown(() => database.close())
  t.strictSame(await database.reads.sql.first(countLater, []), { count: 0 })
})

const sleep = statement('', () => 'SELECT pg_sleep(0.5) AS slept')
const countSleeping = statement<{ count: number }>('', () => `
  SELECT CAST(count(*) AS integer) AS count FROM pg_stat_activity
  WHERE state = 'active' AND query LIKE '%slept' AND datname = current_database()`)

t.test('Long reads use three connections at most, and the accounts take turns', async (t) => {
  const { url, drop } = await createTestDatabase('postgresql')
  t.teardown(drop)
  const database = await openDatabase(url)
  t.teardown(() => database.close())
  const order: number[] = []
  const readAs = async (user: number) => {
    await database.longReads(party(user)).first(sleep, [])
    order.push(user)
  }
  const crowd = Promise.all([...Array.from({ length: 12 }, () => readAs(1)), readAs(2)])
  let most = 0
  while (order.length < 6) {
    const { count } = (await database.reads.sql.first(countSleeping, []))!
    most = Math.max(most, count)
  }
  t.equal(most, 3, 'at a time')
  await crowd
  t.ok(order.indexOf(2) < 6, 'a single read waits for one turn')
})

t.test('An account with many or long writes leaves connections to other accounts', async (t) => {
  const { url, drop } = await createTestDatabase('postgresql')
  t.teardown(drop)
  const database = await openDatabase(url)
  t.teardown(() => database.close())
  const order: number[] = []
  const writeAs = async (account: number, long: boolean) => {
    await database.transaction(async ({ sql }) => { await sql.first(sleep, []) }, { party: party(account), long })
    order.push(account)
  }

  await t.test('A single write does not wait for all of thirty writes of another account', async (t) => {
    await Promise.all([...Array.from({ length: 30 }, () => writeAs(1, false)), writeAs(2, false)])
    t.ok(order.indexOf(2) < 20, String(order.indexOf(2)))
  })

  await t.test('An account has two long jobs at a time', async (t) => {
    order.length = 0
    const crowd = Promise.all(Array.from({ length: 9 }, () => writeAs(1, true)))
    let most = 0
    while (order.length < 6) {
      most = Math.max(most, (await database.reads.sql.first(countSleeping, []))!.count)
    }
    t.equal(most, 2)
    await crowd
  })
})
