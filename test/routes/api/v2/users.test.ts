import { inAppOfProcess } from '../../../helper/app.js'
import { addAsset, addItemTo, addProject, succeed } from '../../../helper/items.js'

const onBothDatabases = inAppOfProcess()

onBothDatabases('Of the users one sees, those who see an item are listed by its id', async (t, { admin, adminCaller, addUser }) => {
  const inside = await addUser({ email: 'inside@example.com', access: 'projects' })
  const outside = await addUser({ email: 'outside@example.com', access: 'projects' })
  const all = await addUser({ email: 'all@example.com' })
  const [seen, other] = [await addProject(admin, { title: 'Seen' }), await addProject(admin, { title: 'Other' })]
  for (const id of [inside.id, outside.id]) await succeed(admin.post(`projects/${other.id}/members`, { user_id: id }))
  await succeed(admin.post(`projects/${seen.id}/members`, { user_id: inside.id }))
  const asset = await addItemTo(admin, 'assets', seen.id, { title: 'Cut' })
  const ids = async (query: string, { client = admin } = {}) =>
    (await succeed(client.get(`users?${query}`))).users.map(({ id }: { id: number }) => id)
  const whole = [adminCaller.userId, inside.id, all.id]
  t.strictSame(await ids(`asset_id=${asset.id}`), whole)
  t.strictSame(await ids(`project_id=${seen.id}`), whole)
  t.strictSame(await ids(`asset_id=${asset.id}&project_id=${other.id}`), whole)
  t.strictSame((await ids(`project_id=${other.id}`, inside)).includes(outside.id), true)
  t.strictSame((await ids(`asset_id=${asset.id}`, inside)).includes(outside.id), false)
  const first = await admin.get(`users?asset_id=${asset.id}&limit=2`)
  t.equal(first.body.users.length, 2)
  t.match(first.headers.link, /rel="next"/)
  const mine = await addAsset(admin, { title: 'Of nobody else' })
  t.strictSame(await ids(`asset_id=${mine.id}`), [adminCaller.userId, all.id])

  t.match(await outside.client.get(`users?asset_id=${asset.id}`), { status: 404, body: { error: 'asset not found' } })
  t.match(await outside.client.get(`users?project_id=${seen.id}`), { status: 404 })
  t.match(await admin.get('users?asset=x'), { status: 422, body: { error: 'Unknown parameter \'asset\'' } })
})
