import { pino } from 'pino'
import pg from 'pg'
import { locks } from '#src/database/locks.js'
import { Overloaded } from '#src/errors.js'
import { renewHistory } from '#src/changes/renew.js'
import { createFanOut } from '#src/webhooks/outbox/fan-out.js'
import { fanOutPiece } from '#src/webhooks/outbox/piece.js'
import { createClient, inOneApp, type World } from '#test/helper/app.js'
import { addAsset, addItemTo, addProject, succeed } from '#test/helper/items.js'
import { openTwice } from '#test/helper/processes.js'
import { addWebhook, fanOutAll, queuedFor, readWebhook } from '#test/helper/webhooks.js'

const inAnAccount = inOneApp()

/** The kinds of the deliveries of a webhook. */
const told = async (world: World, id: number) => (await queuedFor(world, id)).map(({ event }) => event)

/** The sequences of a queue, with their events. */
const queueOf = async ({ app }: Pick<World, 'app'>, webhookId: number) =>
  (await app.database.reads.prisma.webhookQueueEntry.findMany({ where: { webhookId }, orderBy: { sequence: 'asc' } }))
    .map(({ sequence, eventId }) => ({ sequence: Number(sequence), eventId }))

const runOnce = ({ app }: World) => app.fanOut.run(new AbortController().signal, () => {})

const createMany = ({ admin }: World, count: number) => succeed(admin.post('bulk', {
  operations: Array.from({ length: count }, () => ({ method: 'POST', path: '/api/v2/assets', body: { title: 'One' } }))
}))

const waitingIn = ({ app, adminCaller: { accountId } }: World) =>
  app.database.reads.prisma.webhookWaitingEvent.count({ where: { accountId } })

const bodiesOf = ({ app, adminCaller: { accountId } }: World) =>
  app.database.reads.prisma.webhookEvent.count({ where: { accountId } })

/** The bodies of the account in the order of the changes, with the sequences that they should have. */
const inOrderOfChanges = async ({ app, adminCaller: { accountId } }: World) => {
  const { prisma } = app.database.reads
  const bodies = new Set((await prisma.webhookEvent.findMany({ where: { accountId } })).map(({ id }) => id))
  return (await prisma.change.findMany({ where: { accountId }, orderBy: { number: 'asc' } }))
    .filter(({ entryId }) => bodies.has(entryId))
    .map(({ entryId }, index) => ({ sequence: index + 1, eventId: entryId }))
}

/** A reader of webhooks with a key that may not write. */
async function addReader ({ app, admin }: World) {
  const { api_key: { key } } = await succeed(admin.post('user/api_keys', { name: 'Reader', scope: 'read' }))
  return createClient(app, key)
}

inAnAccount('A write stores a body once and no delivery, and none where nobody wants it', async (t, world) => {
  const { admin, app } = world
  await addAsset(admin)
  t.equal(await waitingIn(world), 0)
  const hooks = [await addWebhook(admin), await addWebhook(admin)]
  await addAsset(admin)
  t.equal(await waitingIn(world), 1)
  t.equal(await bodiesOf(world), 1)
  const { prisma } = app.database.reads
  t.equal(await prisma.webhookQueueEntry.count({ where: { webhookId: { in: hooks.map(({ id }) => id) } } }), 0)
  await fanOutAll(app)
  t.equal(await waitingIn(world), 0)
  for (const { id } of hooks) t.match(await queueOf(world, id), [{ sequence: 1 }])
})

inAnAccount('A webhook counts as it was at the write, whatever becomes of it before the fan-out', async (t, world) => {
  const { admin, app, addUser } = world
  t.intercept(app.fanOut, 'reach', { value: async () => false })
  const [here, there] = [await addProject(admin), await addProject(admin)]
  const ann = await addUser()
  const moved = await addWebhook(admin, { project_id: here.id })
  const narrowed = await addWebhook(admin)
  const linked = await addWebhook(admin)
  const unlinked = await addWebhook(admin)
  const { webhook_user: link } = await succeed(admin.post(`admin/webhooks/${unlinked.id}/webhook_users`, { user_id: ann.id }))
  const disabled = await addWebhook(admin)
  const removed = await addWebhook(admin)

  const asset = await addItemTo(admin, 'assets', here.id)
  const before = ['ASSET_ADDED', 'ASSET_LINKED']
  await succeed(admin.post(`admin/webhooks/${moved.id}`, { project_id: there.id }))
  await succeed(admin.post(`admin/webhooks/${narrowed.id}`, { trigger_events: ['ASSET_PURGED'] }))
  await succeed(admin.post(`admin/webhooks/${linked.id}/webhook_users`, { user_id: ann.id }))
  await succeed(admin.delete(`admin/webhooks/${unlinked.id}/webhook_users/${link.id}`))
  await succeed(admin.post(`admin/webhooks/${disabled.id}`, { disabled: true }))
  await succeed(admin.delete(`admin/webhooks/${removed.id}`))
  const late = await addWebhook(admin)

  await succeed(admin.put(`assets/${asset.id}`, { title: 'Edited' }))
  t.strictSame(await told(world, moved.id), ['ASSET_LINKED'])
  t.strictSame(await told(world, narrowed.id), before)
  t.strictSame(await told(world, linked.id), before)
  t.strictSame(await told(world, unlinked.id), ['ASSET_EDITED_METADATA'])
  t.strictSame(await told(world, disabled.id), [...before, 'ASSET_EDITED_METADATA'])
  t.strictSame(await told(world, removed.id), [])
  t.strictSame(await told(world, late.id), ['ASSET_EDITED_METADATA'])
})

