import { createTransact } from '#src/core/transact.js'
import { openDatabase } from '#src/database/database.js'
import { fillEmptyDatabase } from '#src/process/first-start.js'
import { readConfig } from '#src/process/config.js'
import t, { type Test } from 'tap'
import { dialects } from '../../helper/app.js'
import { createTestDatabase } from '../../helper/databases.js'

/** Processes on one new, empty database. */
async function openProcesses (t: Test, dialect: typeof dialects[number], count: number) {
  const { url, drop } = await createTestDatabase(dialect)
  const processes = await Promise.all(Array.from({ length: count }, async () => {
    const database = await openDatabase(url)
    return { database, transact: createTransact({ database }) }
  }))
  t.teardown(async () => {
    await Promise.all(processes.map(({ database }) => database.close()))
    await drop()
  })
  return processes
}

for (const dialect of dialects) {
  t.test(`The first start fills an empty database, once (${dialect})`, async (t) => {
    const [process] = await openProcesses(t, dialect, 1)
    const config = readConfig({ ACCOUNT: 'Studio', ADMIN_EMAIL: 'boss@example.com' })
    const key = await fillEmptyDatabase(config, process!)
    t.match(key, /^cutroom_[\w-]{43,}$/)
    t.equal(await fillEmptyDatabase(config, process!), null)
    t.equal(
      await fillEmptyDatabase(readConfig({ ADMIN_EMAIL: 'other@example.com' }), process!),
      null,
      'also with other settings'
    )
    const { prisma } = process!.database.reads
    t.match(await prisma.user.findMany({ include: { account: true } }), [{
      email: 'boss@example.com',
      admin: true,
      account: { name: 'Studio' }
    }])
    t.equal(await prisma.account.count(), 1)
    t.strictSame(
      (await prisma.historyEntry.findMany({ orderBy: { id: 'asc' } })).map(({ event, userId }) => [event, userId]),
      [['USER_ADDED', 0], ['API_KEY_ADDED', 0]]
    )
  })

  t.test(`The first administrator gets the API key that the operator has chosen (${dialect})`, async (t) => {
    const [process] = await openProcesses(t, dialect, 1)
    t.equal(await fillEmptyDatabase(readConfig({ ADMIN_API_KEY: 'sixteen_letters!' }), process!), 'sixteen_letters!')
  })
}

t.test('Of several processes that start on one empty PostgreSQL, one fills it', async (t) => {
  const processes = await openProcesses(t, 'postgresql', 4)
  const keys = await Promise.all(processes.map((process) => fillEmptyDatabase(readConfig({}), process)))
  t.equal(keys.filter((key) => key !== null).length, 1)
  const { prisma } = processes[0]!.database.reads
  t.strictSame([await prisma.account.count(), await prisma.user.count(), await prisma.apiKey.count()], [1, 1, 1])
})
