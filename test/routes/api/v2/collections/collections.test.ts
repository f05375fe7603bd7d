import { httpDialects, inAppOfProcess } from '#test/helper/app.js'
import { addAssets, addCollection, countOf, orderOf, putInto } from '#test/helper/collections.js'
import { addAsset, addItemTo, addProject, eventsOf, historyOf, MILLISECONDS, NOBODYS_ID, succeed } from '#test/helper/items.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'

const onBothDatabases = inAppOfProcess()
const missing = { error: 'Collection not found' }
const KINDS = ['COLLECTION_CREATED', 'COLLECTION_UPDATED_METADATA', 'COLLECTION_DELETED', 'COLLECTION_PUBLIC',
  'COLLECTION_PRIVATE', 'ASSET_ADDED_TO_COLLECTION', 'ASSET_REMOVED_FROM_COLLECTION']

onBothDatabases('A collection is created, changed, listed and deleted, and shows its owner and its count', async (t, { admin, adminCaller }) => {
  const made = await addCollection(admin, { title: 'Festival' })
  t.match(made, { title: 'Festival', description: '', public: false, owner: adminCaller.email, count: 0 })
  t.match(made.created_at, MILLISECONDS)
  t.equal(made.updated_at, made.created_at)
  t.type(made.id, 'number')
  const other = await addCollection(admin, { title: '', description: 'second', public: true })
  t.match(other, { title: '', description: 'second', public: true })

  const updated = (await succeed(admin.post(`collections/${made.id}`, { description: 'For the jury' }))).collection
  t.match(updated, { id: made.id, title: 'Festival', description: 'For the jury', public: false })
  const same = (await succeed(admin.post(`collections/${made.id}`, { title: 'Festival' }))).collection
  t.strictSame(same, updated, 'the same title changes nothing')
  t.strictSame((await succeed(admin.get(`collections/${made.id}`))).collection, updated)
  t.strictSame((await succeed(admin.get('collections'))).collections, [updated, other])
  const page = await admin.get('collections?limit=1')
  t.strictSame(page.body.collections, [updated])
  t.match(page.headers.link, /rel="next"/)

  t.strictSame((await admin.delete(`collections/${made.id}`)).body, { ok: 'Collection deleted' })
  for (const answer of [await admin.get(`collections/${made.id}`), await admin.delete(`collections/${made.id}`),
    await admin.post(`collections/${made.id}`, {}), await admin.get(`collections/${made.id}/assets`),
    await admin.post(`collections/${made.id}/assets`, { asset_ids: ['x'] }), await admin.get('collections/x'),
    await admin.get('collections/99999999999999'), await admin.delete(`collections/${made.id}/assets`, { asset_ids: ['x'] })]) {
    t.strictSame([answer.status, answer.body], [404, missing])
  }
  t.strictSame((await succeed(admin.get('collections'))).collections, [other])
})

onBothDatabases('Parameters of collections are strict', async (t, { admin }) => {
  const { id } = await addCollection(admin)
  const one = await addAsset(admin)
  const refused: Array<[path: string, body: unknown, error: string]> = [
    ['collections', {}, 'Missing parameter title'],
    ['collections', { title: 5 }, "Invalid parameter 'title' value 5: Must be a String"],
    ['collections', { title: 'a', public: 'yes' },
      "Invalid parameter 'public' value \"yes\": Must be one of: <code>true</code>, <code>false</code>."],
    ['collections', { title: 'a', colour: 1 }, "Unknown parameter 'colour'"],
    ['collections', { title: 'a'.repeat(1001) },
      `Invalid parameter 'title' value "${'a'.repeat(999)}…: Must be a String of at most 1000 characters`],
    [`collections/${id}/assets`, {}, 'Missing parameter asset_ids'],
    [`collections/${id}/assets`, { asset_ids: [] }, "Invalid parameter 'asset_ids' value []: Must be an array of String of 1 to 1000 elements"],
    [`collections/${id}/assets`, { asset_ids: [one.id], before: null }, "Invalid parameter 'before' value nil: Must be a String"],
    [`collections/${id}/assets`, { asset_ids: [one.id], before: one.id },
      `Invalid parameter 'before' value "${one.id}": Must be an asset of the collection`]
  ]
  for (const [path, body, error] of refused) {
    const answer = await admin.post(path, body)
    t.strictSame([answer.status, answer.body.error], [422, error])
  }
  t.match((await admin.get('collections?sort=title')).body, { error: "Unknown parameter 'sort'" })
  const bulk = await admin.post('bulk', {
    operations: [{ method: 'POST', path: '/api/v2/collections', body: { title: 'a' } }]
  })
  t.strictSame(bulk.body.results, [{ status: 422, body: { error: 'Not possible in a bulk' } }])
}, {}, httpDialects)

