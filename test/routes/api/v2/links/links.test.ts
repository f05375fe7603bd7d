import { httpDialects, inAppOfProcess, onBothDatabases as inOwnApp, type Client } from '#test/helper/app.js'
import { addCollection, putInto } from '#test/helper/collections.js'
import { fillTable } from '#test/helper/fill.js'
import { addAsset, addItemTo, addProject, historyOf, MILLISECONDS, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'

const onBothDatabases = inAppOfProcess()
const missing = { error: 'Link not found' }
const DAY_MS = 24 * 60 * 60 * 1000
const PASSWORD = 'four quiet river stones'

onBothDatabases('A link is created with a URL, and is listed and revoked', async (t, { app, admin, adminCaller }) => {
  const { id: assetId } = await addAsset(admin, { title: 'Cut 3' })
  const { link } = await succeed(admin.post(`assets/${assetId}/links`, {}))
  t.match(link, {
    id: Number,
    title: 'Cut 3',
    has_password: false,
    download: false,
    comments: false,
    approvals: false,
    versions: false,
    uses: 0,
    last_used_at: null,
    user_id: adminCaller.userId
  })
  t.match(link.url, /^http:\/\/127\.0\.0\.1:\d+\/share\/#[\w-]{43}$/)
  t.match(link.created_at, MILLISECONDS)
  t.equal(Date.parse(link.expires_at) - Date.parse(link.created_at), 30 * DAY_MS)
  const stored = await app.database.reads.prisma.link.findFirstOrThrow({ where: { id: link.id } })
  t.notOk(JSON.stringify(stored, (_, value) => typeof value === 'bigint' ? String(value) : value).includes(link.url.split('#')[1]))

  const other = await addLink(admin, `assets/${assetId}`, { title: 'For Ann', expires_in: 60, password: PASSWORD, download: true, comments: true, approvals: true, versions: true })
  t.match(other, { title: 'For Ann', has_password: true, download: true, comments: true, approvals: true, versions: true })
  t.equal(Date.parse(other.expires_at) - Date.parse(other.created_at), 60_000)
  const { links } = await succeed(admin.get(`assets/${assetId}/links`))
  t.strictSame(links[0], link)
  t.strictSame(links.map((each: any) => each.id), [link.id, other.id])

  const { id: secondId } = await addAsset(admin)
  for (const answer of [await admin.delete(`assets/${secondId}/links/${link.id}`), await admin.delete(`assets/${assetId}/links/x`)]) {
    t.strictSame([answer.status, answer.body], [404, missing])
  }
  t.strictSame((await admin.delete(`assets/${assetId}/links/${link.id}`)).body, { ok: 'Link revoked' })
  t.strictSame((await admin.delete(`assets/${assetId}/links/${link.id}`)).body, missing)
})

onBothDatabases('Parameters of links are strict, and a password is never shown', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const refused: Array<[body: unknown, error: string]> = [
    [{ expires_in: 0 }, "Invalid parameter 'expires_in' value 0: Must be a Integer from 1 to 31536000"],
    [{ expires_in: 31_536_001 }, "Invalid parameter 'expires_in' value 31536001: Must be a Integer from 1 to 31536000"],
    [{ password: 'short' }, "Invalid parameter 'password' value \"…\": Must be a String of 10 to 1000 characters"],
    [{ download: 1 }, "Invalid parameter 'download' value 1: Must be one of: <code>true</code>, <code>false</code>."],
    [{ title: null }, "Invalid parameter 'title' value nil: Must be a String"],
    [{ until: 5 }, "Unknown parameter 'until'"]
  ]
  for (const [body, error] of refused) {
    const answer = await admin.post(`assets/${id}/links`, body)
    t.strictSame([answer.status, answer.body.error], [422, error])
  }
  t.strictSame((await admin.post('assets/nobody/links', {})).body, { error: 'asset not found' })
  t.strictSame((await admin.post('projects/nobody/links', {})).body, { error: 'project not found' })
  t.strictSame((await admin.post('collections/0/links', {})).body, { error: 'Collection not found' })
}, {}, httpDialects)

onBothDatabases('A replayed answer leaves out the URL of the link', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const send = () => admin.send('POST', `assets/${id}/links`, { password: PASSWORD }, { 'idempotency-key': 'once' })
  const first = await send()
  t.ok(first.body.link.url)
  const again = await send()
  const { url: _url, ...rest } = first.body.link
  t.strictSame(again.body.link, rest)
  t.equal(again.headers['idempotency-replayed'], 'true')
  t.equal((await succeed(admin.get(`assets/${id}/links`))).links.length, 1)
}, {}, httpDialects)

