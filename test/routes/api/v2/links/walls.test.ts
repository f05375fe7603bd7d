import { httpDialects, inAppOfProcess, onBothDatabases as inOwnApp, type Client } from '#test/helper/app.js'
import { addCollection, putInto } from '#test/helper/collections.js'
import { addAsset, addItemTo, addProject, historyOf, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { digest } from '#src/basics/secrets.js'
import { guestCaller } from '#src/core/caller.js'
import { createUnit } from '#src/core/unit.js'
import { addWebhook } from '#test/helper/webhooks.js'
import { startFileSender } from '#test/helper/media/sender.js'
import { attachReady, onBothWithMedia, pathOf } from '#test/helper/media/world.js'

const onBothDatabases = inAppOfProcess()
const PASSWORD = 'four quiet river stones'

onBothDatabases('A link of a collection shows those of its assets that its maker may change, and its answer counts them', async (t, world) => {
  const { admin, addUser } = world
  const [viewed, changed] = [await addProject(admin), await addProject(admin)]
  const below = await addItemTo(admin, 'projects', changed.id)
  const user = await addUser({ access: 'projects' })
  await succeed(admin.post(`projects/${viewed.id}/members`, { user_id: user.id, role: 'Viewer' }))
  await succeed(admin.post(`projects/${changed.id}/members`, { user_id: user.id, role: 'Member' }))
  const seen = await addItemTo(admin, 'assets', viewed.id)
  const member = await addItemTo(admin, 'assets', below.id)
  const own = await addAsset(user.client)
  const trashed = await addItemTo(admin, 'assets', changed.id)
  const { id } = await addCollection(user.client)
  await putInto(user.client, id, [seen.id, member.id, trashed.id, own.id])
  await succeed(admin.post(`assets/${trashed.id}/trash_bin`))

  const made = await succeed(user.client.post(`collections/${id}/links`, { download: true, comments: true }))
  t.equal(made.count, 2)
  const guest = createGuest(world, made.link.url.split('#')[1])
  const shown = async () => (await succeed(guest.get('shared/assets'))).assets.map((asset: any) => asset.id)
  t.strictSame(await shown(), [member.id, own.id])
  await succeed(guest.get(`shared/assets/${member.id}`))
  for (const answer of [
    await guest.get(`shared/assets/${seen.id}`),
    await guest.get(`shared/assets/${seen.id}/comments`),
    await guest.post(`shared/assets/${seen.id}/comments`, { name: 'Ann', text: 'x' })
  ]) t.strictSame([answer.status, answer.body], [404, { error: 'asset not found' }])
  const first = await guest.get('shared/assets?limit=1')
  const next = String(first.headers.link).slice(1).split('>')[0]!
  t.strictSame((await succeed(guest.get(next))).assets.map((asset: any) => asset.id), [own.id])

  await succeed(admin.put(`projects/${viewed.id}/members`, { user_id: user.id, role: 'Member' }))
  t.strictSame(await shown(), [seen.id, member.id, own.id], 'it shows what is there when it is looked at')
  const whole = await addCollection(admin)
  await putInto(admin, whole.id, [seen.id, member.id])
  t.equal((await succeed(admin.post(`collections/${whole.id}/links`, {}))).count, 2)
  t.equal((await succeed(admin.post(`assets/${seen.id}/links`, {}))).count, undefined)
})

onBothDatabases('A guest is a caller who sees nothing of the account by himself, whoever has made the link', async (t, world) => {
  const { app, admin, adminCaller } = world
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  await addAsset(admin)
  const link = await addLink(admin, `projects/${project.id}`)
  const unit = createUnit(app, guestCaller(adminCaller, link.id))
  t.notOk(unit.caller.admin)
  await t.rejects(app.assets.read(unit, asset.id), { message: 'asset not found' })
  await t.rejects(app.projects.read(unit, project.id), { message: 'project not found' })
  t.strictSame((await app.finder.find(unit.caller, { query: {} })).items, [])
})

onBothDatabases('Openings are written once in a while, the first one at once', async (t, world) => {
  const { app, admin } = world
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`)
  const guest = createGuest(world, link.token)
  const shown = async () => (await succeed(admin.get(`assets/${id}/links`))).links[0]
  await Promise.all([1, 2, 3].map(() => succeed(guest.get('shared'))))
  const first = await shown()
  t.equal(first.uses, 1)
  await app.jobs.find(({ name }) => name === 'link-uses')!.run(new AbortController().signal, () => {})
  const later = await shown()
  t.equal(later.uses, 3)
  t.ok(later.last_used_at >= first.last_used_at)
  await app.guests.saveUses(app.transact)
  t.equal((await shown()).uses, 3)
  await succeed(guest.get('shared'))
  await t.rejects(app.guests.saveUses(async () => { throw new Error('no database') }), { message: 'no database' })
  await app.guests.saveUses(app.transact)
  t.equal((await shown()).uses, 4, 'what could not be written is not lost')
})

onBothDatabases('A link is changed by who may revoke it, without an event, and its URL stays', async (t, world) => {
  const { app, admin, addUser, adminCaller: { accountId } } = world
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const path = `assets/${asset.id}/links`
  const link = await addLink(admin, `assets/${asset.id}`, { expires_in: 60, password: PASSWORD })
  const entries = (await historyOf(admin, 'assets', asset.id)).length
  const guest = createGuest(world, link.token)
  const { token } = await succeed(guest.post('shared/password', { password: PASSWORD }))
  const admitted = createGuest(world, token)
  await succeed(admitted.get('shared/assets'))

  const change = { title: 'Cut 4', expires_in: 3600, download: true, comments: true, approvals: true, versions: true }
  const { link: changed } = await succeed(admin.post(`${path}/${link.id}`, change))
  const { title, download, comments, approvals, versions } = change
  t.match(changed, { title, download, comments, approvals, versions })
  t.match(changed, { id: link.id, has_password: true, created_at: link.created_at })
  t.equal(changed.url, link.url)
  t.ok(Math.abs(Date.parse(changed.expires_at) - Date.now() - 3_600_000) < 60_000)
  t.strictSame((await succeed(admin.post(`${path}/${link.id}`, {}))).link, changed)
  await succeed(admitted.get('shared/assets'))

  await succeed(admin.post(`${path}/${link.id}`, { password: 'six wide open fields' }))
  t.equal((await admitted.get('shared/assets')).status, 401, 'the pass of the old password has ended')
  t.equal((await guest.post('shared/password', { password: PASSWORD })).status, 401)
  await succeed(guest.post('shared/password', { password: 'six wide open fields' }))
  t.equal((await succeed(admin.post(`${path}/${link.id}`, { password: null }))).link.has_password, false)
  await succeed(guest.get('shared/assets'))
  await succeed(admitted.get('shared/assets'))

  await app.transact(world.adminCaller, (tx) =>
    tx.prisma.link.updateMany({ where: { id: link.id, accountId }, data: { expiresAt: new Date(Date.now() - 1) } }))
  t.equal((await guest.get('shared')).status, 404)
  await succeed(admin.post(`${path}/${link.id}`, { expires_in: 60 }))
  await succeed(guest.get('shared/assets'))
  t.equal((await historyOf(admin, 'assets', asset.id)).length, entries, 'no event')
  t.match((await succeed(guest.get('shared'))).link, { title, download, comments, approvals, versions })

  const refused: Array<[body: unknown, error: string]> = [
    [{ password: 'short' }, "Invalid parameter 'password' value \"…\": Must be a String of 10 to 1000 characters"],
    [{ expires_in: 0 }, "Invalid parameter 'expires_in' value 0: Must be a Integer from 1 to 31536000"],
    [{ until: 1 }, "Unknown parameter 'until'"]
  ]
  for (const [body, error] of refused) {
    const answer = await admin.post(`${path}/${link.id}`, body)
    t.strictSame([answer.status, answer.body.error], [422, error])
  }
  for (const id of ['0', 'x']) {
    t.strictSame((await admin.post(`${path}/${id}`, {})).body, { error: 'Link not found' })
  }
  const clients: Client[] = []
  for (const role of ['Viewer', 'Member', 'Admin']) {
    const { id, client } = await addUser({ access: 'projects' })
    await succeed(admin.post(`projects/${project.id}/members`, { user_id: id, role }))
    clients.push(client)
  }
  const [viewer, member, leader] = clients as [Client, Client, Client]
  for (const client of [viewer, member]) {
    const answer = await client.post(`${path}/${link.id}`, { download: false })
    t.strictSame([answer.status, answer.body], [403, { error: 'Your role does not allow this' }])
  }
  await succeed(leader.post(`${path}/${link.id}`, { download: false }))
  const own = await addLink(member, `assets/${asset.id}`)
  await succeed(member.post(`${path}/${own.id}`, { title: 'Mine' }))
})

inOwnApp('RATE_LIMIT counts the requests of guests by link and address', async (t, world) => {
  const { admin, anonymous } = world
  const { id } = await addAsset(admin)
  const [link, other] = [await addLink(admin, `assets/${id}`), await addLink(admin, `assets/${id}`)]
  const get = (token: string, address: string) => anonymous.send('GET', 'shared/assets', undefined, {
    authorization: `Bearer ${token}`, 'x-forwarded-for': address
  })
  for (let count = 0; count < 5; count++) t.equal((await get(link.token, '198.51.100.7')).status, 200)
  const refused = await get(link.token, '198.51.100.7')
  t.strictSame([refused.status, refused.body], [429, { error: 'Too many requests' }])
  t.equal((await get(other.token, '198.51.100.7')).status, 200, 'another link')
  t.equal((await get(link.token, '198.51.100.8')).status, 200, 'another address')
}, { RATE_LIMIT: '5', TRUST_PROXY: '127.0.0.1/32' })

onBothWithMedia('The download of a guest names the link by which the file has got out', async (t, world) => {
  const { app, admin } = world
  const sender = await startFileSender(t, { bytes: Buffer.from('some bytes') })
  const asset = await addAsset(admin)
  await attachReady(admin, asset.id, sender.url, 'a.txt')
  const downloads = async () => (await historyOf(admin, 'assets', asset.id))
    .filter(({ event }) => event === 'ASSET_DOWNLOADED').map(({ user_id: user, targets }) => [user, targets])
  const expected: unknown[] = []
  for (let count = 0; count < 2; count++) {
    const link = await addLink(admin, `assets/${asset.id}`, { download: true })
    const { asset: { media: [file] } } = await succeed(createGuest(world, link.token).get(`shared/assets/${asset.id}`))
    const path = pathOf(file.download_url)
    t.equal((await app.inject(path)).statusCode, 200)
    t.equal((await app.inject(path.replace(/link=\d+/, 'link=999'))).statusCode, 403, 'the link is signed')
    t.equal((await app.inject(path.replace(/&link=\d+/, ''))).statusCode, 403)
    expected.unshift([0, { asset_id: asset.id, link_id: link.id }])
    t.strictSame(await downloads(), expected)
  }
})

onBothDatabases('No digest of a secret is stored with an Idempotency-Key: with another one it is the same request', async (t, { app, admin, adminCaller: { accountId } }) => {
  const { id } = await addAsset(admin)
  const send = (path: string, body: object) => admin.send('POST', path, body, { 'idempotency-key': 'once' })
  const stored = async () => (await app.database.reads.prisma.idempotencyKey.findMany({ where: { accountId } }))
    .map(({ requestDigest }) => requestDigest)
  const first = await send(`assets/${id}/links`, { title: 'For Ann', password: PASSWORD })
  t.strictSame(await stored(), [digest(JSON.stringify({ title: 'For Ann' }))])
  const again = await send(`assets/${id}/links`, { title: 'For Ann', password: 'six wide open fields' })
  t.equal(again.headers['idempotency-replayed'], 'true')
  t.equal(again.body.link.id, first.body.link.id)
  t.equal((await send(`assets/${id}/links`, { title: 'For Ben', password: PASSWORD })).status, 422)
  await succeed(send(`assets/${id}/links/${first.body.link.id}`, { password: PASSWORD }))
  const hook = await addWebhook(admin, { trigger_events: ['ASSET_ADDED'] })
  const header = { header_key: 'Authorization', header_value: 'Bearer secret', hidden: true, is_hmac: false }
  await succeed(send(`admin/webhooks/${hook.id}/webhook_headers`, header))
  const { header_value: _value, ...rest } = header
  const digests = await stored()
  t.ok(digests.includes(digest(JSON.stringify({}))))
  t.ok(digests.includes(digest(JSON.stringify(rest))))
}, {}, httpDialects)
