import { inAppOfProcess, onBothDatabases as inOwnApp, type World } from '#test/helper/app.js'
import { createClient } from '#test/helper/requests.js'
import { addCollection } from '#test/helper/collections.js'
import { addAsset, addItemTo, addProject, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'
import { digest, newToken } from '#src/basics/secrets.js'
import { createUnit } from '#src/core/unit.js'
import { statement } from '#src/database/sql.js'
import { createLinks } from '#src/links/links.js'
import { createLinkTokens } from '#src/links/tokens.js'
import { createSigner } from '#src/media/serve/signing.js'

const onBothDatabases = inAppOfProcess()
const PASSWORD = 'four quiet river stones'

const setSecret = statement('', () => "UPDATE settings SET value = $1 WHERE name = 'media_signing_secret'")

/** Makes a link as the version before did: its token is not made of a seed. */
async function makeOld ({ app, adminCaller }: World, id: number): Promise<string> {
  const token = newToken()
  await app.transact(adminCaller, (tx) => tx.prisma.link.updateMany({
    where: { id, accountId: adminCaller.accountId }, data: { hash: digest(token), seed: null }
  }))
  return token
}

onBothDatabases('The URL of a link is shown to who may revoke it, and null to others and to read-only keys', async (t, world) => {
  const { app, admin, addUser } = world
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const users: Record<string, Awaited<ReturnType<typeof addUser>>> = {}
  for (const role of ['Viewer', 'Member', 'Admin']) {
    users[role] = await addUser({ access: 'projects' })
    await succeed(admin.post(`projects/${project.id}/members`, { user_id: users[role].id, role }))
  }
  const { Viewer: viewer, Member: member, Admin: leader } = users as Record<'Viewer' | 'Member' | 'Admin', any>
  const { api_key: { key } } = await succeed(admin.post('user/api_keys', { name: 'Reader', scope: 'read' }))
  const reader = createClient(app, key)
  for (const path of [`assets/${asset.id}`, `projects/${project.id}`]) {
    const [own, others] = [await addLink(member.client, path), await addLink(admin, path)]
    const urls = async (client: any) => (await succeed(client.get(`${path}/links`))).links.map(({ url }: any) => url)
    t.strictSame(await urls(member.client), [own.url, null])
    for (const client of [admin, leader.client]) t.strictSame(await urls(client), [own.url, others.url])
    for (const client of [viewer.client, reader]) t.strictSame(await urls(client), [null, null])
    await succeed(admin.put(`projects/${project.id}/members`, { user_id: member.id, role: 'Viewer' }))
    t.strictSame(await urls(member.client), [own.url, null], 'its maker may still revoke it')
    await succeed(admin.put(`projects/${project.id}/members`, { user_id: member.id, role: 'Member' }))
    await succeed(createGuest(world, own.token).get('shared'))
  }
  const collection = await addCollection(admin)
  const link = await addLink(admin, `collections/${collection.id}`)
  const listed = async (client: any) => (await succeed(client.get(`collections/${collection.id}/links`))).links[0]
  t.equal((await listed(admin)).url, link.url)
  t.equal((await listed(reader)).url, null)
})

onBothDatabases('A stored answer has no URL, and what is stored of a link does not hold its token', async (t, { app, admin, adminCaller }) => {
  const { accountId } = adminCaller
  const { id } = await addAsset(admin)
  const hook = await addWebhook(admin, { trigger_events: ['ASSET_ADDED_SHAREABLE_LINK'] })
  const link = await addLink(admin, `assets/${id}`)
  const send = () => admin.send('POST', `assets/${id}/links/${link.id}`, { title: 'New', new_url: true }, { 'idempotency-key': 'once' })
  const { body: { link: { url, ...rest } } } = await send()
  const replayed = await send()
  t.strictSame(replayed.body.link, rest)
  t.equal(replayed.headers['idempotency-replayed'], 'true')
  const { prisma } = app.database.reads
  const stored = [
    await prisma.link.findMany({ where: { accountId } }),
    await prisma.idempotencyKey.findMany({ where: { accountId } }),
    (await succeed(admin.get(`assets/${id}/history`))),
    (await succeed(admin.get('changes'))),
    await queuedFor({ app } as World, hook.id)
  ]
  const text = JSON.stringify(stored, (_, value) => typeof value === 'bigint' ? String(value) : value)
  for (const token of [link.token, url.split('#')[1]]) t.notOk(text.includes(token))
})

onBothDatabases('A link from before has no URL until it gets a new one', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`, { password: PASSWORD })
  const old = createGuest(world, await makeOld(world, link.id))
  const { token } = await succeed(old.post('shared/password', { password: PASSWORD }))
  const pass = createGuest(world, token)
  await succeed(pass.get('shared'))
  t.equal((await succeed(admin.get(`assets/${id}/links`))).links[0].url, null)
  t.equal((await succeed(admin.post(`assets/${id}/links/${link.id}`, { title: 'x' }))).link.url, null)

  const { link: changed } = await succeed(admin.post(`assets/${id}/links/${link.id}`, { new_url: true }))
  t.match(changed.url, /\/share\/#[\w-]{43}$/)
  for (const guest of [old, pass]) t.equal((await guest.get('shared/assets')).status, guest === old ? 404 : 401)
  const guest = createGuest(world, changed.url.split('#')[1])
  await succeed(guest.post('shared/password', { password: PASSWORD }))
})

onBothDatabases('A new URL ends the old one with its passes, while somebody watches', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`, { password: PASSWORD, comments: true })
  const old = createGuest(world, link.token)
  const pass = createGuest(world, (await succeed(old.post('shared/password', { password: PASSWORD }))).token)
  await succeed(pass.get('shared/assets'))
  const same = await succeed(admin.post(`assets/${id}/links/${link.id}`, { new_url: false }))
  t.equal(same.link.url, link.url)
  await succeed(pass.get('shared/assets'))

  const { link: { url } } = await succeed(admin.post(`assets/${id}/links/${link.id}`, { new_url: true }))
  t.not(url, link.url)
  t.equal((await succeed(admin.get(`assets/${id}/links`))).links[0].url, url)
  t.strictSame((await old.get('shared')).body, { error: 'Link not found' })
  t.equal((await pass.get('shared/assets')).status, 401)
  t.equal((await pass.post(`shared/assets/${id}/comments`, { name: 'Ann', text: 'x' })).status, 401)
  const guest = createGuest(world, url.split('#')[1])
  await succeed(createGuest(world, (await succeed(guest.post('shared/password', { password: PASSWORD }))).token).get('shared'))
  const refused = await admin.post(`assets/${id}/links/${link.id}`, { new_url: 1 })
  t.strictSame(refused.body.error, "Invalid parameter 'new_url' value 1: Must be one of: <code>true</code>, <code>false</code>.")
})

inOwnApp('With another secret the URLs of before are not shown, and still work', async (t, world) => {
  const { app, admin, adminCaller } = world
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`)
  await app.transact(adminCaller, async (tx) => { await tx.sql.run(setSecret, [newToken()]) })
  const tokens = createLinkTokens({ signer: createSigner(app) })
  const links = createLinks({ passwordTurns: app.passwordTurns, tokens })
  const unit = createUnit(app, adminCaller)
  const [listed] = await links.list(unit, 'asset', id, { after: '', limit: 10 })
  t.equal(listed!.token, null)
  await succeed(createGuest(world, link.token).get('shared'))
  const { token } = await links.update(unit, { type: 'asset', id }, String(link.id), { new_url: true })
  t.equal((await createGuest(world, link.token).get('shared')).status, 404)
  await succeed(createGuest(world, token!).get('shared'))
})