onBothDatabases('Users who may change an item may create links to it, and an Admin of its project revokes those of others', async (t, { admin, addUser }) => {
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const members: Record<string, Client> = {}
  for (const role of ['Viewer', 'Member', 'Admin']) {
    const { id, client } = await addUser({ access: 'projects' })
    await succeed(admin.post(`projects/${project.id}/members`, { user_id: id, role }))
    members[role] = client
  }
  const { Viewer: viewer, Member: member, Admin: leader } = members as Record<'Viewer' | 'Member' | 'Admin', Client>
  const role = { error: 'Your role does not allow this' }
  for (const path of [`assets/${asset.id}`, `projects/${project.id}`]) {
    const answer = await viewer.post(`${path}/links`, {})
    t.strictSame([answer.status, answer.body], [403, role])
    const link = await addLink(member, path)
    t.equal((await succeed(viewer.get(`${path}/links`))).links.length, 1)
    const ofAdmin = await addLink(admin, path)
    t.strictSame((await member.delete(`${path}/links/${ofAdmin.id}`)).body, role)
    t.strictSame((await member.delete(`${path}/links/${link.id}`)).body, { ok: 'Link revoked' })
    t.strictSame((await leader.delete(`${path}/links/${ofAdmin.id}`)).body, { ok: 'Link revoked' })
  }
  const owner = await addUser()
  const { id } = await addCollection(owner.client, { public: true })
  t.strictSame((await (await addUser()).client.post(`collections/${id}/links`, {})).body, role)
  const link = await addLink(owner.client, `collections/${id}`)
  t.strictSame((await admin.delete(`collections/${id}/links/${link.id}`)).body, { ok: 'Link revoked' })
  const unseen = await addAsset(admin)
  t.equal((await viewer.get(`assets/${unseen.id}/links`)).status, 404)
})

onBothDatabases('A guest sees what the link shares, and nothing else', async (t, world) => {
  const { admin, anonymous } = world
  const project = await addProject(admin, { title: 'Film' })
  const below = await addItemTo(admin, 'projects', project.id)
  const [a, b] = [await addItemTo(admin, 'assets', project.id, { title: 'A' }), await addItemTo(admin, 'assets', below.id, { title: 'B' })]
  const outside = await addAsset(admin, { title: 'Outside' })
  const collection = await addCollection(admin, { title: 'Choice' })
  await putInto(admin, collection.id, [outside.id, a.id])

  const links = {
    asset: await addLink(admin, `assets/${a.id}`),
    project: await addLink(admin, `projects/${project.id}`, { title: 'Shown' }),
    collection: await addLink(admin, `collections/${collection.id}`)
  }
  const expected = { asset: [a.id], project: [a.id, b.id], collection: [outside.id, a.id] }
  for (const [type, link] of Object.entries(links)) {
    const guest = createGuest(world, link.token)
    const opened = await guest.get('shared')
    t.strictSame(opened.body, {
      link: {
        title: { asset: 'A', project: 'Shown', collection: 'Choice' }[type],
        type,
        expires_at: link.expires_at,
        download: false,
        comments: false,
        approvals: false,
        versions: false
      }
    })
    t.equal(opened.headers['referrer-policy'], 'no-referrer')
    t.equal(opened.headers['x-robots-tag'], 'noindex')
    const { assets } = await succeed(guest.get('shared/assets'))
    const ids = assets.map((asset: any) => asset.id)
    t.strictSame(type === 'project' ? ids.sort() : ids, expected[type as 'asset'], type)
    const path = type === 'project' ? { path: [] } : {}
    t.strictSame(Object.keys(assets[0]).sort(), ['id', 'media', 'media_type', ...Object.keys(path), 'title', 'version'])
    t.notOk(JSON.stringify(assets).includes('@'))
    t.strictSame((await guest.get(`shared/assets/${a.id}`)).body, { asset: { id: a.id, title: 'A', media_type: 'placeholder', ...path, version: null, media: [] } })
    const hidden = type === 'collection' ? b.id : outside.id
    const none = await guest.get(`shared/assets/${hidden}`)
    t.strictSame([none.status, none.body], [404, { error: 'asset not found' }])

    const page = await guest.get('shared/assets?limit=1')
    t.equal(page.body.assets.length, 1)
    if (type !== 'asset') {
      const next = String(page.headers.link).slice(1).split('>')[0]!
      t.strictSame([...page.body.assets, ...(await succeed(guest.get(next))).assets], assets, type)
    }
    t.equal((await guest.get('shared/assets?cursor=x')).status, 422)
    for (const path of ['assets', `assets/${a.id}`, 'projects', 'user', `assets/${a.id}/comments`, 'changes']) {
      t.equal((await guest.get(path)).status, 401, path)
    }
    t.equal((await guest.send('PUT', `assets/${a.id}`, { title: 'x' })).status, 401)
    t.equal((await admin.get('shared')).status, 401, 'a key is no link')
  }
  const unknown = createGuest(world, 'b2hCpF1WqNT0mJc5XvZ8sKd3LrYg7UeAi4nHxVtR9Qo')
  for (const path of ['shared', 'shared/assets', `shared/assets/${a.id}`]) {
    const answer = await unknown.get(path)
    t.strictSame([answer.status, answer.body], [404, missing])
    const without = await anonymous.get(path)
    t.strictSame([without.status, without.text], [401, ''])
  }
  await succeed(admin.post(`assets/${a.id}/trash_bin`))
  t.strictSame((await succeed(createGuest(world, links.asset.token).get('shared/assets'))).assets, [], 'in the trash')
  t.equal((await createGuest(world, links.asset.token).get(`shared/assets/${a.id}`)).status, 404)
  t.strictSame((await succeed(createGuest(world, links.collection.token).get('shared/assets'))).assets.map((each: any) => each.id), [outside.id])
  await succeed(admin.post(`projects/${project.id}/trash_bin`))
  await succeed(admin.post(`assets/${b.id}/restore`))
  t.strictSame((await succeed(createGuest(world, links.project.token).get('shared/assets'))).assets, [], 'a trashed project shows nothing')
  t.equal((await createGuest(world, links.project.token).get(`shared/assets/${b.id}`)).status, 404)
})

