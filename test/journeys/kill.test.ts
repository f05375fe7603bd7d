// Kills the service at one fixed point. `npm run proof -- --only kill` kills it at random points, again and again.
import t, { type Test } from 'tap'
import { openDatabase } from '../../src/database/database.js'
import { verifyIndex } from '../../src/search/verify.js'
import { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { startService } from '../helper/program.js'
import { eventually, startReceiver } from '../helper/receiver.js'

const KEY = 'cutroom_test_administrator'
const SENDERS = 8
/** The acknowledgement at which the service is killed. */
const ENOUGH = 60
const EVENTS = ['ASSET_ADDED', 'PROJECT_ADDED', 'USER_LINKED']

/** Checks that nothing is missing or wrong. The first three are enough to show. */
function isEmpty (t: Test, wrong: readonly unknown[], promise: string): void {
  t.strictSame(wrong.slice(0, 3), [], promise)
}

t.jobs = dialects.length
for (const dialect of dialects) {
  t.test(`A kill loses no acknowledged change, no event and no delivery, and leaves nothing half done (${dialect})`, async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    let requests = 0
    const receiver = await startReceiver(t, (_request, response) => {
      response.writeHead(++requests % 5 === 0 ? 500 : 200).end()
    })
    const settings = { DATABASE_URL: databaseUrl, ADMIN_API_KEY: KEY, WEBHOOK_RETRY_DELAYS: Array(20).fill('0.1').join() }
    const killed = await startService(t, settings)
    const send = async (url: string, method: string, path: string, body?: object): Promise<any> => {
      const answer = await fetch(`${url}/api/v2/${path}`, {
        method,
        headers: { 'x-api-key': KEY, ...body === undefined ? {} : { 'content-type': 'application/json' } },
        ...body === undefined ? {} : { body: JSON.stringify(body) }
      })
      return answer.json()
    }
    const { webhook: { id: webhookId } } = await send(killed.url, 'POST', 'admin/webhooks', {
      name: 'Hook', http_url: receiver.url, http_method: 'POST', trigger_events: EVENTS
    })

    const acknowledged: string[] = []
    const write = async (sender: number) => {
      const type = sender % 2 === 0 ? 'asset' : 'project'
      while (true) {
        acknowledged.push((await send(killed.url, 'POST', `${type}s`, { title: 'x' }))[type].id)
        if (acknowledged.length === ENOUGH) killed.stop('SIGKILL')
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: SENDERS }, (_, sender) => write(sender)))
    t.ok(ends.every(({ status }) => status === 'rejected'), 'all were cut off')
    t.ok(acknowledged.length >= ENOUGH)

    const service = await startService(t, settings)
    await eventually('everything is delivered', async () => {
      const { webhook } = await send(service.url, 'GET', `admin/webhooks/${webhookId}`)
      return webhook.queue_length + webhook.retry_queue_length === 0
    })
    t.equal((await service.stop()).code, 0)

    const database = await openDatabase(databaseUrl)
    t.teardown(() => database.close())
    const { prisma } = database.reads
    const assets = (await prisma.asset.findMany({ select: { id: true } })).map(({ id }) => id).sort()
    const projects = (await prisma.project.findMany({ select: { id: true } })).map(({ id }) => id).sort()
    isEmpty(t, acknowledged.filter((id) => ![...assets, ...projects].includes(id)), 'what was acknowledged is there')
    const entries = await prisma.historyEntry.findMany({ where: { event: { in: EVENTS } }, orderBy: { id: 'asc' } })
    const targetsOf = (event: string) =>
      entries.filter((entry) => entry.event === event).map((entry) => entry.assetId ?? entry.projectId!).sort()
    t.strictSame(targetsOf('ASSET_ADDED'), assets, 'no change is without its event, and no event without its change')
    t.strictSame(targetsOf('PROJECT_ADDED'), projects)
    t.strictSame(targetsOf('USER_LINKED'), projects)
    t.equal(await prisma.projectMember.count(), projects.length)
    const { missing, outdated, orphaned } = await verifyIndex(database)
    isEmpty(t, [...missing, ...outdated, ...orphaned], 'the search index agrees with the rows')

    const { received } = receiver
    const texts = new Map(received.map(({ body, text }) => [body.id as string, text]))
    isEmpty(t, received.filter(({ body, text }) => texts.get(body.id) !== text), 'an event has the same bytes at every attempt')
    const ids = entries.map(({ id }) => id)
    t.strictSame([...texts.keys()].sort(), ids, 'every event was delivered, and nothing else')
    const sequences = [...new Set(received.map(({ body }) => body.sequence as number))].sort((a, b) => a - b)
    t.strictSame(sequences, ids.map((_id, index) => index + 1), 'the sequence has no gap')
    const successes = await prisma.webhookAttempt.findMany({ where: { succeeded: true }, select: { eventId: true } })
    t.strictSame(successes.map(({ eventId }) => eventId).sort(), ids, 'each is in the log as delivered once')
  })
}