onBothDatabases('Assets are added to a collection, moved and removed, in the order that the user gives them', async (t, { admin }) => {
  const [a, b, c, d, e] = await addAssets(admin, 5) as [string, string, string, string, string]
  const { id } = await addCollection(admin)
  t.strictSame((await admin.post(`collections/${id}/assets`, { asset_ids: [a, b, a] })).body, { ok: 'Assets added' })
  t.strictSame(await orderOf(admin, id), [a, b])
  await putInto(admin, id, [c, a])
  t.strictSame(await orderOf(admin, id), [a, b, c], 'an asset that is in it keeps its place')
  await putInto(admin, id, [e, d], b)
  t.strictSame(await orderOf(admin, id), [a, e, d, b, c])
  await putInto(admin, id, [c, e], a)
  t.strictSame(await orderOf(admin, id), [c, e, a, d, b])
  await putInto(admin, id, [a, b], a)
  t.strictSame(await orderOf(admin, id), [c, e, a, b, d], 'the asset that others go before may move along')
  await putInto(admin, id, [d, c], d)
  t.strictSame(await orderOf(admin, id), [e, a, b, d, c], 'at the end')

  const page = await admin.get(`collections/${id}/assets?limit=2`)
  t.strictSame(page.body.assets.map((asset: any) => asset.id), [e, a])
  const next = String(page.headers.link).slice(1).split('>')[0]!
  t.strictSame((await admin.get(next)).body.assets.map((asset: any) => asset.id), [b, d])

  const gone = await admin.post(`collections/${id}/assets`, { asset_ids: [a, NOBODYS_ID] })
  t.strictSame([gone.status, gone.body], [404, { error: 'asset not found' }])
  const { id: empty } = await addCollection(admin)
  t.equal((await admin.post(`collections/${empty}/assets`, { asset_ids: [a, NOBODYS_ID] })).status, 404)
  t.strictSame(await orderOf(admin, empty), [], 'nothing is added')
  t.equal((await admin.delete(`collections/${id}/assets`, { asset_ids: [a, NOBODYS_ID] })).status, 404)
  t.strictSame((await admin.delete(`collections/${empty}/assets`, { asset_ids: [a] })).body, { ok: 'Assets removed' })
  t.strictSame((await admin.delete(`collections/${id}/assets`, { asset_ids: [a, d, a] })).body, { ok: 'Assets removed' })
  t.strictSame(await orderOf(admin, id), [e, b, c])

  await succeed(admin.post(`assets/${b}/trash_bin`))
  t.strictSame(await orderOf(admin, id), [e, c], 'trashed ones are left out')
  t.equal(await countOf(admin, id), 2)
  await succeed(admin.post(`assets/${b}/restore`))
  t.strictSame(await orderOf(admin, id), [e, b, c])
  await succeed(admin.delete(`assets/${e}`))
  t.strictSame(await orderOf(admin, id), [b, c], 'purged ones are removed')
  t.equal(await countOf(admin, id), 2)
  const large = await addAsset(admin, { title: 'Large', description: 'x'.repeat(50_000) })
  await putInto(admin, id, [large.id], c)
  t.strictSame(await orderOf(admin, id), [b, large.id, c], 'a large one too')
})

