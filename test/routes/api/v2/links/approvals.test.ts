import { inAppOfProcess, type Client } from '#test/helper/app.js'
import { addAsset, addItemTo, addProject, historyOf, MILLISECONDS, NOBODYS_ID, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'

const onBothDatabases = inAppOfProcess()

const approvals = true
const namesOf = (list: any[]) => list.map(({ author, status }) => `${author} ${status}`)
const statusOf = async (client: Client, id: string) => (await succeed(client.get(`assets/${id}/approvals`))).status
const foundAs = async (client: Client, status: string, id: string) =>
  (await succeed(client.get(`assets?approval=${status}`))).assets.some((asset: any) => asset.id === id)

onBothDatabases('Guests decide by a link that allows it, and change their decision by their name', async (t, world) => {
  const { admin, adminCaller } = world
  const { id } = await addAsset(admin)
  const webhook = await addWebhook(admin, { trigger_events: ['ASSET_APPROVED', 'ASSET_REJECTED'] })
  const link = await addLink(admin, `assets/${id}`, { approvals })
  const guest = createGuest(world, link.token)
  const url = `shared/assets/${id}/approvals`
  t.strictSame(await succeed(guest.get(url)), { approvals: [], status: 'none' })

  const { approval } = await succeed(guest.post(url, { name: ' Zoë ', status: 'rejected', text: 'The logo is late' }))
  t.strictSame(Object.keys(approval), ['id', 'author', 'guest', 'status', 'text', 'decided_at'])
  t.match(approval, { id: Number, author: 'Zoë', guest: true, status: 'rejected', text: 'The logo is late', decided_at: MILLISECONDS })
  t.strictSame(await succeed(guest.get(url)), { approvals: [approval], status: 'rejected' })
  t.match(await succeed(admin.get(`assets/${id}/approvals`)), {
    status: 'rejected',
    approvals: [{
      ...approval, user_id: 0, asked_by: 0, link_id: link.id, guest: true, created_at: approval.decided_at
    }]
  })
  t.match((await historyOf(admin, 'assets', id))[0], {
    event: 'ASSET_REJECTED', user_id: 0, targets: { asset_id: id, approval_id: approval.id, link_id: link.id }
  })

  const same = await succeed(guest.post(url, { name: 'ZOE\u0308', status: 'rejected', text: 'The logo is late' }))
  t.equal(same.approval.id, approval.id)
  const { approval: changed } = await succeed(guest.post(url, { name: 'zo\u00eb\u00a0', status: 'approved' }))
  t.match(changed, { id: approval.id, status: 'approved', text: null }, 'without case, NFC, trimmed')
  await succeed(guest.post(url, { name: 'Bob', status: 'approved' }))
  t.equal(await statusOf(admin, id), 'approved')
  t.strictSame((await queuedFor(world, webhook.id)).map(({ event, user_id: userId, data }: any) =>
    [event, userId, data.approval.author, data.approval.link_id]), [
    ['ASSET_REJECTED', 0, 'Zoë', link.id], ['ASSET_APPROVED', 0, 'zoë', link.id], ['ASSET_APPROVED', 0, 'Bob', link.id]
  ], 'the same decision again is no event')

  const other = createGuest(world, (await addLink(admin, `assets/${id}`, { approvals })).token)
  await succeed(other.post(url, { name: 'Bob', status: 'rejected' }))
  t.strictSame((await succeed(other.get(url))).approvals.map((each: any) => `${each.author} ${each.status}`),
    ['zoë approved', 'Bob approved', 'Bob rejected'], 'a name is that of one link')

  const { approvals: [asked] } = await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [adminCaller.userId], text: 'All right?' }))
    .then(({ approvals: all }) => ({ approvals: all.filter(({ guest }: any) => !guest) }))
  t.match(asked, { guest: false, author: adminCaller.email, link_id: null, status: 'pending' })
  t.equal((await succeed(guest.get(url))).approvals.length, 3, 'without pending ones')
  await succeed(admin.post(`assets/${id}/approvals/${asked.id}`, { status: 'approved', text: 'Between us' }))
  t.match((await succeed(guest.get(url))).approvals.at(-1), {
    guest: false, author: adminCaller.email.split('@')[0], status: 'approved', text: null
  })
})

