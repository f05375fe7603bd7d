import { partOfEvent } from '#test/helper/events.js'
import { inOneApp, onBothDatabases } from '#test/helper/app.js'
import { fillProject } from '#test/helper/fill.js'
import { addAsset, addItemTo, addProject, assign, succeed } from '#test/helper/items.js'
import { addWebhook, queuedFor, readWebhook } from '#test/helper/webhooks.js'

const inAnAccount = inOneApp()

/** Kind and item of the deliveries that wait for a webhook, in order. */
const told = async (world: Parameters<typeof queuedFor>[0], id: number) =>
  (await queuedFor(world, id)).map(({ event, targets }) => `${event} ${targets.asset_id ?? targets.project_id}`)

inAnAccount('An event reaches every webhook that is subscribed to its kind, in the order of events', async (t, world) => {
  const { admin } = world
  const all = await addWebhook(admin)
  const edits = await addWebhook(admin, { trigger_events: ['ASSET_EDITED_METADATA', 'ASSET_EDITED_METADATA'] })
  const none = await addWebhook(admin, { trigger_events: [] })
  const asset = await addAsset(admin)
  await succeed(admin.put(`assets/${asset.id}`, { title: 'New' }))
  await succeed(admin.put(`assets/${asset.id}`, { title: 'New' }))
  await succeed(admin.delete(`assets/${asset.id}`))
  t.strictSame(await told(world, all.id), [`ASSET_ADDED ${asset.id}`, `ASSET_EDITED_METADATA ${asset.id}`,
    `ASSET_PURGED ${asset.id}`])
  t.strictSame(await told(world, edits.id), [`ASSET_EDITED_METADATA ${asset.id}`])
  t.strictSame(await told(world, none.id), [])
  t.equal((await readWebhook(admin, all.id)).queue_length, 3)
  t.equal(await world.app.database.reads.prisma.webhookEvent.count(), 3, 'each event is stored once')
})

onBothDatabases('A delivery contains the history entry, and the item as it was at that moment', async (t, world) => {
  const { admin, adminCaller } = world
  const { id } = await addWebhook(admin)
  const asset = await addAsset(admin, { title: 'One', tags: ['a'] })
  const changed = (await succeed(admin.put(`assets/${asset.id}`, { title: 'Two' }))).asset
  await succeed(admin.delete(`assets/${asset.id}`))
  const [added, edited, purged] = await queuedFor(world, id)
  t.strictSame([added.fields, edited.fields, purged.fields], [null, ['title'], null])
  t.strictSame(added.data, { asset })
  t.strictSame(edited.data, { asset: changed })
  t.strictSame(purged.data, { asset: changed }, 'as it last was')
  t.match(purged, {
    type: 'ASSET_PURGED',
    event: 'ASSET_PURGED',
    account: 'default',
    severity: 2,
    user_id: adminCaller.userId,
    targets: { asset_id: asset.id }
  })
  t.equal(purged.timestamp, purged.time)
  const entry = await world.app.database.reads.prisma.historyEntry.findUnique({ where: { id: added.id } })
  t.match(entry, { event: 'ASSET_ADDED', assetId: asset.id })
  t.equal(entry!.time.toISOString(), added.time)
})

inAnAccount('A project filter covers the whole subtree, including moves out of it and into it', async (t, world) => {
  const { admin } = world
  const top = await addProject(admin)
  const middle = await addItemTo(admin, 'projects', top.id)
  const low = await addItemTo(admin, 'projects', middle.id)
  const elsewhere = await addProject(admin)
  const [ofTop, ofLow, ofElsewhere] = [await addWebhook(admin, { project_id: top.id }),
    await addWebhook(admin, { project_id: low.id }), await addWebhook(admin, { project_id: elsewhere.id })]
  const asset = await addItemTo(admin, 'assets', low.id)
  const loose = await addAsset(admin)
  await succeed(admin.put(`assets/${asset.id}`, { title: 'x' }))
  await assign(admin, 'assets', asset.id, elsewhere.id)
  await succeed(admin.put(`projects/${low.id}`, { title: 'x' }))
  await assign(admin, 'projects', low.id, elsewhere.id)
  await succeed(admin.put(`assets/${loose.id}`, { title: 'x' }))

  const inLow = [`ASSET_LINKED ${asset.id}`, `ASSET_EDITED_METADATA ${asset.id}`, `ASSET_UNLINKED ${asset.id}`,
    `PROJECT_EDITED_METADATA ${low.id}`, `PROJECT_UNLINKED ${low.id}`]
  t.strictSame(await told(world, ofTop.id), inLow, 'the move away is the last event')
  t.strictSame(await told(world, ofLow.id), [...inLow, `PROJECT_LINKED ${low.id}`])
  t.strictSame(
    await told(world, ofElsewhere.id),
    [`ASSET_LINKED ${asset.id}`, `PROJECT_LINKED ${low.id}`],
    'the move here is the first event'
  )
})

