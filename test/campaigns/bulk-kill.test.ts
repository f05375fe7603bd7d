import t from 'tap'
import { openDatabase } from '../../src/database/database.js'
import { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { startService } from '../helper/program.js'
import { eventually } from '../helper/receiver.js'

const KEY = 'cutroom_test_administrator'
const OPERATIONS = 500
const TITLE = 'Of a bulk'

// Atomic bulks are killed by the proof.
t.jobs = dialects.length
for (const dialect of dialects) {
  t.test(`After a kill, a retry by Idempotency-Key completes a bulk in pieces and repeats nothing (${dialect})`, async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    const start = () => startService(t, { DATABASE_URL: databaseUrl, ADMIN_API_KEY: KEY, JOBS: 'off' })
    const send = async (url: string): Promise<any> => {
      const answer = await fetch(`${url}/api/v2/bulk`, {
        method: 'POST',
        headers: { 'x-api-key': KEY, 'content-type': 'application/json', 'idempotency-key': TITLE },
        body: JSON.stringify({
          atomic: false,
          operations: Array(OPERATIONS).fill({ method: 'POST', path: '/api/v2/assets', body: { title: TITLE } })
        })
      })
      return answer.json()
    }
    const database = await openDatabase(databaseUrl)
    t.teardown(() => database.close())
    const find = () => database.reads.prisma.asset.findMany({ where: { title: TITLE }, select: { id: true } })

    const killed = await start()
    const first = send(killed.url).catch(() => null)
    await eventually('the first piece', async () => (await find()).length > 0)
    await killed.stop('SIGKILL')
    await first
    t.comment(`${(await find()).length} were there after the kill`)

    const again = await send((await start()).url)
    t.match(again, { failed: 0, committed: true })
    t.equal(again.results.length, OPERATIONS)
    const ids = again.results.map(({ body }: any) => body.asset.id)
    t.strictSame((await find()).map(({ id }) => id).sort(), ids.sort(), 'the answer names all assets that are stored')
  })
}