onBothDatabases('Where a link does not allow approvals, or what is sent is wrong, nothing is decided', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const { id: hidden } = await addAsset(admin)
  const url = `shared/assets/${id}/approvals`
  const without = createGuest(world, (await addLink(admin, `assets/${id}`, { comments: true })).token)
  const refused = { status: 403, body: { error: 'This link does not allow approvals' } }
  t.match(await without.get(url), refused)
  t.match(await without.post(url, { name: 'Ann', status: 'maybe' }), refused)

  const guest = createGuest(world, (await addLink(admin, `assets/${id}`, { approvals })).token)
  for (const other of [hidden, NOBODYS_ID]) {
    t.match(await guest.post(`shared/assets/${other}/approvals`, { name: 'Ann', status: 'approved' }), {
      status: 404, body: { error: 'asset not found' }
    })
  }
  t.match(await guest.post(url, { name: 'Ann', status: 'pending' }), {
    status: 422,
    body: { error: "Invalid parameter 'status' value \"pending\": Must be one of: <code>approved</code>, <code>rejected</code>." }
  })
  t.match(await guest.post(url, { name: '\u200b', status: 'approved' }), { status: 422 })
  t.match(await guest.post(url, { name: 'Ann', status: 'approved', text: 'x'.repeat(1001) }), { status: 422 })
  t.match(await guest.post(url, { name: 'Ann', status: 'approved', internal: true }), { status: 422 })
  t.strictSame((await succeed(guest.get(url))).approvals, [])
})