onBothDatabases('A link ends when it is revoked or expires, its item is purged, or its maker is disabled or loses access', async (t, world) => {
  const { app, admin, addUser } = world
  const ended = async (token: string) => {
    const answers = [await createGuest(world, token).get('shared'), await createGuest(world, token).get('shared/assets')]
    return answers.every(({ status, body }) => status === 404 && body.error === missing.error)
  }
  const { id } = await addAsset(admin)
  const revoked = await addLink(admin, `assets/${id}`)
  await succeed(createGuest(world, revoked.token).get('shared'))
  await succeed(admin.delete(`assets/${id}/links/${revoked.id}`))
  t.ok(await ended(revoked.token), 'revoked')

  const expired = await addLink(admin, `assets/${id}`, { expires_in: 1 })
  const { accountId } = world.adminCaller
  await app.transact(world.adminCaller, async (tx) => {
    const data = { expiresAt: new Date(Date.now() - 1) }
    await tx.prisma.link.updateMany({ where: { id: expired.id, accountId }, data })
  })
  t.ok(await ended(expired.token), 'expired')

  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const user = await addUser({ access: 'projects' })
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: user.id, role: 'Member' }))
  const link = await addLink(user.client, `assets/${asset.id}`)
  await succeed(admin.delete(`projects/${project.id}/members`, { user_id: user.id }))
  t.ok(await ended(link.token), 'its maker does not see it any more')
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: user.id, role: 'Member' }))
  t.notOk(await ended(link.token))
  await succeed(admin.post(`admin/users/${user.id}`, { disabled: true }))
  t.ok(await ended(link.token), 'its maker is disabled')

  const { id: collection } = await addCollection(admin)
  const tokens = [(await addLink(admin, `projects/${project.id}`)).token, (await addLink(admin, `collections/${collection}`)).token]
  await succeed(admin.delete(`projects/${project.id}`))
  await succeed(admin.delete(`collections/${collection}`))
  for (const token of tokens) t.ok(await ended(token), 'gone for good')
  await succeed(admin.delete(`assets/${id}`))
  t.equal(await app.database.reads.prisma.link.count({ where: { accountId } }), 0, 'its links are deleted, too')
})

