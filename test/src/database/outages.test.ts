import t from 'tap'
import { CommitInDoubt, isOutage, isPassing } from '#src/database/outages.js'
import { statement } from '#src/database/sql.js'
import { nameOfText } from '#src/database/postgresql/names.js'
import { createWorld } from '../../helper/app.js'

const coded = (code: string) => Object.assign(new Error('no'), { code })
const fromPrisma = (code: string, originalCode?: string) =>
  Object.assign(coded(code), { meta: { driverAdapterError: { cause: { originalCode } } } })

t.test('Errors of a database that cannot work count as outages, from the driver and from Prisma', async (t) => {
  for (
    const code of ['53300', '53100', '55P03', '57014', '57P01', '57P03', '08006', '40001', '25006', '28P01',
      'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY']
  ) {
    t.ok(isOutage(coded(code)), code)
    t.ok(isOutage(fromPrisma('P2039', code)), `${code} from Prisma`)
  }
  for (const code of ['P1001', 'P1008', 'P1017', 'P2037']) t.ok(isOutage(fromPrisma(code)), code)
  for (
    const message of ['Query read timeout', 'Connection terminated unexpectedly',
      'Client has encountered a connection error and is not queryable', 'timeout expired']
  ) {
    t.ok(isOutage(new Error(message)), message)
  }
  t.ok(isOutage(new CommitInDoubt(coded('ECONNRESET'))))
})

t.test('A mistake of a request or of the program does not count as an outage', async (t) => {
  for (
    const error of [coded('23505'), coded('42601'), fromPrisma('P2002', '23505'), coded('SQLITE_CONSTRAINT'),
      new TypeError('x is not a function'), null, 'no']
  ) t.notOk(isOutage(error))
})

t.test('Conflicts and lost connections are retried; a full disk, a lock timeout and a commit in doubt are not', async (t) => {
  for (const code of ['40001', '40P01', '57P01', '08006', '53300', 'ECONNRESET', 'ECONNREFUSED']) {
    t.ok(isPassing(coded(code)), code)
  }
  for (const code of ['53100', '55P03', '57014', '25006']) t.notOk(isPassing(coded(code)), code)
  t.notOk(isPassing(new CommitInDoubt(coded('57P01'))))
})

t.test('The name of a statement depends on its text, so that two texts never share a name', async (t) => {
  t.equal(nameOfText('a', 'SELECT 1'), nameOfText('a', 'SELECT 1'))
  t.not(nameOfText('a', 'SELECT 1'), nameOfText('a', 'SELECT 2'))
  t.ok(nameOfText('a'.repeat(200), 'SELECT 1').length < 64, 'PostgreSQL compares no more than 63 bytes')
})

t.test('While the disk is full, writes are answered with 503 and reads go on', async (t) => {
  const { app, admin } = await createWorld(t, 'sqlite')
  const { body: { asset: { id } } } = await admin.post('assets', { title: 'before' })
  const pages = async (count: number) => app.database.transaction(async ({ sql }) => {
    await sql.first(statement(`test_pages_${count}`, () => `PRAGMA max_page_count = ${count}`), [])
  })
  await pages(1)
  const description = 'x'.repeat(50_000)
  let answer = await admin.post('assets', { title: 'x', description })
  while (answer.status === 200) answer = await admin.post('assets', { title: 'x', description })
  t.equal(answer.status, 503)
  t.equal(answer.headers['retry-after'], '10')
  t.equal((await admin.get(`assets/${id}`)).status, 200)
  await pages(1_000_000)
  t.equal((await admin.post('assets', { title: 'x', description })).status, 200, 'there is room again')
})
