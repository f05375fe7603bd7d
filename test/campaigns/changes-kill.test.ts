import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { openDatabase } from '../../src/database/database.js'
import { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { followByPages, followByStream, type Reading } from '../helper/follow.js'
import { startService } from '../helper/program.js'
import { eventually } from '../helper/receiver.js'

const KEY = 'cutroom_test_administrator'
const WRITERS = 8
/** Number of acknowledged changes before the kill, and as many after it. */
const ENOUGH = 80
/** SQLite has one process, which is killed and started again. */
const PROCESSES = { sqlite: 1, postgresql: 2 }
const PAUSE_MS = 20
const PATIENCE_MS = 120_000

/** Shows only the first three of the missing or wrong ones. */
function isEmpty (t: Test, wrong: readonly unknown[], promise: string): void {
  t.strictSame(wrong.slice(0, 3), [], promise)
}

t.jobs = dialects.length
t.setTimeout(2 * PATIENCE_MS)
for (const dialect of dialects) {
  t.test(`When a process is killed, every reader sees each acknowledged change once, and all in one order (${dialect})`, {
    timeout: 2 * PATIENCE_MS
  }, async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    const start = () => startService(t, { DATABASE_URL: databaseUrl, ADMIN_API_KEY: KEY })
    const services = [await start()]
    while (services.length < PROCESSES[dialect]) services.push(await start())
    const headers = { 'x-api-key': KEY }
    const anyUrl = () => `${services[randomInt(services.length)]!.url}/api/v2`

    /** Confirmed writes by writer: the event, and its target. */
    const acknowledged = Array.from({ length: WRITERS }, (): string[] => [])
    const stopping = new AbortController()

    /** Null if the process is gone, or too busy: the outcome is unknown then. */
    async function send (method: string, path: string, body: object): Promise<any> {
      const answer = await fetch(`${anyUrl()}/${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body)
      }).catch(() => null)
      const text = await answer?.text().catch(() => null) ?? null
      if (text === null || answer!.status === 503) return delay(PAUSE_MS).then(() => null)
      if (!answer!.ok) throw new Error(`${method} ${path} answered ${answer!.status} ${text}`)
      return JSON.parse(text)
    }

    async function write (own: string[], number: number): Promise<void> {
      const { asset: shared } = await eventually(
        'an asset',
        () => send('POST', 'assets', { title: `Of writer ${number}` }),
        PATIENCE_MS
      )
      while (!stopping.signal.aborted) {
        const added = await send('POST', 'assets', { title: 'New' })
        if (added === null) continue
        const { asset: { id } } = added
        own.push(`ASSET_ADDED ${id}`)
        if (await send('PUT', `assets/${id}`, { title: 'Newer' }) !== null) own.push(`ASSET_EDITED_METADATA ${id}`)
        // Two concurrent changes: one of an asset that is changed many times, and one of the new asset.
        await Promise.all([send('PUT', `assets/${shared.id}`, { title: id }),
          send('PUT', `assets/${id}`, { description: 'x' })])
        await delay(randomInt(PAUSE_MS))
      }
    }

    const readings: Reading[] = [
      followByPages({ urlOf: anyUrl, headers, query: () => 'limit=7' }),
      followByPages({ urlOf: anyUrl, headers, query: () => 'limit=5&wait=2' }),
      followByStream({ urlOf: anyUrl, headers, query: () => 'limit=3' }),
      followByPages({
        urlOf: anyUrl,
        headers,
        query: () => `limit=${1 + randomInt(9)}&wait=${randomInt(2)}${randomInt(2) === 0 ? '' : '&include=item'}`
      })
    ]
    t.teardown(() => { for (const reading of readings) reading.stop() })
    const writers = acknowledged.map(write)
    await eventually('changes are written', () => acknowledged.flat().length > ENOUGH, PATIENCE_MS)
    await services[0]!.stop('SIGKILL')
    services[0] = await start()
    const before = acknowledged.flat().length
    await eventually('more are written', () => acknowledged.flat().length > before + ENOUGH, PATIENCE_MS)
    stopping.abort()
    await Promise.all(writers)

    const last = await (await fetch(`${anyUrl()}/changes?since=now`, { headers })).json() as { next: string }
    await eventually('all have read everything', () => readings.every(({ place, failure }) => {
      if (failure !== null) throw failure
      return place === last.next
    }), PATIENCE_MS)
    for (const reading of readings) reading.stop()
    await Promise.all(readings.map(({ ended }) => ended))
    for (const service of services) t.equal((await service.stop()).code, 0)

    const database = await openDatabase(databaseUrl)
    t.teardown(() => database.close())
    const history = (await database.reads.prisma.historyEntry.findMany({ select: { id: true } })).map(({ id }) => id)
    const [first, ...others] = readings.map(({ seen }) => seen)
    const ids = first!.map(({ id }) => id)
    for (const seen of others) {
      t.ok(
        seen.length === ids.length && seen.every(({ id }, index) => id === ids[index]),
        'all have seen the same, in one order'
      )
    }
    t.equal(new Set(ids).size, ids.length, 'and nothing twice')
    t.strictSame(new Set(ids), new Set(history), 'exactly the entries of the history')
    // Of several equal changes the first one counts.
    const places = new Map<
      string,
      number
    >(first!.map(({ event, assetId }, index) => [`${event} ${assetId}`, index] as const).reverse())
    isEmpty(t, acknowledged.flat().filter((change) => !places.has(change)), 'every acknowledged change is among them')
    const early = acknowledged.flatMap((own) =>
      own.filter((change, index) => index > 0 && places.get(change)! < places.get(own[index - 1]!)!)
    )
    isEmpty(t, early, 'what a writer did later comes later')
    t.comment(`${ids.length} changes, ${acknowledged.flat().length} acknowledged, ${readings.map(({ interruptions }) => interruptions).join(', ')} interruptions`)
  })
}
