import { systemCaller } from '#src/core/caller.js'
import { createLeases, type WebhookLease } from '#src/webhooks/delivery/leases.js'
import { concludeAttempt, type AttemptResult } from '#src/webhooks/delivery/result.js'
import { settle } from '#src/webhooks/delivery/settle.js'
import { readTarget } from '#src/webhooks/delivery/target.js'
import { readFirsts } from '#src/webhooks/delivery/waiting.js'
import { createWorker } from '#src/work/claims/worker.js'
import { eachAfter, inOneApp, type World } from '#test/helper/app.js'
import { addAsset } from '#test/helper/items.js'
import { addWebhook, fanOutAll, logOf, readWebhook } from '#test/helper/webhooks.js'

/** Workers claim the webhooks of all accounts, so each test begins without any. */
const onBothDatabases = eachAfter(({ prisma }) => prisma.webhookState.deleteMany(), inOneApp())
const service = systemCaller()

/** A worker, as in another process. */
function openWorker ({ app }: World) {
  const worker = createWorker(app)
  const leases = createLeases(worker)
  return {
    worker,
    async claim () {
      const claimed = await app.transact(service, (tx) => leases.claim(tx, [], new Date(), 100))
      worker.entered(claimed.owner)
      return claimed.leases
    }
  }
}

async function queueOne (world: World): Promise<number> {
  const { id } = await addWebhook(world.admin)
  await addAsset(world.admin)
  await fanOutAll(world.app)
  return id
}

/** The results of the first attempts of all waiting deliveries, as their owner would record them. */
async function attempt ({ app }: World, lease: WebhookLease): Promise<AttemptResult[]> {
  const { sql } = app.database.reads
  const target = (await readTarget(sql, lease.webhookId))!
  const sent = {
    startedAt: new Date(),
    durationMs: 1,
    error: null,
    status: 200,
    retryAfter: undefined,
    requestHeaders: '{}',
    responseHeaders: '{}',
    responseBody: ''
  }
  return (await readFirsts(sql, lease.webhookId, 0, 10)).map((waiting) =>
    concludeAttempt(lease, target, waiting, sent, () => null, new Date())
  )
}

onBothDatabases('A worker that has lost a webhook to another one cannot record results any more', async (t, world) => {
  const { app, admin, adminCaller } = world
  const id = await queueOne(world)
  const putDown = async (results: AttemptResult[]) =>
    (await app.transact(adminCaller, (tx) => settle(tx, results))).accepted
  const owner = openWorker(world)
  const [taken] = await owner.claim()
  t.match(taken, { webhookId: id })
  const late = await attempt(world, taken!)
  t.equal(late.length, 1)

  await owner.worker.leave()
  const [takenOver] = await openWorker(world).claim()
  t.match(takenOver, { webhookId: id, token: taken!.token + 1 })
  t.strictSame(await putDown(late), [], 'dropped')
  t.match(await readWebhook(admin, id), { queue_length: 1, latest_run: null })
  t.strictSame(await logOf(admin, id, 'success'), [])

  t.equal((await putDown(await attempt(world, takenOver!))).length, 1)
  t.strictSame(await putDown(late), [], 'and dropped again afterwards')
  t.match(await readWebhook(admin, id), { queue_length: 0, latest_run: { status: 'success' } })
  t.equal((await logOf(admin, id, 'success')).length, 1)
})

onBothDatabases('A result that was committed, but not confirmed because the connection broke, is not recorded twice', async (t, world) => {
  const { app, admin, adminCaller } = world
  const id = await queueOne(world)
  const [lease] = await openWorker(world).claim()
  const results = await attempt(world, lease!)
  for (const [isRepeated, count] of [[false, 1], [true, 0]] as const) {
    t.equal((await app.transact(adminCaller, (tx) => settle(tx, results, { isRepeated }))).accepted.length, count)
    t.equal((await readWebhook(admin, id)).queue_length, 0)
  }
  t.equal((await logOf(admin, id, 'success')).length, 1)
})

onBothDatabases('A webhook has one owner, until this owner leaves or sends no more heartbeats', async (t, world) => {
  const id = await queueOne(world)
  const [first, second, third] = [openWorker(world), openWorker(world), openWorker(world)]
  t.match(await first.claim(), [{ webhookId: id, token: 1 }])
  t.strictSame(await second.claim(), [], 'it has an owner')
  await first.worker.leave()
  t.match(await second.claim(), [{ webhookId: id, token: 2 }])
  t.strictSame(await third.claim(), [])
  await world.app.transact(service, ({ prisma }) =>
    prisma.worker.update({ where: { id: second.worker.id }, data: { aliveUntil: new Date(Date.now() - 1) } }))
  await third.worker.freeDead()
  t.match(await third.claim(), [{ webhookId: id, token: 3 }], 'the second has been silent for too long')
})

onBothDatabases('The results of a removed webhook are dropped', async (t, world) => {
  const { app, admin, adminCaller } = world
  const id = await queueOne(world)
  const [lease] = await openWorker(world).claim()
  const results = await attempt(world, lease!)
  await admin.delete(`admin/webhooks/${id}`)
  t.strictSame((await app.transact(adminCaller, (tx) => settle(tx, results))).accepted, [])
  t.equal(await app.database.reads.prisma.webhookAttempt.count({ where: { webhookId: id } }), 0)
})

onBothDatabases('Accounts take turns: a worker claims a webhook of another account before the last of many of one', async (t, world) => {
  const { admin, app } = world
  for (let count = 0; count < 100; count++) await addWebhook(admin)
  await addAsset(admin)
  const { client: stranger } = await world.addStranger()
  const { id } = await addWebhook(stranger)
  await addAsset(stranger)
  await fanOutAll(app)
  const leases = createLeases(createWorker(app))
  const claim = (held: number[], most = 1000) =>
    app.transact(service, async (tx) => (await leases.claim(tx, held, new Date(), most)).leases)
  const first = await claim([], 3)
  t.ok(first.some(({ webhookId }) => webhookId === id), 'it is among the first')
  t.equal(first.length, 4, 'one account has three at most, the other has one')
  const held = first.map(({ webhookId }) => webhookId)
  t.strictSame(await claim(held, 3), [], 'those that are held count')
})