onBothDatabases('By a link at most 20 names decide on an asset, and 60 decisions come in an hour', async (t, world) => {
  const { admin, app, adminCaller } = world
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`, { approvals, comments: true })
  const guest = createGuest(world, link.token)
  const url = `shared/assets/${id}/approvals`
  for (let n = 0; n < 20; n++) await succeed(guest.post(url, { name: `Guest ${n}`, status: 'approved' }))
  t.match(await guest.post(url, { name: 'One more', status: 'approved' }), {
    status: 200, body: { error: 'Must not have more than 20 decisions of guests' }
  })
  for (let n = 0; n < 40; n++) {
    await succeed(guest.post(url, { name: 'guest 1', status: n % 2 === 0 ? 'rejected' : 'approved' }))
  }
  const tooMany = await guest.post(url, { name: 'guest 1', status: 'rejected' })
  t.match(tooMany, { status: 429, body: { error: 'Too many requests' } })
  t.ok(Number(tooMany.headers['retry-after']) > 3000)
  await succeed(guest.post(`shared/assets/${id}/comments`, { name: 'Ann', text: 'Comments count apart' }))
  const createdAt = new Date(Date.now() - 61 * 60_000)
  await app.transact(adminCaller, ({ prisma }) =>
    prisma.linkComment.updateMany({ where: { linkId: link.id }, data: { createdAt } }))
  await succeed(guest.post(url, { name: 'guest 1', status: 'rejected' }))

  const ids = await Promise.all(Array.from({ length: 3 }, async () => (await world.addUser()).id))
  t.equal((await succeed(admin.post(`assets/${id}/approvals`, { user_ids: ids }))).approvals.length, 23)
})

onBothDatabases('A decision whose link has ended counts no more, unless it approved', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const url = `shared/assets/${id}/approvals`
  const decide = async (status: string, name: string) => {
    const link = await addLink(admin, `assets/${id}`, { approvals })
    await succeed(createGuest(world, link.token).post(url, { name, status }))
    return link
  }
  const [good, bad] = [await decide('approved', 'Ann'), await decide('rejected', 'Bob')]
  t.equal(await statusOf(admin, id), 'rejected')
  await succeed(admin.delete(`assets/${id}/links/${bad.id}`))
  t.equal(await statusOf(admin, id), 'approved')
  t.strictSame(namesOf((await succeed(admin.get(`assets/${id}/approvals`))).approvals), ['Ann approved', 'Bob rejected'], 'it outlives its link')
  await succeed(admin.delete(`assets/${id}/links/${good.id}`))
  t.equal(await statusOf(admin, id), 'approved')

  const short = await decide('rejected', 'Cem')
  const guest = createGuest(world, short.token)
  t.equal(await statusOf(admin, id), 'rejected')
  t.ok(await foundAs(admin, 'rejected', id))
  await succeed(admin.post(`assets/${id}/links/${short.id}`, { expires_in: 1 }))
  while ((await guest.get('shared')).status === 200) await new Promise(setImmediate)
  t.equal(await statusOf(admin, id), 'approved')
  t.match((await succeed(admin.get('assets?include=review'))).assets.find((asset: any) => asset.id === id), { review: { approval: 'approved' } })
  await succeed(admin.post(`assets/${id}/links/${short.id}`, { expires_in: 1000 }))
  t.equal(await statusOf(admin, id), 'rejected')
})

onBothDatabases('Whoever may remove the approvals of others removes those of guests, and nobody answers them', async (t, world) => {
  const { admin, addUser } = world
  const project = await addProject(admin)
  const { id } = await addItemTo(admin, 'assets', project.id)
  const { client: member, id: memberId } = await addUser({ access: 'projects' })
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: memberId, role: 'Member' }))
  const guest = createGuest(world, (await addLink(member, `projects/${project.id}`, { approvals })).token)
  const { approval } = await succeed(guest.post(`shared/assets/${id}/approvals`, { name: 'Ann', status: 'rejected' }))
  const url = `assets/${id}/approvals/${approval.id}`
  const refused = { status: 403, body: { error: 'Your role does not allow this' } }
  for (const status of ['approved', 'pending']) t.match(await admin.post(url, { status }), refused)
  t.match(await member.delete(url), refused, 'not even who has made the link')
  await succeed(admin.delete(url))
  t.equal(await statusOf(admin, id), 'none')
})

onBothDatabases('The maker of the link and who has asked are told of the decision, with name and status', async (t, world) => {
  const { admin, addUser } = world
  const { id } = await addAsset(admin, { title: 'Spot' })
  const [maker, asker, asked] = [await addUser(), await addUser(), await addUser()]
  const link = await addLink(maker.client, `assets/${id}`, { approvals })
  const { approvals: [{ id: approvalId }] } = await succeed(asker.client.post(`assets/${id}/approvals`, { user_ids: [asked.id] }))
  const { approval } = await succeed(createGuest(world, link.token).post(`shared/assets/${id}/approvals`, {
    name: 'Ann', status: 'rejected', text: 'The logo is late'
  }))
  const told = {
    kind: 'guest_decided',
    user_id: 0,
    author: 'Ann',
    status: 'rejected',
    text: 'The logo is late',
    targets: { asset_id: id, approval_id: approval.id, link_id: link.id }
  }
  const inboxOf = async ({ client }: { client: Client }) => (await succeed(client.get('notifications'))).notifications
  t.match(await inboxOf(maker), [told])
  t.match(await inboxOf(asker), [told])
  t.match(await inboxOf(asked), [{ kind: 'approval_asked', author: String, status: null }])
  await succeed(asked.client.post(`assets/${id}/approvals/${approvalId}`, { status: 'approved' }))
  await succeed(asked.client.post(`assets/${id}/approvals/${approvalId}`, { status: 'rejected' }))
  t.match((await inboxOf(asker)).map(({ kind, status }: any) => `${kind} ${status}`),
    ['approval_decided rejected', 'approval_decided approved', 'guest_decided rejected'], 'each as it was')
})

onBothDatabases('A user takes back a decision of his own, without an event', async (t, world) => {
  const { admin, addUser } = world
  const { id } = await addAsset(admin)
  const user = await addUser()
  const { approvals: [asked] } = await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [user.id], text: 'All right?' }))
  const url = `assets/${id}/approvals/${asked.id}`
  await succeed(user.client.post(url, { status: 'rejected', text: 'No' }))
  const before = await historyOf(admin, 'assets', id)
  t.match(await admin.post(url, { status: 'pending' }), { status: 403 })
  t.strictSame((await succeed(user.client.post(url, { status: 'pending', text: 'Well' }))).approval, asked, 'as when it was asked')
  t.strictSame((await succeed(user.client.post(url, { status: 'pending' }))).approval, asked)
  t.strictSame(await historyOf(admin, 'assets', id), before)
  t.notOk(await foundAs(admin, 'rejected', id))
  t.ok(await foundAs(admin, 'pending', id))
})