onBothDatabases('A link with a password asks for it, and the password opens it for an hour', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`, { password: PASSWORD })
  const guest = createGuest(world, link.token)
  for (const path of ['shared', 'shared/assets', `shared/assets/${id}`]) {
    const answer = await guest.get(path)
    t.strictSame([answer.status, answer.text], [401, ''], path)
  }
  const wrong = await guest.post('shared/password', { password: 'four quiet river stone' })
  t.strictSame([wrong.status, wrong.text], [401, ''])
  t.strictSame((await guest.post('shared/password', {})).body, { error: 'Missing parameter password' })
  t.strictSame((await guest.post('shared/password', { password: 5 })).body.error, "Invalid parameter 'password' value \"…\": Must be a String")
  const begun = Date.now()
  const { token, expires_at: end } = await succeed(guest.post('shared/password', { password: PASSWORD }))
  const hour = 60 * 60_000
  // A time has no parts of a second.
  t.ok(Date.parse(end) > begun + hour - 1000 && Date.parse(end) <= Date.now() + hour, end)
  const admitted = createGuest(world, token)
  await succeed(admitted.get('shared'))
  t.equal((await succeed(admitted.get('shared/assets'))).assets.length, 1)
  const forged = createGuest(world, token.replace(/^\d+/, (number: string) => String(Number(number) + 1)))
  t.equal((await forged.get('shared')).status, 404)
  await succeed(admin.delete(`assets/${id}/links/${link.id}`))
  t.strictSame((await admitted.get('shared')).body, missing)
}, {}, httpDialects)

onBothDatabases('Each opening of a link is counted, and only the first one is an event of its asset', async (t, world) => {
  const { app, admin, adminCaller } = world
  const hook = await addWebhook(admin, { trigger_events: ['ASSET_ADDED_SHAREABLE_LINK', 'ASSET_SHARED_LINK'] })
  const asset = await addAsset(admin)
  const link = await addLink(admin, `assets/${asset.id}`)
  const guest = createGuest(world, link.token)
  await Promise.all([1, 2, 3].map(() => succeed(guest.get('shared'))))
  await succeed(guest.get('shared/assets'))
  await app.guests.saveUses(app.transact)
  const [shown] = (await succeed(admin.get(`assets/${asset.id}/links`))).links
  t.equal(shown.uses, 3)
  t.match(shown.last_used_at, MILLISECONDS)
  const [opened, made] = await historyOf(admin, 'assets', asset.id)
  const targets = { asset_id: asset.id, link_id: link.id }
  t.match(opened, { event: 'ASSET_SHARED_LINK', targets, user_id: 0 })
  t.match(made, { event: 'ASSET_ADDED_SHAREABLE_LINK', targets, user_id: adminCaller.userId })
  const queued = await queuedFor(world, hook.id)
  t.strictSame(queued.map(({ event, data }) => [event, data.asset.id]), [
    ['ASSET_ADDED_SHAREABLE_LINK', asset.id], ['ASSET_SHARED_LINK', asset.id]
  ])
  t.notOk(JSON.stringify(queued).includes(link.token))
  t.equal((await succeed(admin.get(`assets/${asset.id}`))).asset.modification_date, asset.modification_date)
  const project = await addProject(admin)
  await succeed(createGuest(world, (await addLink(admin, `projects/${project.id}`)).token).get('shared'))
  t.strictSame((await historyOf(admin, 'projects', project.id)).map(({ event }) => event), ['USER_LINKED', 'PROJECT_ADDED'])
})

inOwnApp('After ten wrong passwords for a link further attempts get 429, and another link is not affected', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const [link, other] = [await addLink(admin, `assets/${id}`, { password: PASSWORD }), await addLink(admin, `assets/${id}`, { password: PASSWORD })]
  const guess = (token: string, password: string) => createGuest(world, token).post('shared/password', { password })
  for (let count = 0; count < 10; count++) t.equal((await guess(link.token, 'wrong password')).status, 401)
  const refused = await guess(link.token, PASSWORD)
  t.strictSame([refused.status, refused.body], [429, { error: 'Too many attempts' }])
  t.ok(Number(refused.headers['retry-after']) > 800)
  t.equal((await guess(other.token, PASSWORD)).status, 200, 'another link')
})

inOwnApp('An account has at most 1,000 links, without those that have ended', async (t, { app, admin, adminCaller, addStranger }) => {
  const { id } = await addAsset(admin)
  const { accountId, userId } = adminCaller
  await app.transact(adminCaller, async (tx) => {
    await fillTable(tx, 'links', Array.from({ length: 1000 }, (_, index) => ({
      accountId,
      userId,
      assetId: id,
      title: '',
      hash: String(index),
      download: false,
      comments: false,
      createdAt: tx.time,
      expiresAt: new Date(tx.time.getTime() + DAY_MS)
    })))
  })
  const refused = await admin.post(`assets/${id}/links`, {})
  t.strictSame([refused.status, refused.body], [200, { error: 'Must not have more than 1000 links' }])
  const stranger = (await addStranger()).client
  await addLink(stranger, `assets/${(await addAsset(stranger)).id}`)
  await succeed(admin.delete(`assets/${id}/links/${(await succeed(admin.get(`assets/${id}/links`))).links[0].id}`))
  const { id: ended } = await addLink(admin, `assets/${id}`)
  const end = (expiresAt: Date) => app.transact(adminCaller, (tx) =>
    tx.prisma.link.updateMany({ where: { id: ended, accountId }, data: { expiresAt } }))
  await end(new Date(Date.now() - 1))
  const last = await addLink(admin, `assets/${id}`)
  const prolong = () => admin.post(`assets/${id}/links/${ended}`, { expires_in: 60 })
  t.strictSame((await prolong()).body, { error: 'Must not have more than 1000 links' })
  await succeed(admin.post(`assets/${id}/links/${ended}`, { title: 'Ended' }))
  await succeed(admin.delete(`assets/${id}/links/${last.id}`))
  await succeed(prolong())
})
