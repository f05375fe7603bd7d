import t from 'tap'
import { openDatabase } from '../../src/database/database.js'
import { verifyIndex } from '../../src/search/verify.js'
import { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { startService } from '../helper/program.js'
import { eventually } from '../helper/receiver.js'

const KEY = 'cutroom_test_administrator'
const ROWS = 400
const PATIENCE_MS = 120_000

t.jobs = dialects.length
t.setTimeout(2 * PATIENCE_MS)
for (const dialect of dialects) {
  t.test(`After a kill an import resumes where it was and imports no row twice (${dialect})`, {
    timeout: 2 * PATIENCE_MS
  }, async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    const start = () => startService(t, { DATABASE_URL: databaseUrl, ADMIN_API_KEY: KEY })
    // On PostgreSQL another process continues.
    const services = [await start(), ...dialect === 'postgresql' ? [await start()] : []]
    const send = async (path: string, init: RequestInit = {}): Promise<any> =>
      (await fetch(`${services[0]!.url}/api/v2/${path}`, {
        ...init,
        headers: { 'x-api-key': KEY, 'content-type': 'text/csv' }
      })).json()

    const rows = Array.from(
      { length: ROWS },
      (_, index) => index % 100 === 99 ? `${'x'.repeat(1001)},` : `Row ${index},`
    )
    const file = ['title,category', ...rows].join('\n')
    const { import: { id } } = await send('imports?mode=create', { method: 'POST', body: file })
    const state = async () => (await send(`imports/${id}`)).import
    await eventually('rows are written', async () => (await state()).rows > 0, PATIENCE_MS)
    await services[0]!.stop('SIGKILL')
    services[0] = await start()
    await eventually('the import comes to its end', async () => (await state()).status === 'done', PATIENCE_MS)
    const failed = ROWS / 100
    t.match(await state(), { rows: ROWS, created: ROWS - failed, failed, error: null })
    for (const service of services) t.equal((await service.stop()).code, 0)

    const database = await openDatabase(databaseUrl)
    t.teardown(() => database.close())
    const { prisma } = database.reads
    const titles = (await prisma.asset.findMany({ select: { title: true } })).map(({ title }) => title)
    t.equal(new Set(titles).size, titles.length, 'no row came twice')
    t.equal(titles.length, ROWS - failed)
    t.equal(await prisma.historyEntry.count({ where: { event: 'ASSET_ADDED' } }), titles.length)
    t.equal(await prisma.importError.count(), failed)
    const { missing, outdated, orphaned } = await verifyIndex(database)
    t.strictSame([missing, outdated, orphaned], [[], [], []])
  })
}
