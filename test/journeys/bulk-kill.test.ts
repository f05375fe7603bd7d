// Kills the service in the middle of bulks. For more rounds: ROUNDS=20 npm test -- test/journeys/bulk-kill.test.ts
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { openDatabase } from '../../src/database/database.js'
import { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { startService } from '../helper/program.js'

const KEY = 'cutroom_test_administrator'
const ROUNDS = Number(process.env.ROUNDS ?? 2)
const OPERATIONS = 500
const LONGEST_PAUSE_MS = 250
const PATIENCE_MS = 120_000 + ROUNDS * 20_000

t.setTimeout(2 * PATIENCE_MS)
for (const dialect of dialects) {
  t.test(`A bulk is all there or not at all after a kill, and with an Idempotency-Key it is done once (${dialect})`, {
    timeout: PATIENCE_MS
  }, async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    const start = () => startService(t, { DATABASE_URL: databaseUrl, ADMIN_API_KEY: KEY, JOBS: 'off' })
    const send = async (url: string, title: string, atomic: boolean): Promise<any> => {
      const answer = await fetch(`${url}/api/v2/bulk`, {
        method: 'POST',
        headers: { 'x-api-key': KEY, 'content-type': 'application/json', 'idempotency-key': title },
        body: JSON.stringify({
          atomic,
          operations: Array(OPERATIONS).fill({ method: 'POST', path: '/api/v2/assets', body: { title } })
        })
      })
      return answer.json()
    }
    const database = await openDatabase(databaseUrl)
    t.teardown(() => database.close())
    const count = (title: string) => database.reads.prisma.asset.count({ where: { title } })

    let service = await start()
    for (let round = 1; round <= ROUNDS; round++) {
      for (const atomic of [true, false]) {
        const title = `${round} ${atomic}`
        const first = send(service.url, title, atomic).catch(() => null)
        await delay(randomInt(LONGEST_PAUSE_MS))
        await service.stop('SIGKILL')
        await first
        const left = await count(title)
        if (atomic) t.ok(left === 0 || left === OPERATIONS, `${left} are there`)

        service = await start()
        const again = await send(service.url, title, atomic)
        t.match(again, { failed: 0, committed: true })
        t.equal(again.results.length, OPERATIONS)
        t.equal(await count(title), OPERATIONS, `${left} were there after the kill`)
        const ids = new Set(again.results.map(({ body }: any) => body.asset.id))
        const stored = await database.reads.prisma.asset.findMany({ where: { title }, select: { id: true } })
        t.ok(stored.every(({ id }) => ids.has(id)), 'the answer tells of those that are there')
      }
    }
  })
}