inAnAccount('A body that no webhook gets in the end is deleted', async (t, world) => {
  const { admin, app } = world
  const project = await addProject(admin)
  const ofProject = await addWebhook(admin, { project_id: project.id })
  const gone = await addWebhook(admin, { trigger_events: ['ASSET_EDITED_METADATA'] })
  const asset = await addAsset(admin)
  await succeed(admin.put(`assets/${asset.id}`, { title: 'Edited' }))
  await succeed(admin.delete(`admin/webhooks/${gone.id}`))
  t.equal(await bodiesOf(world), 2)
  await fanOutAll(app)
  t.equal(await bodiesOf(world), 0)
  t.equal(await waitingIn(world), 0)
  t.match(await readWebhook(admin, ofProject.id), { queue_length: 0 })
})

inAnAccount('More deliveries than a transaction has are queued in the order of the changes, without gaps', async (t, world) => {
  const { admin, app } = world
  const hooks = []
  for (let count = 0; count < 60; count++) hooks.push(await addWebhook(admin, { trigger_events: ['ASSET_ADDED'] }))
  await createMany(world, 40)
  t.equal(await waitingIn(world), 40)
  const sizes: number[] = []
  const where = { webhookId: { in: hooks.map(({ id }) => id) } }
  for (let result: 'more' | void = 'more'; result === 'more';) {
    result = await runOnce(world)
    sizes.push(await app.database.reads.prisma.webhookQueueEntry.count({ where }))
  }
  t.ok(sizes.length > 1 && sizes[0]! >= 1000 && sizes[0]! < 1100, sizes.join(' '))
  const expected = await inOrderOfChanges(world)
  t.equal(expected.length, 40)
  for (const { id } of hooks) t.strictSame(await queueOf(world, id), expected)
})

inAnAccount('Accounts take turns: a delivery waits for one piece of another account, however many wait there', async (t, world) => {
  const { admin, app, addStranger } = world
  const many = await addWebhook(admin)
  for (let count = 0; count < 3; count++) await createMany(world, 500)
  const { client: stranger } = await addStranger()
  const one = await addWebhook(stranger)
  await addAsset(stranger)
  t.equal(await runOnce(world), 'more')
  t.equal((await queueOf(world, one.id)).length, 1)
  const queued = (await queueOf(world, many.id)).length
  t.ok(queued > 0 && queued <= 1000, `${queued} of the other account`)
  t.equal(await waitingIn(world), 1500 - queued)
  await fanOutAll(app)
  t.equal((await queueOf(world, many.id)).length, 1500)
})

inAnAccount('The counts of an answer include what was committed before, although no job runs; a read key only counts', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  const [all, ofProject] = [await addWebhook(admin), await addWebhook(admin, { project_id: project.id })]
  await addAsset(admin)
  const reader = await addReader(world)
  t.match(await readWebhook(reader, all.id), { queue_length: 1 })
  t.match(await readWebhook(reader, ofProject.id), { queue_length: 1 }, 'it may be too high')
  t.equal(await waitingIn(world), 1, 'nothing was written')
  t.match((await succeed(reader.get('admin/webhooks'))).webhooks, [{ queue_length: 1 }, { queue_length: 1 }])
  t.equal(await waitingIn(world), 1)

  const { webhook } = await succeed(admin.post(`admin/webhooks/${all.id}`, { name: 'Renamed' }))
  t.match(webhook, { name: 'Renamed', queue_length: 1 })
  t.equal(await waitingIn(world), 0, 'the answer of a change does it')
  t.match(await readWebhook(admin, ofProject.id), { queue_length: 0 })
  await addAsset(admin)
  t.match((await succeed(admin.get('admin/webhooks'))).webhooks, [{ queue_length: 2 }, { queue_length: 0 }])
  await addAsset(admin)
  t.match(await readWebhook(admin, all.id), { queue_length: 3 })
})

inAnAccount('A change of a webhook that is done only once does not wait for the fan-out, which its own transaction holds up', async (t, world) => {
  const { admin } = world
  const { id } = await addWebhook(admin)
  await addAsset(admin)
  const once = { 'idempotency-key': `rename ${id}` }
  const { body } = await admin.send('POST', `admin/webhooks/${id}`, { name: 'Renamed' }, once)
  t.match(body.webhook, { name: 'Renamed', queue_length: 1 })
  t.equal(await waitingIn(world), 1)
})

