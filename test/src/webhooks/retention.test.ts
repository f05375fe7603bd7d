import { firstIdAt } from '#src/basics/ids.js'
import { createRetention } from '#src/webhooks/log/retention.js'
import { inOneApp, type World } from '../../helper/app.js'
import { addAsset, succeed } from '../../helper/items.js'
import { addWebhook, fanOutAll, logOf, readWebhook } from '../../helper/webhooks.js'

const inAnAccount = inOneApp()

const DAY_MS = 24 * 60 * 60 * 1000
const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
const idOf = (moment: Date, number = 0) => `${firstIdAt(moment)}-7000-8000-${String(number).padStart(12, '0')}`
const ATTEMPT = {
  event: 'ASSET_ADDED',
  sequence: 1n,
  attempt: 1,
  trigger: 'auto',
  succeeded: true,
  final: true,
  givenUp: false,
  httpUrl: 'http://example.com',
  httpMethod: 'POST',
  requestHeaders: '{}',
  durationMs: 1
}
const never = new AbortController().signal

/** Ids of different tests differ, too. */
let made = 0

/** Events of some days ago, and an attempt at each, as rows. */
async function addAttempts (
  { app, adminCaller }: World, webhookId: number, days: number, count: number
): Promise<string[]> {
  const { accountId } = adminCaller
  const createdAt = daysAgo(days)
  const ids = Array.from({ length: count }, () => idOf(createdAt, made++))
  const expiresAt = new Date(createdAt.getTime() + 40 * DAY_MS)
  await app.transact(adminCaller, async ({ prisma }) => {
    await prisma.webhookEvent.createMany({
      data: ids.map((id) => ({ id, accountId, event: 'ASSET_ADDED', payload: '{}', expiresAt }))
    })
    await prisma.webhookAttempt.createMany({
      data: ids.map((id) => ({ id, accountId, webhookId, eventId: id, createdAt, ...ATTEMPT }))
    })
  })
  return ids
}

async function addAttempt (world: World, webhookId: number, days: number): Promise<string> {
  return (await addAttempts(world, webhookId, days, 1))[0]!
}

async function forgetAll ({ app: { database, transact } }: World): Promise<void> {
  await createRetention({ database, transact, clock: () => now })(never)
}

inAnAccount('Attempts are in the log for 30 days', async (t, world) => {
  const { id } = await addWebhook(world.admin)
  const recent = await addAttempt(world, id, 29.9)
  await addAttempt(world, id, 30.1)
  // More than one transaction can remove.
  await addAttempts(world, id, 31, 510)
  await forgetAll(world)
  t.strictSame((await logOf(world.admin, id, 'success')).map((entry) => entry.id), [recent])
  t.equal(await world.app.database.reads.prisma.webhookAttempt.count({ where: { webhookId: id } }), 1)
})

inAnAccount('An event is removed when no log entry and no delivery needs it', async (t, world) => {
  const { app, admin, adminCaller } = world
  const { id } = await addWebhook(admin)
  const needed = [await addAttempt(world, id, 29), await addAttempt(world, id, 39), await addAttempt(world, id, 60)]
  await addAttempt(world, id, 50)
  await app.transact(adminCaller, async ({ prisma }) => {
    await prisma.webhookRetry.create({
      data: { eventId: needed[2]!, webhookId: id, sequence: 1n, attempt: 2, delaysUsed: 1, trigger: 'auto', dueAt: now }
    })
  })
  await forgetAll(world)
  const events = await app.database.reads.prisma.webhookEvent.findMany({ where: { accountId: adminCaller.accountId }, orderBy: { id: 'desc' } })
  t.strictSame(events.map((event) => event.id), needed, 'an event that is retried stays, however old it is')
})

inAnAccount('Old events that are still in a queue stay', async (t, world) => {
  const { app, admin, adminCaller } = world
  const { id } = await addWebhook(admin)
  const queued = await addAttempt(world, id, 50)
  await app.transact(adminCaller, async ({ prisma }) => {
    await prisma.webhookQueueEntry.create({ data: { webhookId: id, sequence: 1n, eventId: queued } })
    await prisma.webhookState.update({ where: { webhookId: id }, data: { lastSequence: 1n } })
  })
  await forgetAll(world)
  t.equal(await app.database.reads.prisma.webhookEvent.count({ where: { accountId: adminCaller.accountId } }), 1)
})

inAnAccount('An old event that waits for the fan-out stays, also when it is in a queue then', async (t, world) => {
  const { app, admin, adminCaller: { accountId } } = world
  const { id } = await addWebhook(admin)
  const eventId = await addAttempt(world, id, 60)
  await app.transact(world.adminCaller, async ({ prisma }) => {
    await prisma.change.create({ data: { accountId, number: 1000n, entryId: eventId } })
    await prisma.webhookWaitingEvent.create({ data: { accountId, eventId, afterNumber: 0n, webhookIds: `[${id}]` } })
  })
  const bodies = () => app.database.reads.prisma.webhookEvent.count({ where: { accountId } })
  await forgetAll(world)
  t.equal(await bodies(), 1)
  await fanOutAll(app)
  await forgetAll(world)
  t.equal(await bodies(), 1)
  t.match(await readWebhook(admin, id), { queue_length: 1 })
})

inAnAccount('The rows of a removed webhook are removed, and those of another one stay', async (t, world) => {
  const { app, admin } = world
  const [gone, kept] = [await addWebhook(admin), await addWebhook(admin)]
  await addAttempt(world, gone.id, 1)
  const attempt = await addAttempt(world, kept.id, 1)
  await addAsset(admin)
  await succeed(admin.post(`admin/webhooks/${gone.id}/test`))
  await admin.delete(`admin/webhooks/${gone.id}`)
  await forgetAll(world)
  const { prisma } = app.database.reads
  const where = { webhookId: gone.id }
  t.equal(
    await prisma.webhookAttempt.count({ where }) + await prisma.webhookRetry.count({ where }) +
      await prisma.webhookQueueEntry.count({ where }),
    0
  )
  t.equal(await prisma.webhookLeftover.count(), 0)
  t.strictSame((await logOf(admin, kept.id, 'success')).map((entry) => entry.id), [attempt])
})