onBothDatabases('Only its owner sees a private collection; the account sees a public one, which owner and administrators may change', async (t, { admin, addUser, addStranger }) => {
  const [owner, colleague, guest] = [await addUser(), await addUser(), await addUser({ access: 'projects' })]
  const stranger = await addStranger()
  const [a] = await addAssets(owner.client, 1)
  const { id } = await addCollection(owner.client)
  await putInto(owner.client, id, [a!])
  const all = [admin, colleague.client, guest.client, stranger.client]
  for (const client of all) {
    t.equal((await client.get(`collections/${id}`)).status, 404)
    t.strictSame((await client.post(`collections/${id}/assets`, { asset_ids: [a] })).body, missing)
    t.strictSame((await succeed(client.get('collections'))).collections, [])
    t.strictSame((await succeed(client.get(`search?collection=${id}`))).results, [])
  }
  await succeed(owner.client.post(`collections/${id}`, { public: true }))
  for (const client of [admin, colleague.client]) {
    t.match((await client.get(`collections/${id}`)).body.collection, { id, owner: owner.email, count: 1 })
    t.strictSame((await succeed(client.get(`assets/${a}/collections`))).collections.map((each: any) => each.id), [id])
  }
  for (const client of [guest.client, stranger.client]) t.equal((await client.get(`collections/${id}`)).status, 404)
  const role = { error: 'Your role does not allow this' }
  for (const answer of [
    await colleague.client.post(`collections/${id}`, { title: 'x' }), await colleague.client.delete(`collections/${id}`),
    await colleague.client.post(`collections/${id}/assets`, { asset_ids: [a] }),
    await colleague.client.delete(`collections/${id}/assets`, { asset_ids: [a] })
  ]) t.strictSame([answer.status, answer.body], [403, role])
  t.match((await admin.post(`collections/${id}`, { public: false })).body, { collection: { public: false } })
  t.equal((await admin.get(`collections/${id}`)).status, 404)
})

onBothDatabases('Users see only those assets of a collection that they may see', async (t, { admin, addUser }) => {
  const { id: userId, client: user } = await addUser({ access: 'projects' })
  const [open, closed] = [await addProject(admin), await addProject(admin)]
  await succeed(admin.post(`projects/${open.id}/members`, { user_id: userId }))
  const [shown, hidden] = [await addItemTo(admin, 'assets', open.id), await addItemTo(admin, 'assets', closed.id)]
  const own = await addAsset(user)
  const { id } = await addCollection(user, { public: true })
  await putInto(user, id, [shown.id, own.id])
  const foreign = await user.post(`collections/${id}/assets`, { asset_ids: [hidden.id] })
  t.strictSame([foreign.status, foreign.body], [404, { error: 'asset not found' }])
  await putInto(admin, id, [hidden.id], shown.id)
  t.strictSame(await orderOf(admin, id), [hidden.id, shown.id, own.id])
  t.strictSame(await orderOf(user, id), [shown.id, own.id])
  t.strictSame([await countOf(admin, id), await countOf(user, id)], [3, 2])
  const wrong = await user.post(`collections/${id}/assets`, { asset_ids: [own.id], before: hidden.id })
  t.equal(wrong.body.error, `Invalid parameter 'before' value "${hidden.id}": Must be an asset of the collection`)
  t.strictSame((await succeed(user.get(`search?collection=${id}&sort=created_date`))).results.map((hit: any) => hit.asset.id), [shown.id, own.id])
  await succeed(admin.delete(`projects/${open.id}/members`, { user_id: userId }))
  t.strictSame(await orderOf(user, id), [own.id])
})

