import { inAppOfProcess, type Client } from '#test/helper/app.js'
import { addCollection } from '#test/helper/collections.js'
import { fillTable } from '#test/helper/fill.js'
import { addAsset, addItemTo, addProject, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { createClient } from '#test/helper/requests.js'

const onBothDatabases = inAppOfProcess()
const missing = { error: 'Link not found' }
const role = { error: 'Your role does not allow this' }
const DAY_MS = 24 * 60 * 60 * 1000

const listOf = async (client: Client): Promise<any[]> => (await succeed(client.get('links?limit=1000'))).links
const idsOf = async (client: Client) => (await listOf(client)).map(({ id }) => id)

onBothDatabases('All links that one may revoke are in one list, the newest first, with what they show', async (t, world) => {
  const { app, admin, addUser, addStranger } = world
  const project = await addProject(admin, { title: 'Film' })
  const asset = await addItemTo(admin, 'assets', project.id, { title: 'Cut' })
  const users: Record<string, { id: number, client: Client }> = {}
  for (const name of ['Viewer', 'Member', 'Admin']) {
    users[name] = await addUser({ access: 'projects' })
    await succeed(admin.post(`projects/${project.id}/members`, { user_id: users[name].id, role: name }))
  }
  const { Viewer: viewer, Member: member, Admin: leader } = users as any
  const owner = await addUser()
  const [hidden, open] = [
    await addCollection(owner.client, { title: 'Hidden' }), await addCollection(owner.client, { title: 'Open', public: true })
  ]
  const links = {
    ofAdmin: await addLink(admin, `assets/${asset.id}`),
    ofMember: await addLink(member.client, `projects/${project.id}`),
    ofHidden: await addLink(owner.client, `collections/${hidden.id}`),
    ofOpen: await addLink(owner.client, `collections/${open.id}`),
    selection: (await succeed(member.client.post('links', { asset_ids: [asset.id], title: 'Chosen' }))).link
  }
  const { ofAdmin, ofMember, ofHidden, ofOpen, selection } = links
  t.strictSame(await idsOf(admin), [selection, ofOpen, ofHidden, ofMember, ofAdmin].map(({ id }) => id))
  t.strictSame(await idsOf(member.client), [selection.id, ofMember.id])
  t.strictSame(await idsOf(leader.client), [ofMember.id, ofAdmin.id])
  t.strictSame(await idsOf(owner.client), [ofOpen.id, ofHidden.id, ofMember.id, ofAdmin.id])
  t.strictSame(await idsOf(viewer.client), [])
  t.strictSame(await idsOf((await addStranger()).client), [])

  const shown = (await listOf(admin)).map(({ type, item, url }) => [type, item, url])
  t.strictSame(shown, [
    ['selection', null, selection.url],
    ['collection', { type: 'collection', id: open.id, title: 'Open' }, ofOpen.url],
    ['collection', null, null],
    ['project', { type: 'project', id: project.id, title: 'Film' }, ofMember.url],
    ['asset', { type: 'asset', id: asset.id, title: 'Cut' }, ofAdmin.url]
  ])
  const { api_key: { key } } = await succeed(admin.post('user/api_keys', { name: 'Reader', scope: 'read' }))
  const reader = createClient(app, key)
  t.strictSame((await listOf(reader)).map(({ url }) => url), [null, null, null, null, null])
  t.equal((await succeed(reader.get(`links/${selection.id}`))).link.url, null)
  for (const listed of await listOf(admin)) {
    t.strictSame((await succeed(admin.get(`links/${listed.id}`))).link, listed)
  }
  await succeed(admin.delete(`projects/${project.id}/members`, { user_id: member.id }))
  t.strictSame(await idsOf(member.client), [selection.id], 'what one does not see any more is not listed')
})

onBothDatabases('What one may not revoke is not there by its id; the rest is changed and revoked as below its item', async (t, world) => {
  const { admin, addUser, addStranger } = world
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const [viewer, member] = [await addUser({ access: 'projects' }), await addUser({ access: 'projects' })]
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: viewer.id, role: 'Viewer' }))
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: member.id, role: 'Member' }))
  const elsewhere = await addUser({ access: 'projects' })
  const other = await addProject(admin)
  await succeed(admin.post(`projects/${other.id}/members`, { user_id: elsewhere.id, role: 'Admin' }))
  const owner = await addUser()
  const hidden = await addCollection(owner.client)
  const link = await addLink(admin, `assets/${asset.id}`, { title: 'Cut' })
  for (const { client } of [viewer, member, elsewhere, await addStranger()]) {
    const path = `links/${link.id}`
    for (const answer of [await client.get(path), await client.post(path, { title: 'x' }), await client.delete(path)]) {
      t.strictSame([answer.status, answer.body], [404, missing])
    }
  }
  for (const id of ['0', 'x', '99999999999', '2147483648']) {
    t.strictSame((await admin.get(`links/${id}`)).body, missing)
    t.strictSame((await admin.post(`links/${id}`, {})).body, missing)
    t.strictSame((await admin.delete(`links/${id}`)).body, missing)
  }
  const ofHidden = await addLink(owner.client, `collections/${hidden.id}`)
  for (const answer of [await admin.post(`links/${ofHidden.id}`, {}), await admin.delete(`links/${ofHidden.id}`)]) {
    t.strictSame([answer.status, answer.body], [403, role])
  }
  const { link: changed } = await succeed(admin.post(`links/${link.id}`, { title: 'Next cut', versions: true, new_url: true }))
  t.match(changed, { id: link.id, title: 'Next cut', versions: true })
  t.strictSame((await succeed(admin.get(`assets/${asset.id}/links`))).links, [changed])
  t.equal((await createGuest(world, link.token).get('shared')).status, 404)
  const own = await addLink(member.client, `projects/${project.id}`)
  t.strictSame(await succeed(member.client.delete(`links/${own.id}`)), { ok: 'Link revoked' })
  t.strictSame(await succeed(admin.delete(`links/${link.id}`)), { ok: 'Link revoked' })
  t.strictSame(await idsOf(admin), [ofHidden.id])
})