inAnAccount('The last events of a project filter are the deletions of the project and its items; then it is disabled', async (t, world) => {
  const { admin } = world
  const top = await addProject(admin)
  const doomed = await addItemTo(admin, 'projects', top.id)
  const inner = await addItemTo(admin, 'projects', doomed.id)
  const asset = await addItemTo(admin, 'assets', inner.id)
  const hooks = [await addWebhook(admin, { project_id: top.id }), await addWebhook(admin, { project_id: doomed.id }),
    await addWebhook(admin, { project_id: inner.id })]
  const watcher = await addWebhook(admin, { trigger_events: ['NOTIFICATION_ADDED'] })
  await succeed(admin.delete(`projects/${doomed.id}`))
  const [a, b, c] = [`ASSET_PURGED ${asset.id}`, `PROJECT_PURGED ${inner.id}`, `PROJECT_PURGED ${doomed.id}`]
  t.strictSame(await told(world, hooks[0]!.id), [a, b, c])
  t.strictSame(await told(world, hooks[1]!.id), [a, b, c])
  t.strictSame(await told(world, hooks[2]!.id), [a, b])

  t.strictSame(await Promise.all(hooks.map(async ({ id }) => (await readWebhook(admin, id)).disabled)), [false, true,
    true])
  t.equal((await readWebhook(admin, hooks[1]!.id)).project_id, doomed.id, 'disabled, and not a webhook for everything')
  const notices = await queuedFor(world, watcher.id)
  t.strictSame(notices.map(({ targets }) => targets.webhook_id).toSorted(), [hooks[1]!.id, hooks[2]!.id].toSorted())
  await addAsset(admin)
  t.strictSame(await told(world, hooks[1]!.id), [a, b, c])
})

inAnAccount('A webhook with linked users gets only the events of these users', async (t, world) => {
  const { admin, addUser } = world
  const [ann, ben] = [await addUser(), await addUser()]
  const { id } = await addWebhook(admin)
  const { webhook_user: link } = await succeed(admin.post(`admin/webhooks/${id}/webhook_users`, { user_id: ann.id }))
  const byAnn = await addAsset(ann.client)
  await addAsset(ben.client)
  t.strictSame(await told(world, id), [`ASSET_ADDED ${byAnn.id}`])
  await succeed(admin.post(`admin/webhooks/${id}/webhook_users`, { user_id: ben.id }))
  const byBen = await addAsset(ben.client)
  t.equal((await told(world, id)).at(-1), `ASSET_ADDED ${byBen.id}`)
  await succeed(admin.delete(`admin/webhooks/${id}/webhook_users/${link.id}`))
  await addAsset(ann.client)
  t.equal((await told(world, id)).length, 2)
})

inAnAccount('A disabled webhook keeps queueing, a deleted one does not, and accounts get no events of each other', async (t, world) => {
  const { admin, addStranger } = world
  const stranger = await addStranger()
  const theirs = await addWebhook(stranger.client)
  const disabled = await addWebhook(admin)
  await succeed(admin.post(`admin/webhooks/${disabled.id}`, { disabled: true }))
  const deleted = await addWebhook(admin)
  await succeed(admin.delete(`admin/webhooks/${deleted.id}`))
  await addAsset(admin)
  t.equal((await readWebhook(admin, disabled.id)).queue_length, 1)
  t.strictSame(await told(world, theirs.id), [])
  t.strictSame(await told(world, deleted.id), [])
})

inAnAccount('A refused request, and one that changes nothing, cause no event', async (t, world) => {
  const { admin } = world
  const { id } = await addWebhook(admin)
  const [one, other] = [await addAsset(admin, {}), await addAsset(admin)]
  await succeed(admin.put(`assets/${one.id}`, { external_id: 'x' }))
  const before = await told(world, id)
  t.match((await admin.put(`assets/${other.id}`, { external_id: 'x', title: 'New' })).body.errors, {
    external_id: 'has already been taken'
  })
  await admin.post(`assets/${one.id}/assign`, { to_project_id: 'nowhere' })
  await admin.delete(`assets/${one.id}/unassign`)
  await t.rejects(world.app.transact(world.adminCaller, async (tx) => {
    const { record } = await import('#src/core/events/record.js')
    await record(tx, partOfEvent('ASSET_ADDED', { asset_id: one.id }))
    throw new Error('rolled back')
  }))
  t.strictSame(await told(world, id), before)
})

inAnAccount('A transaction with very many events loses none of them, and keeps their order', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  const filtered = await addWebhook(admin, {
    project_id: project.id,
    trigger_events: ['ASSET_REMOVED', 'ASSET_PURGED', 'PROJECT_REMOVED']
  })
  await fillProject(world, project.id, { assets: 1100 })
  await succeed(admin.post(`projects/${project.id}/trash_bin`))
  const { queue_length: length } = await readWebhook(admin, filtered.id)
  t.equal(length, 1101)
  const names = await told(world, filtered.id)
  t.equal(names[0], `PROJECT_REMOVED ${project.id}`)
  t.strictSame(names.slice(1), names.slice(1).toSorted())
  t.equal(new Set(names).size, 1101)
})
