import { firstIdAt } from '#src/basics/ids.js'
import { HOUR_MS, SECOND_MS } from '#src/basics/units.js'
import { createSetBack } from '#src/webhooks/delivery/set-back.js'
import { onBothDatabases } from '#test/helper/app.js'
import { addAsset } from '#test/helper/items.js'
import { eventually, startReceiver } from '#test/helper/receiver.js'
import { addWebhook } from '#test/helper/webhooks.js'

onBothDatabases('The webhooks of a killed process are taken over even if the clock was set back', async (t, { app, admin, adminCaller }) => {
  const receiver = await startReceiver(t)
  const { id } = await addWebhook(admin, { http_url: receiver.url, trigger_events: ['ASSET_ADDED'] })
  await app.transact(adminCaller, async (tx) => {
    await tx.prisma.worker.create({ data: { id: 'dead', aliveUntil: new Date(Date.now() + 60 * 60 * 1000) } })
    await tx.prisma.webhookState.updateMany({ where: { webhookId: id }, data: { owner: 'dead' } })
  })
  await addAsset(admin)
  await eventually('it is delivered', () => receiver.received.length === 1)
}, { JOBS: 'on' })

onBothDatabases('A retry that was scheduled by a clock ahead of time is due at once, and any other waits', async (t, { app, admin, adminCaller }) => {
  const { id: webhookId } = await addWebhook(admin)
  const now = new Date()
  const later = (ms: number) => new Date(now.getTime() + ms)
  const wait = async (eventId: string, delaysUsed: number, dueInMs: number) => {
    const data = { webhookId, sequence: 1n, attempt: 2, delaysUsed, trigger: 'auto', dueAt: later(dueInMs) }
    const where = { eventId_webhookId: { eventId, webhookId } }
    await app.transact(adminCaller, ({ prisma }) =>
      prisma.webhookRetry.upsert({ where, create: { eventId, ...data }, update: data }))
  }
  const restMs = async (eventId: string) => {
    const row = await app.database.reads.prisma.webhookRetry.findFirstOrThrow({ where: { eventId } })
    return row.dueAt.getTime() - now.getTime()
  }
  let clock = now
  let leadOfAttempts = -Infinity
  const look = async () => bringRetriesForward(new AbortController().signal)
  const bringRetriesForward = createSetBack({
    database: app.database,
    transact: app.transact,
    retryDelays: [5, 300],
    takeLead: () => leadOfAttempts,
    clock: () => clock,
    now: () => 0
  })
  const [ahead, soon, patient, ...many] = Array.from({ length: 600 }, (_, index) =>
    `${firstIdAt(now)}-7000-8000-${String(index).padStart(12, '0')}`)

  await wait(ahead!, 1, HOUR_MS)
  await wait(soon!, 1, 9 * SECOND_MS)
  await wait(patient!, 2, 590 * SECOND_MS)
  await app.transact(adminCaller, ({ prisma }) => prisma.webhookRetry.createMany({
    data: many.map((eventId) =>
      ({ eventId, webhookId, sequence: 1n, attempt: 2, delaysUsed: 1, trigger: 'auto', dueAt: later(HOUR_MS) }))
  }))
  await look()
  t.equal(await restMs(ahead!), 0, 'no wait between two attempts is as long')
  t.equal(await restMs(many.at(-1)!), 0)
  t.equal(await restMs(soon!), 9 * SECOND_MS)
  t.equal(await restMs(patient!), 590 * SECOND_MS)

  await wait(ahead!, 1, HOUR_MS)
  clock = later(SECOND_MS)
  await look()
  t.equal(await restMs(ahead!), HOUR_MS, 'a clock that goes on was not set back')
  leadOfAttempts = later(HOUR_MS).getTime()
  await look()
  t.equal(await restMs(ahead!), SECOND_MS, 'it was, since an attempt that was recorded between two checks')
  leadOfAttempts = -Infinity
  await wait(ahead!, 1, HOUR_MS)

  clock = later(-HOUR_MS)
  await look()
  t.strictSame([await restMs(ahead!), await restMs(soon!), await restMs(patient!)], Array(3).fill(-HOUR_MS))
})