onBothDatabases('The list is in pages, and has links that have ended', async (t, world) => {
  const { app, admin, adminCaller: { accountId, userId }, adminCaller, addUser } = world
  const { id } = await addAsset(admin)
  const other = await addUser()
  const rows = Array.from({ length: 130 }, (_, index) => ({
    accountId,
    userId: index % 2 === 0 ? userId : other.id,
    title: String(index),
    hash: `${accountId} ${index}`,
    assetId: index % 3 === 0 ? null : id,
    download: false,
    comments: false,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + (index % 5 === 0 ? -DAY_MS : DAY_MS))
  }))
  await app.transact(adminCaller, (tx) => fillTable(tx, 'links', rows))
  async function read (client: Client, first: string): Promise<string[]> {
    const titles: string[] = []
    for (let path: string | undefined = first; path !== undefined;) {
      const answer = await client.get(path)
      titles.push(...answer.body.links.map(({ title }: any) => title))
      path = /<([^<>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    return titles
  }
  const newestFirst = rows.map(({ title }) => title).reverse()
  t.strictSame(await read(admin, 'links?limit=40'), newestFirst)
  t.strictSame((await admin.get('links')).body.links.length, 100)
  const own = newestFirst.filter((title) => Number(title) % 3 !== 0 || Number(title) % 2 !== 0)
  t.strictSame(await read(other.client, 'links?limit=7'), own, 'without the selections of others')
  const first = await admin.get('links?limit=1')
  const cursor = /cursor=[^&>]+/.exec(String(first.headers.link))![0]
  t.equal((await admin.get(`assets/${id}/links?${cursor}`)).status, 422, 'a cursor of another list')
  t.equal((await admin.get('links?type=asset')).body.error, "Unknown parameter 'type'")
})

onBothDatabases('A link ends at a date, in place of a number of seconds', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const end = new Date(Date.now() + 7 * DAY_MS)
  const link = await addLink(admin, `assets/${id}`, { expires_at: end.toISOString() })
  t.equal(link.expires_at, end.toISOString())
  const day = new Date(Date.now() + 9 * DAY_MS).toISOString().slice(0, 10)
  const { link: changed } = await succeed(admin.post(`links/${link.id}`, { expires_at: day }))
  t.equal(changed.expires_at, `${day}T00:00:00.000Z`)
  const { link: chosen } = await succeed(admin.post('links', { asset_ids: [id], title: 'x', expires_at: day }))
  t.equal(chosen.expires_at, changed.expires_at)
  const past = new Date(Date.now() - 1000).toISOString()
  const late = new Date(Date.now() + 366 * DAY_MS).toISOString()
  const refused: Array<[body: object, error: string]> = [
    [{ expires_in: 60, expires_at: day }, 'Must have expires_in or expires_at'],
    [{ expires_at: 'tomorrow' }, "Invalid parameter 'expires_at' value \"tomorrow\": Must be an ISO 8601 date or time"],
    [{ expires_at: 5 }, "Invalid parameter 'expires_at' value 5: Must be a String"],
    ...[past, late].map((sent): [object, string] =>
      [{ expires_at: sent }, `Invalid parameter 'expires_at' value "${sent}": Must be a date or time within a year`])
  ]
  for (const [body, error] of refused) {
    const answers = [
      await admin.post(`assets/${id}/links`, body), await admin.post(`assets/${id}/links/${link.id}`, body),
      await admin.post(`links/${link.id}`, body), await admin.post('links', { asset_ids: [id], title: 'x', ...body })
    ]
    for (const answer of answers) t.strictSame([answer.status, answer.body], [422, { error }])
  }
})