inAnAccount('Answers that wait at the same time share a fan-out, and each has all that was committed before', async (t, world) => {
  const { admin } = world
  const { id } = await addWebhook(admin)
  const counts = await Promise.all(Array.from({ length: 20 }, async () => {
    await addAsset(admin)
    return (await readWebhook(admin, id)).queue_length
  }))
  t.ok(counts.includes(20) && counts.every((count) => count >= 1), counts.join(' '))
  t.equal(await waitingIn(world), 0)
})

inAnAccount('An answer waits for the fan-out for a limited time, and then counts what waits', async (t, world) => {
  const { admin, app, adminCaller } = world
  const { id } = await addWebhook(admin)
  await addAsset(admin)
  const never = () => new Promise<never>(() => {})
  const { database, numberChanges: numberAll } = app
  const log = pino({ level: 'silent' })
  const stuck = createFanOut({ database, transact: never, numberAll, log, longestWaitMs: 5 })
  t.equal(await stuck.reach(adminCaller.accountId), true)

  const errors: unknown[] = []
  const refused = (error: Error) => createFanOut({
    database,
    transact: async () => { throw error },
    numberAll,
    log: { error: (each: unknown) => errors.push(each) } as never
  })
  t.equal(await refused(new Overloaded()).reach(adminCaller.accountId), true)
  t.strictSame(errors, [], 'where writes are refused, nothing is wrong')
  t.equal(await refused(new Error('broken')).reach(adminCaller.accountId), true)
  t.equal(errors.length, 1)
  t.equal(await waitingIn(world), 1)
  t.match(await readWebhook(admin, id), { queue_length: 1 })
})

inAnAccount('A fan-out that is interrupted has done nothing, and the next one does all of it', async (t, world) => {
  const { admin, app, adminCaller } = world
  const { id } = await addWebhook(admin)
  for (let count = 0; count < 3; count++) await addAsset(admin)
  await app.numberChanges()
  await t.rejects(app.transact(adminCaller, async (tx) => {
    t.match(await fanOutPiece(tx, 0, 2), { changes: 2, isMore: true })
    throw new Error('killed')
  }), 'killed')
  t.strictSame(await queueOf(world, id), [])
  t.equal(await waitingIn(world), 3)
  await fanOutAll(app)
  t.strictSame((await queueOf(world, id)).map(({ sequence }) => sequence), [1, 2, 3])
})

inAnAccount('What is not fanned out at a renewal gets its sequences after the gap; what has one keeps it', async (t, world) => {
  const { admin, app, adminCaller } = world
  const { id } = await addWebhook(admin)
  await addAsset(admin)
  await fanOutAll(app)
  await addAsset(admin)
  await app.transact(adminCaller, (tx) => renewHistory(tx))
  t.match(await readWebhook(admin, id), { queue_length: 2 })
  t.strictSame((await queueOf(world, id)).map(({ sequence }) => sequence), [1, 1_000_002])
})

inAnAccount('While another process fans an account out, others wait for it or leave it, and none overtakes', async (t, world) => {
  const { admin, url, adminCaller } = world
  await fanOutAll(world.app)
  const { id } = await addWebhook(admin)
  const client = new pg.Client(url)
  await client.connect()
  t.teardown(() => client.end())
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1::integer, $2::integer)', [locks.fanOut, adminCaller.accountId])
  await addAsset(admin)
  t.equal(await runOnce(world), undefined, 'the job leaves it')
  const other = await addWebhook(admin)
  await succeed(admin.delete(`admin/webhooks/${other.id}`))
  t.pass('webhooks are made and removed meanwhile')
  t.equal(await waitingIn(world), 1)
  const answer = readWebhook(admin, id)
  await client.query('COMMIT')
  t.match(await answer, { queue_length: 1 })
  t.equal(await waitingIn(world), 0)
}, {}, ['postgresql'])

inAnAccount('Two processes that fan out at the same time give each webhook the order of the changes', async (t, world) => {
  const { apps, clients } = await openTwice(t, world)
  const { id } = await addWebhook(world.admin)
  const writing = { isOver: false }
  const fanning = apps.map(async ({ fanOut }) => {
    while (!writing.isOver) await fanOut.run(new AbortController().signal, () => {})
  })
  await Promise.all(Array.from({ length: 8 }, async (_, index) => {
    for (let count = 0; count < 15; count++) await addAsset(clients[index % 2]!)
  }))
  writing.isOver = true
  await Promise.all(fanning)
  await fanOutAll(world.app)
  const expected = await inOrderOfChanges(world)
  t.equal(expected.length, 120)
  t.strictSame(await queueOf(world, id), expected)
}, {}, ['postgresql'])