onBothDatabases('Events of a collection are in webhooks, in changes for administrators, and in the history of its assets', async (t, world) => {
  const { admin, addUser } = world
  const hook = await addWebhook(admin, { trigger_events: KINDS })
  const { client: owner, id: ownerId } = await addUser()
  const since = (await succeed(admin.get('changes?since=now'))).next
  const [a, b] = await addAssets(owner, 2)
  const { id } = await addCollection(owner, { public: true })
  await putInto(owner, id, [a!, b!])
  await putInto(owner, id, [b!], a)
  await succeed(owner.post(`collections/${id}`, { title: 'New' }))
  await succeed(owner.post(`collections/${id}`, { title: 'New', public: true }))
  await succeed(owner.delete(`collections/${id}/assets`, { asset_ids: [b] }))
  await succeed(owner.post(`collections/${id}`, { public: false }))
  await succeed(owner.post(`collections/${id}`, { public: true }))
  await succeed(owner.delete(`collections/${id}`))
  const expected = [
    'COLLECTION_CREATED', 'ASSET_ADDED_TO_COLLECTION', 'ASSET_ADDED_TO_COLLECTION', 'COLLECTION_UPDATED_METADATA',
    'ASSET_REMOVED_FROM_COLLECTION', 'COLLECTION_PRIVATE', 'COLLECTION_PUBLIC', 'COLLECTION_DELETED'
  ]
  const queued = await queuedFor(world, hook.id)
  t.strictSame(queued.map(({ event }) => event), expected)
  for (const { event, targets, data, user_id: userId } of queued) {
    t.equal(userId, ownerId)
    if (event.startsWith('COLLECTION')) {
      t.strictSame(targets, { collection_id: id })
      t.match(data.collection, { id, owner: String })
    } else {
      t.strictSame(targets, { asset_id: data.asset.id, collection_id: id })
    }
  }
  t.match(queued[3].data.collection, { title: 'New', public: true, count: 2 })
  const changes = async (client: typeof admin) =>
    (await succeed(client.get(`changes?since=${since}&${KINDS.map((kind) => `event=${kind}`).join('&')}`))).changes
      .map(({ event }: any) => event)
  t.strictSame(await changes(admin), expected)
  t.strictSame(await changes(owner), expected.filter((event) => event.startsWith('ASSET')), 'other users get only events of assets')
  t.strictSame(await eventsOf(admin, 'assets', b!), ['ASSET_REMOVED_FROM_COLLECTION', 'ASSET_ADDED_TO_COLLECTION', 'ASSET_ADDED'])
  t.strictSame((await historyOf(admin, 'assets', a!))[0].targets, { asset_id: a, collection_id: id })
})

onBothDatabases('Adding an asset to a collection changes neither the asset nor its ETag', async (t, { admin }) => {
  const asset = await addAsset(admin)
  const before = await admin.get(`assets/${asset.id}`)
  const { id } = await addCollection(admin)
  await putInto(admin, id, [asset.id])
  const after = await admin.get(`assets/${asset.id}`)
  t.strictSame(after.body, before.body)
  t.equal(after.headers.etag, before.headers.etag)
})

onBothDatabases('What is put into a private collection and taken out is told to nobody', async (t, world) => {
  const { admin, addUser } = world
  const hook = await addWebhook(admin, { trigger_events: KINDS })
  const { client: owner } = await addUser()
  const [a, b] = await addAssets(owner, 2)
  const { id } = await addCollection(owner)
  await putInto(owner, id, [a!, b!])
  t.strictSame((await succeed(owner.get(`search?collection=${id}`))).results.length, 2)
  await succeed(owner.delete(`collections/${id}/assets`, { asset_ids: [b] }))
  t.strictSame((await succeed(owner.get(`search?collection=${id}`))).results.length, 1)
  t.strictSame((await queuedFor(world, hook.id)).map(({ event }) => event), ['COLLECTION_CREATED'])
  for (const asset of [a!, b!]) t.strictSame(await eventsOf(admin, 'assets', asset), ['ASSET_ADDED'])
})
