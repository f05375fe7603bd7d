import { inAppOfProcess, type World } from '#test/helper/app.js'
import { addAssets } from '#test/helper/collections.js'
import { fillProject } from '#test/helper/fill.js'
import { addAsset, addItemTo, addProject, eventsOf, NOBODYS_ID, succeed } from '#test/helper/items.js'
import { createGuest } from '#test/helper/links.js'

const onBothDatabases = inAppOfProcess()
const missing = { error: 'Link not found' }
const role = { error: 'Your role does not allow this' }

/** A user who sees only projects: Member of the first, Viewer of the second. */
async function addMember ({ admin, addUser }: Pick<World, 'admin' | 'addUser'>) {
  const [changed, viewed] = [await addProject(admin), await addProject(admin)]
  const user = await addUser({ access: 'projects' })
  await succeed(admin.post(`projects/${changed.id}/members`, { user_id: user.id, role: 'Member' }))
  await succeed(admin.post(`projects/${viewed.id}/members`, { user_id: user.id, role: 'Viewer' }))
  return { ...user, changed, viewed }
}

/** Makes a link of a selection, and a guest who opens it. */
async function select (world: World, client: World['admin'], ids: readonly string[], more: object = {}) {
  const { link, count } = await succeed(client.post('links', { asset_ids: ids, title: 'Chosen', ...more }))
  const guest = createGuest(world, link.url.split('#')[1])
  const shown = async () => (await succeed(guest.get('shared/assets?limit=1000'))).assets.map(({ id }: any) => id)
  return { link, count, guest, shown }
}

onBothDatabases('A link of selected assets shows each once, in their order, and writes no event', async (t, world) => {
  const { admin, adminCaller } = world
  const [a, b, c] = await addAssets(admin, 3)
  const { link, count, guest, shown } = await select(world, admin, [c!, a!, c!, b!, a!], { download: true })
  t.equal(count, 3)
  t.match(link, { title: 'Chosen', download: true, comments: false, has_password: false, user_id: adminCaller.userId })
  t.strictSame(await shown(), [c, a, b])
  t.match((await succeed(guest.get('shared'))).link, { title: 'Chosen', type: 'selection', download: true })
  t.equal((await succeed(guest.get(`shared/assets/${a}`))).asset.id, a)
  const first = await guest.get('shared/assets?limit=2')
  const next = String(first.headers.link).slice(1).split('>')[0]!
  t.strictSame((await succeed(guest.get(next))).assets.map(({ id }: any) => id), [b])
  const outside = await addAsset(admin)
  t.strictSame((await guest.get(`shared/assets/${outside.id}`)).body, { error: 'asset not found' })
  t.strictSame((await guest.post('shared/downloads', { asset_ids: [outside.id] })).body, { error: 'asset not found' })
  t.strictSame(await eventsOf(admin, 'assets', a!), ['ASSET_ADDED'])
})

onBothDatabases('Parameters of a selection are strict, and an asset that is not there makes no link', async (t, { admin, addStranger }) => {
  const { id } = await addAsset(admin)
  const theirs = await addAsset((await addStranger()).client)
  const refused: Array<[body: object, error: string]> = [
    [{}, 'Missing parameter asset_ids'],
    [{ asset_ids: [id] }, 'Missing parameter title'],
    [{ asset_ids: [id], title: '' }, "Invalid parameter 'title' value \"\": Must be a String of 1 to 1000 characters"],
    [{ asset_ids: [], title: 'x' }, "Invalid parameter 'asset_ids' value []: Must be an array of String of 1 to 1000 elements"],
    [{ asset_ids: [id], title: 'x', new_url: true }, "Unknown parameter 'new_url'"],
    [{ asset_ids: [id], title: 'x', expires_in: 5, expires_at: '2999-01-01' },
      "Invalid parameter 'expires_at' value \"2999-01-01\": Must be a date or time within a year"]
  ]
  for (const [body, error] of refused) {
    const answer = await admin.post('links', body)
    t.strictSame([answer.status, answer.body], [422, { error }])
  }
  for (const other of [NOBODYS_ID, 'x', theirs.id]) {
    const answer = await admin.post('links', { asset_ids: [id, other], title: 'x' })
    t.strictSame([answer.status, answer.body], [404, { error: 'asset not found' }])
  }
  t.strictSame((await succeed(admin.get('links'))).links, [])
})

