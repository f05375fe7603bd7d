import { inAppOfProcess, type Answer, type Client } from '#test/helper/app.js'
import { addAsset, addProject, eventsOf, historyOf, succeed } from '#test/helper/items.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'

const onBothDatabases = inAppOfProcess()

const outcome = ({ status, body }: Answer) => ({ status, body })
const foundBy = async (client: Client, query: string) =>
  (await succeed(client.get(`search?${query}`))).results.map(({ asset, project }: any) => (asset ?? project).id).sort()

onBothDatabases('Searches find items by approvals and favorites as soon as they change', async (t, { admin, adminCaller, addUser }) => {
  const user = await addUser()
  const [none, waiting, good] = [await addAsset(admin), await addAsset(admin), await addAsset(admin)]
  const project = await addProject(admin)
  for (const { id } of [waiting, good]) await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [user.id, adminCaller.userId] }))
  const listed = async (id: string) => (await succeed(admin.get(`assets/${id}/approvals`))).approvals
  const [mine, his] = await listed(good.id)
  t.strictSame(await foundBy(admin, 'approval=pending'), [waiting.id, good.id].sort())
  await succeed(user.client.post(`assets/${good.id}/approvals/${mine.id}`, { status: 'approved' }))
  t.strictSame(await foundBy(admin, `approval_by=${user.id}`), [waiting.id])
  t.strictSame(await foundBy(admin, `approval_by=${adminCaller.userId}`), [waiting.id, good.id].sort())
  await succeed(admin.post(`assets/${good.id}/approvals/${his.id}`, { status: 'approved' }))
  t.strictSame(await foundBy(admin, 'approval=approved'), [good.id])
  t.strictSame(await foundBy(admin, 'approval=none'), [none.id], 'projects have no approvals')
  t.strictSame(await foundBy(admin, 'approval=none&approval=approved'), [none.id, good.id].sort())
  await succeed(admin.post(`assets/${good.id}/approvals/${his.id}`, { status: 'rejected' }))
  t.strictSame(await foundBy(admin, 'approval=rejected'), [good.id])
  for (const { id } of await listed(waiting.id)) await succeed(admin.delete(`assets/${waiting.id}/approvals/${id}`))
  t.strictSame(await foundBy(admin, 'approval=none'), [none.id, waiting.id].sort(), 'also when approvals are removed')
  t.strictSame(await foundBy(admin, 'approval_by=2147483647'), [])
  const posted = async (body: object) => (await succeed(admin.post('search', body))).results.length
  t.strictSame([await posted({ approval: ['rejected'] }), await posted({ approval_by: user.id }), await posted({ approval_by: String(user.id) })], [1, 0, 0])
  t.match(outcome(await admin.get('search?approval_by=x')), { status: 422, body: { error: "Invalid parameter 'approval_by' value \"x\": Must be a Integer" } })
  t.match(outcome(await admin.get('search?approval=maybe')), { status: 422 })

  for (const [path, id] of [['assets', none.id], ['projects', project.id]]) {
    for (let time = 0; time < 2; time++) t.strictSame(await succeed(admin.put(`${path}/${id}/favorite`)), { ok: 'Favorite added' })
    t.strictSame(await succeed(admin.get(`${path}/${id}/favorite`)), { favorite: true })
    t.strictSame(await succeed(user.client.get(`${path}/${id}/favorite`)), { favorite: false }, 'a favorite is for its user alone')
  }
  t.strictSame(await foundBy(admin, 'favorite=true'), [none.id, project.id].sort())
  t.strictSame(await foundBy(user.client, 'favorite=true'), [])
  t.strictSame([await posted({ favorite: true }), await posted({ favorite: true, type: ['project'] })], [2, 1])
  t.equal((await admin.get('export?favorite=true')).text.trim().split('\n').length, 2)
  t.match(outcome(await admin.get('search?favorite=maybe')), { status: 422, body: { error: /Must be true or false$/ } })
  for (const [path, id] of [['assets', none.id], ['projects', project.id]]) {
    for (let time = 0; time < 2; time++) t.strictSame(await succeed(admin.delete(`${path}/${id}/favorite`)), { ok: 'Favorite removed' })
  }
  t.strictSame(await foundBy(admin, 'favorite=true'), [])
  t.strictSame((await eventsOf(admin, 'assets', none.id)).slice(0, 2), ['ASSET_REMOVED_FAVORITE', 'ASSET_ADDED_FAVORITE'])
  t.strictSame((await eventsOf(admin, 'projects', project.id)).slice(0, 2), ['PROJECT_REMOVED_FAVORITE', 'PROJECT_ADDED_FAVORITE'])
  t.equal((await historyOf(admin, 'assets', none.id)).length, 3, 'a repeated mark makes no event')
})

onBothDatabases('A collection may be a favorite of a user who sees it, with an event for each change', async (t, world) => {
  const { app, admin, addUser } = world
  const user = await addUser()
  const { collection } = await succeed(admin.post('collections', { title: 'Cut' }))
  const webhook = await addWebhook(admin, { trigger_events: ['COLLECTION_ADDED_FAVORITE', 'COLLECTION_REMOVED_FAVORITE'] })
  const url = `collections/${collection.id}/favorite`
  for (let time = 0; time < 2; time++) await succeed(admin.put(url))
  t.strictSame(outcome(await user.client.put(url)), { status: 404, body: { error: 'Collection not found' } }, 'a private one')
  t.strictSame(await succeed(admin.delete(url)), { ok: 'Favorite removed' })
  await succeed(admin.put(url))
  const queued = await queuedFor(world, webhook.id)
  t.match(queued.map(({ event, targets, data }) => [event, targets.collection_id, data.collection.id]), [
    ['COLLECTION_ADDED_FAVORITE', collection.id, collection.id], ['COLLECTION_REMOVED_FAVORITE', collection.id, collection.id],
    ['COLLECTION_ADDED_FAVORITE', collection.id, collection.id]])
  t.equal(await app.database.reads.prisma.favorite.count({ where: { itemType: 'collection', itemId: String(collection.id) } }), 1)
})
