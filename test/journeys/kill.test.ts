// Kills the service while events are written and delivered.
// More of it by hand: ROUNDS=20 npm test -- test/journeys/kill.test.ts
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { openDatabase } from '../../src/database/database.js'
import { verifyIndex } from '../../src/search/verify.js'
import { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { startService } from '../helper/program.js'
import { eventually, startReceiver, type Respond } from '../helper/receiver.js'
import { ALL_ITEM_EVENTS } from '../helper/webhooks.js'

const KEY = 'cutroom_test_administrator'
/** Number of kills of each service. */
const ROUNDS = Number(process.env.ROUNDS ?? 2)
const SENDERS = 4
const LONGEST_PAUSE_MS = 40
const LONGEST_ROUND_MS = 1500
const PATIENCE_MS = 60_000 + ROUNDS * 10_000
/** Enough attempts that no event is given up, however often it fails at random. */
const RETRY_DELAYS = Array.from({ length: 20 }, () => '0.1').join()

/** Sometimes fails, in the ways of real receivers. */
const fail: Respond = (_request, response, raw) => {
  const chance = randomInt(20)
  if (chance < 2) response.writeHead(500).end()
  else if (chance < 4) raw.socket.destroy()
  else if (chance < 6) setTimeout(() => response.end(), randomInt(100))
  else response.end('ok')
}

/** The first missing or wrong ones are enough. */
function isEmpty (t: Test, wrong: readonly unknown[], promise: string): void {
  t.strictSame(wrong.slice(0, 3), [], promise)
}

t.jobs = dialects.length
t.setTimeout(3 * PATIENCE_MS)
for (const dialect of dialects) {
  t.test(`Kills at random points lose no change, no event and no delivery (${dialect})`, { timeout: 3 * PATIENCE_MS }, async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    let respond = fail
    const receiver = await startReceiver(t, (...parameters) => respond(...parameters))
    const settings = { DATABASE_URL: databaseUrl, ADMIN_API_KEY: KEY, WEBHOOK_RETRY_DELAYS: RETRY_DELAYS }
    const start = () => startService(t, settings)
    let service = await start()

    const send = async (method: string, path: string, body?: object): Promise<any> => {
      const answer = await fetch(`${service.url}/api/v2/${path}`, {
        method,
        headers: { 'x-api-key': KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body)
      })
      // A stalled machine makes the service refuse requests.
      if (answer.status === 503) return delay(LONGEST_PAUSE_MS).then(() => send(method, path, body))
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`)
      return answer.json()
    }
    const webhooks: Array<{ id: number, trigger_events: string[], project_id: string | null }> = []
    const addWebhook = async (events: string[], parameters: object = {}) => {
      const { webhook } = await send('POST', 'admin/webhooks', {
        name: 'Hook', http_url: receiver.url, http_method: 'POST', trigger_events: events, ...parameters
      })
      webhooks.push(webhook)
      return webhook.id as number
    }
    await addWebhook(ALL_ITEM_EVENTS)
    const projects: string[] = []
    for (const title of ['First', 'Second']) projects.push((await send('POST', 'projects', { title })).project.id)
    await addWebhook(['ASSET_LINKED', 'PROJECT_EDITED_METADATA'], { project_id: projects[0] })
    const paused = await addWebhook(['ASSET_EDITED_METADATA'])
    await send('POST', `admin/webhooks/${paused}`, { disabled: true })

    /** Every confirmed change, as its event. */
    const acknowledged: string[] = []
    const write = async () => {
      for (let turn = 0; ; turn++) {
        const { asset: { id } } = await send('POST', 'assets', { title: 'New' })
        acknowledged.push(`ASSET_ADDED ${id}`)
        await send('PUT', `assets/${id}`, { title: 'Newer' })
        acknowledged.push(`ASSET_EDITED_METADATA ${id}`)
        await send('POST', `assets/${id}/assign`, { to_project_id: projects[turn % 2] })
        acknowledged.push(`ASSET_LINKED ${id}`)
        await delay(randomInt(LONGEST_PAUSE_MS))
      }
    }

    for (let round = 0; round < ROUNDS; round++) {
      const before = { acknowledged: acknowledged.length, received: receiver.received.length }
      const senders = Promise.allSettled(Array.from({ length: SENDERS }, write))
      await eventually('something is written', () => acknowledged.length > before.acknowledged)
      // Most kills come during work; some come before the service has taken over the earlier work.
      if (round % 4 < 3) await eventually('something is delivered', () => receiver.received.length > before.received)
      await delay(randomInt(LONGEST_ROUND_MS))
      await service.stop('SIGKILL')
      const failures = (await senders).map((end) => end.status === 'rejected' && String(end.reason))
      t.ok(failures.every((failure) => failure === 'TypeError: fetch failed' || failure === 'TypeError: terminated'), `all were cut off: ${failures.join('; ')}`)
      service = await start()
    }

    respond = (_request, response) => { response.end('ok') }
    await send('POST', `admin/webhooks/${paused}`, { disabled: false })
    await eventually('all is delivered', async () => {
      const { webhooks } = await send('GET', 'admin/webhooks')
      return webhooks.every((webhook: any) => webhook.queue_length + webhook.retry_queue_length === 0)
    }, PATIENCE_MS)
    t.equal((await service.stop()).code, 0)

    const database = await openDatabase(databaseUrl)
    t.teardown(() => database.close())
    const { prisma } = database.reads
    const history = await prisma.historyEntry.findMany({ orderBy: { id: 'asc' } })
    const recorded = new Set(history.map(({ event, assetId }) => `${event} ${assetId}`))
    isEmpty(t, acknowledged.filter((change) => !recorded.has(change)), 'every acknowledged change is in history')
    t.equal(await prisma.asset.count(), history.filter(({ event }) => event === 'ASSET_ADDED').length, 'and no change is without its entry')

    const { checked, missing, outdated, orphaned } = await verifyIndex(database)
    t.ok(checked > acknowledged.length / 4)
    isEmpty(t, [...missing, ...outdated, ...orphaned], 'the search index agrees with the rows')

    for (const { id, trigger_events: events, project_id: projectId } of webhooks) {
      const wanted = history.filter((entry) =>
        events.includes(entry.event) && (projectId === null || entry.projectId === projectId))
      const attempts = receiver.received.filter(({ body }) => body.webhook_id === id)
      const texts = new Map(attempts.map(({ body, text }) => [body.id as string, text]))
      isEmpty(t, attempts.filter(({ body, text, headers }) => texts.get(body.id) !== text || headers['webhook-id'] !== body.id), 'an event has the same bytes at every attempt')
      t.strictSame([...texts.keys()].sort(), wanted.map((entry) => entry.id), 'every entry that matches has come, and nothing else')
      const sequences = [...new Set(attempts.map(({ body }) => body.sequence as number))].sort((a, b) => a - b)
      t.strictSame(sequences, wanted.map((_entry, index) => index + 1), 'the sequence is whole')
      const successes = await prisma.webhookAttempt.findMany({
        where: { webhookId: id, succeeded: true },
        select: { eventId: true }
      })
      t.strictSame(successes.map(({ eventId }) => eventId).sort(), wanted.map((entry) => entry.id), 'and each was put down as delivered once')
      t.comment(`webhook ${id}: ${wanted.length} events, ${attempts.length} attempts arrived`)
    }
  })
}