onBothDatabases('A selection shows what its maker may change when one looks, and none is refused', async (t, world) => {
  const { admin } = world
  const { client, changed, viewed, id } = await addMember(world)
  const [mine, seen] = [await addItemTo(admin, 'assets', changed.id), await addItemTo(admin, 'assets', viewed.id)]
  const unseen = await addAsset(admin)
  const answer = await client.post('links', { asset_ids: [seen.id], title: 'x' })
  t.strictSame([answer.status, answer.body], [403, role])
  t.strictSame((await client.post('links', { asset_ids: [mine.id, unseen.id], title: 'x' })).body, { error: 'asset not found' })

  const { count, guest, shown } = await select(world, client, [seen.id, mine.id])
  t.equal(count, 1)
  t.strictSame(await shown(), [mine.id])
  t.equal((await guest.get(`shared/assets/${seen.id}`)).status, 404)
  await succeed(admin.put(`projects/${viewed.id}/members`, { user_id: id, role: 'Member' }))
  t.strictSame(await shown(), [seen.id, mine.id], 'it shows what is there when it is looked at')
  await succeed(admin.post(`assets/${mine.id}/trash_bin`))
  t.strictSame(await shown(), [seen.id])
  await succeed(admin.post(`assets/${mine.id}/restore`))
  t.strictSame(await shown(), [seen.id, mine.id])
  await succeed(admin.post(`admin/users/${id}`, { disabled: true }))
  t.strictSame((await guest.get('shared')).body, missing)
})

onBothDatabases('A selection is its maker\'s and administrators\', and not there for others', async (t, world) => {
  const { admin, addUser, addStranger } = world
  const { client, changed } = await addMember(world)
  const asset = await addItemTo(admin, 'assets', changed.id)
  const { link, guest } = await select(world, client, [asset.id])
  const path = `links/${link.id}`
  const [viewer, leader] = [await addUser({ access: 'projects' }), await addUser({ access: 'projects' })]
  await succeed(admin.post(`projects/${changed.id}/members`, { user_id: viewer.id, role: 'Viewer' }))
  await succeed(admin.post(`projects/${changed.id}/members`, { user_id: leader.id, role: 'Admin' }))
  for (const other of [viewer, leader, await addUser(), await addStranger()]) {
    for (const answer of [
      await other.client.get(path), await other.client.post(path, { title: 'x' }), await other.client.delete(path)
    ]) t.strictSame([answer.status, answer.body], [404, missing])
    t.strictSame((await succeed(other.client.get('links'))).links, [])
  }
  t.match((await succeed(client.get(path))).link, { url: link.url, type: 'selection', item: null })
  t.match((await succeed(admin.post(path, { title: 'By an administrator', approvals: true }))).link, { url: link.url, approvals: true })
  t.match((await succeed(guest.get('shared'))).link, { title: 'By an administrator', approvals: true })
  t.strictSame((await succeed(client.delete(path))), { ok: 'Link revoked' })
  t.strictSame((await guest.get('shared')).body, missing)
  t.strictSame((await client.get(path)).body, missing)
})

onBothDatabases('A purged asset leaves a selection, and the last one ends it', async (t, world) => {
  const { admin } = world
  const [a, b, c] = await addAssets(admin, 3)
  const { link, guest, shown } = await select(world, admin, [a!, b!])
  const other = await select(world, admin, [b!, c!])
  await succeed(admin.delete(`assets/${a}`))
  t.strictSame(await shown(), [b])
  await succeed(admin.delete(`assets/${b}`))
  t.strictSame((await guest.get('shared')).body, missing)
  t.strictSame((await admin.get(`links/${link.id}`)).body, missing)
  t.strictSame(await other.shown(), [c])
  await succeed(admin.delete(`links/${other.link.id}`))
  await succeed(admin.get(`assets/${c}`))
})

onBothDatabases('Two who delete the last assets of a selection at once end it', async (t, world) => {
  const { admin } = world
  for (let round = 0; round < 5; round++) {
    const [a, b] = await addAssets(admin, 2)
    const { link } = await select(world, admin, [a!, b!])
    await Promise.all([a, b].map((id) => succeed(admin.delete(`assets/${id}`))))
    t.equal((await admin.get(`links/${link.id}`)).status, 404)
  }
})

onBothDatabases('Of a thousand assets a selection shows those that are left: not the viewed, trashed and purged ones', async (t, world) => {
  const { admin, app, adminCaller: { accountId } } = world
  const { client, changed, viewed } = await addMember(world)
  const { assets: mine } = await fillProject(world, changed.id, { assets: 800 })
  const { assets: seen } = await fillProject(world, viewed.id, { assets: 200 })
  const ids = mine.flatMap((id, index) => index % 4 === 0 ? [id, seen[index / 4]!] : [id])
  const { link, count, shown } = await select(world, client, ids)
  t.equal(count, 800)
  t.strictSame(await shown(), mine)
  for (const id of mine.slice(0, 3)) await succeed(admin.post(`assets/${id}/trash_bin`))
  for (const id of mine.slice(3, 6)) await succeed(admin.delete(`assets/${id}`))
  t.strictSame(await shown(), mine.slice(6))
  t.equal(await app.database.reads.prisma.linkAsset.count({ where: { linkId: link.id, accountId } }), 997)
  const refused = await client.post('links', { asset_ids: [...ids, 'x'], title: 'x' })
  t.equal(refused.status, 422)
})
