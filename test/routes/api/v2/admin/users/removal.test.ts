import { createUsers } from '#src/access/users.js'
import { approvalReset } from '#src/approvals/follow.js'
import type { RecordedEvent } from '#src/core/events/record.js'
import { inAppOfProcess, inOneApp, type Client, type World } from '#test/helper/app.js'
import { addCollection, addAssets } from '#test/helper/collections.js'
import { fillProject, fillTable } from '#test/helper/fill.js'
import { addAsset, addItemTo, addProject, historyOf, readItem, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { giveAway, tablesWith, WHEN_BEGUN_MS, WHEN_FREE_MS } from '#test/helper/removals.js'
import { addWebhook, queuedFor, readWebhook } from '#test/helper/webhooks.js'

const inAnAccount = inAppOfProcess()
const whileJobsRun = inOneApp()

const remove = (client: Client, id: number, to?: number) =>
  client.delete(`admin/users/${id}`, to === undefined ? {} : { to_user_id: to })

/** The events of an account since an entry, without who did them. */
async function eventsAfter ({ app, adminCaller: { accountId } }: World, id: string) {
  const rows = await app.database.reads.prisma.historyEntry.findMany({
    where: { accountId, id: { gt: id } }, orderBy: { id: 'asc' }
  })
  return rows.map(({ event, targets, userId }) => ({ event, userId, ...JSON.parse(targets) as object }))
}

async function lastEntry ({ app, adminCaller: { accountId } }: World): Promise<string> {
  const row = await app.database.reads.prisma.historyEntry.findFirst({ where: { accountId }, orderBy: { id: 'desc' } })
  return row!.id
}

inAnAccount('A removal is refused for oneself, the last administrator, nobody, and an heir who gets nothing', async (t, world) => {
  const { admin, adminCaller, addUser, addStranger } = world
  const [ann, ben, off, stranger] = [await addUser(), await addUser(), await addUser(), await addStranger()]
  await succeed(admin.post(`admin/users/${off.id}`, { disabled: true }))
  const answerOf = async (id: number | string, to?: unknown) => {
    const { status, body } = await admin.delete(`admin/users/${id}`, to === undefined ? {} : { to_user_id: to })
    return [status, body.error]
  }
  t.strictSame(await answerOf(adminCaller.userId), [200, 'You cannot remove yourself'])
  t.strictSame(await answerOf(stranger.id), [404, `Couldn't find User with 'id'=${stranger.id}`])
  t.strictSame(await answerOf('x'), [404, "Couldn't find User with 'id'=x"])
  for (const heir of [ann.id, off.id, stranger.id, 999_999, 2 ** 40]) {
    t.strictSame(await answerOf(ann.id, heir), [200, `User not found with id ${heir}`])
  }
  t.strictSame((await answerOf(ann.id, 'me'))[0], 422)
  t.equal((await ben.client.delete(`admin/users/${ann.id}`, {})).status, 401)
  t.equal((await ann.client.get('user')).status, 200, 'nothing has happened')

  // An administrator without a key or a password cannot come in.
  const keyless = await succeed(admin.post('admin/users', { email: `keyless${ann.id}@example.com`, admin: true, key: false }))
  t.strictSame((await remove(admin, keyless.user.id)).body, { ok: 'User removed' })
  const other = await addUser({ admin: true })
  const answers = await Promise.all([remove(admin, other.id), remove(other.client, adminCaller.userId)])
  t.equal(answers.filter(({ body }) => body?.ok === 'User removed').length, 1, 'two never remove each other')
})

inAnAccount('A removed user is gone at once: keys, sessions and links end, and no list shows the user', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const [ann, ben] = [await addUser({ email: `ann-${world.adminCaller.accountId}@example.com` }), await addUser()]
  await succeed(admin.post(`admin/users/${ann.id}`, { name: 'Ann Alba' }))
  const project = await addProject(admin)
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: ann.id }))
  const asset = await addAsset(ann.client)
  const link = await addLink(ann.client, `assets/${asset.id}`, { comments: true })
  const { comment } = await succeed(ann.client.post(`assets/${asset.id}/comments`, { text: 'Too dark' }))
  const upload = await ann.client.post(`assets/${asset.id}/uploads`, { filename: 'a.bin', size: 5 })
  t.equal(upload.status, 200)
  const before = await lastEntry(world)

  const answers = await Promise.all([remove(admin, ann.id, ben.id), remove(admin, ann.id, ben.id)])
  t.strictSame(answers.map(({ status }) => status).sort(), [200, 404], 'twice at once it is done once')
  t.strictSame(await eventsAfter(world, before), [
    { event: 'USER_REMOVED', userId: adminCaller.userId, user_id: ann.id }
  ])
  t.equal((await ann.client.get('user')).status, 401)
  t.equal((await createGuest(world, link.token).get('shared')).status, 404)
  const { prisma } = app.database.reads
  const ofUser = { where: { userId: ann.id } }
  t.strictSame(
    [await prisma.apiKey.count(ofUser), await prisma.session.count(ofUser), await prisma.link.count(ofUser)], [0, 0, 0])
  t.equal((await prisma.upload.findFirst(ofUser))!.status, 'cancelled')

  for (const path of ['admin/users', 'users', `users?asset_id=${asset.id}`]) {
    const { users } = await succeed(admin.get(path))
    t.notOk(users.some(({ id }: { id: number }) => id === ann.id), path)
  }
  t.notOk((await createUsers(app).list()).some(({ id }) => id === ann.id))
  for (const [path, body] of [[`admin/users/${ann.id}`, { disabled: false }], [`admin/users/${ann.id}/invitations`, {}]] as const) {
    t.equal((await admin.post(path, body)).status, 404, path)
  }
  t.strictSame((await admin.post(`projects/${(await addProject(admin)).id}/members`, { user_id: ann.id })).body,
    { error: `User not found with id ${ann.id}` })

  const shown = { id: ann.id, email: `removed-${ann.id}@removed.invalid`, name: 'removed user' }
  const { members } = await succeed(admin.get(`projects/${project.id}/members`))
  t.match(members.find(({ id }: { id: number }) => id === ann.id), shown, 'until the job takes the user out')
  const { comments } = await succeed(admin.get(`assets/${asset.id}/comments`))
  t.match(comments.find(({ id }: { id: number }) => id === comment.id), { author: 'removed user', user_id: ann.id })
  const guest = createGuest(world, (await addLink(admin, `assets/${asset.id}`, { comments: true })).token)
  t.equal((await succeed(guest.get(`shared/assets/${asset.id}/comments`))).comments[0].author, 'removed user')

  for (const email of [ann.email, ann.email.toUpperCase(), shown.email, 'removed-1@removed.INVALID']) {
    t.strictSame((await admin.post('admin/users', { email })).body, { error: 'User already exists' }, email)
  }
})

/** A user with something of everything. */
async function addBusyUser (world: World) {
  const { admin, addUser } = world
  const ann = await addUser({ email: 'Old.Address@example.com' })
  const ben = await addUser()
  const { client } = ann
  const own = await addProject(client, { title: 'Own' })
  const shared = await addProject(client, { title: 'Shared' })
  await succeed(admin.post(`projects/${shared.id}/members`, { user_id: ben.id }))
  const assets = await addAssets(client, 3)
  const below = await addItemTo(client, 'assets', own.id)
  const trashed = await addAsset(client, { title: 'Trashed' })
  await succeed(client.post(`assets/${trashed.id}/trash_bin`))
  const ofOther = await addAsset(admin, { title: 'Of somebody else' })
  await succeed(client.put(`assets/${ofOther.id}/favorite`))
  await succeed(client.put(`projects/${own.id}/favorite`))
  const { approvals } = await succeed(admin.post(`assets/${ofOther.id}/approvals`, { user_ids: [ann.id, ben.id] }))
  await succeed(admin.post(`assets/${assets[0]}/approvals`, { user_ids: [ann.id] }))
  const [decided] = (await succeed(client.get(`assets/${assets[0]}/approvals`))).approvals
  await succeed(client.post(`assets/${assets[0]}/approvals/${decided.id}`, { status: 'approved' }))
  const hidden = await addCollection(client, { title: 'Hidden' })
  const shown = await addCollection(client, { title: 'Shown', public: true })
  await succeed(admin.post(`assets/${ofOther.id}/comments`, { text: 'Look', mentions: [ann.id] }))
  return { ann, ben, own, shared, assets, below, trashed, ofOther, approvals, hidden, shown }
}

const datesOf = async (client: Client, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await readItem(client, 'assets', id)).modification_date))

whileJobsRun('What a removed user leaves is given to the heir, and then nothing knows the e-mail', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const { ann, ben, own, shared, assets, below, trashed, ofOther, approvals, hidden, shown } = await addBusyUser(world)
  const items = [...assets, below.id, trashed.id]
  const dates = await datesOf(admin, items)
  t.ok((await tablesWith(world, 'old.address')).length > 2, 'tables are searched')
  const before = await lastEntry(world)
  await succeed(remove(admin, ann.id, ben.id))

  await giveAway(world, 0)
  t.equal((await readItem(admin, 'assets', below.id)).owner, ann.email, 'nothing for ten seconds')
  await giveAway(world, WHEN_BEGUN_MS)
  for (const id of items) t.equal((await readItem(admin, 'assets', id)).owner, ben.email)
  t.strictSame(await datesOf(admin, items), dates)
  t.match((await historyOf(admin, 'assets', trashed.id))[0],
    { event: 'ASSET_EDITED_METADATA', fields: ['owner'] })
  for (const project of [own, shared]) t.equal((await readItem(admin, 'projects', project.id)).owner, ben.email)

  const events = await eventsAfter(world, before)
  const byKind = (kind: string) => events.filter(({ event }) => event === kind)
  t.same(byKind('ASSET_EDITED_METADATA').map((event: any) => event.asset_id).sort(), [...items].sort(), 'each has one event')
  t.equal(byKind('PROJECT_EDITED_METADATA').length, 2)
  t.same(byKind('USER_LINKED'), [{ event: 'USER_LINKED', userId: adminCaller.userId, project_id: own.id, user_id: ben.id }])
  t.same(byKind('USER_UNLINKED').map((event: any) => event.project_id).sort(), [own.id, shared.id].sort())
  t.ok(events.findIndex(({ event }) => event === 'USER_LINKED') < events.findIndex((event: any) =>
    event.event === 'USER_UNLINKED' && event.project_id === own.id))
  t.same(byKind('COLLECTION_DELETED').map((event: any) => event.collection_id), [hidden.id])
  t.ok(events.every(({ userId }) => userId === adminCaller.userId))

  const { members } = await succeed(admin.get(`projects/${own.id}/members`))
  t.match(members, [{ id: ben.id, role: 'Admin' }])
  t.equal((await succeed(admin.get(`collections/${shown.id}`))).collection.owner, `removed-${ann.id}@removed.invalid`)
  const left = (await succeed(admin.get(`assets/${ofOther.id}/approvals`))).approvals
  t.same(left.map((each: any) => each.id), approvals.flatMap((each: any) => each.user_id === ben.id ? [each.id] : []))
  t.match((await succeed(admin.get(`assets/${assets[0]}/approvals`))).approvals,
    [{ user_id: ann.id, author: 'removed user', status: 'approved' }])
  const { prisma } = app.database.reads
  t.equal(await prisma.favorite.count({ where: { userId: ann.id } }), 0)
  t.equal(await prisma.notification.count({ where: { userId: ann.id } }), 0)

  const found = async (query: string) => (await succeed(admin.get(`search?${query}`))).results.length
  t.equal(await found(`owner=${ben.email}&type=asset`), 4)
  t.equal(await found(`owner=${ann.email}`), 0)
  t.equal(await found(`approval_by=${ann.id}`), 0)

  t.strictSame((await admin.post('admin/users', { email: ann.email })).body, { error: 'User already exists' })
  // What a bulk under way has made in the name of the user.
  const late = await addAsset(admin, { title: 'Late' })
  await app.transact(adminCaller, async ({ prisma }) => {
    await prisma.asset.update({ where: { id: late.id }, data: { owner: ann.email } })
  })
  await giveAway(world, WHEN_FREE_MS)
  t.equal((await readItem(admin, 'assets', late.id)).owner, ben.email)
  t.equal(await prisma.userRemoval.count(), 0)
  t.strictSame(await tablesWith(world, 'old.address'), [])

  const again = await addUser({ email: 'old.address@example.com' })
  t.equal(await found('owner=old.address@example.com'), 0)
  t.notOk((await succeed(again.client.get('collections'))).collections.some(({ id }: { id: number }) => id === hidden.id))
  t.strictSame((await succeed(again.client.get('notifications'))).notifications, [])
})

/** A user who owns many assets in a project, and is the only member of many projects. */
async function addOwner (world: World, { assets = 450, projects = 30 } = {}) {
  const user = await world.addUser()
  const { app, adminCaller } = world
  const writer = { app, adminCaller: { ...adminCaller, userId: user.id, email: user.email } }
  const project = await addProject(user.client)
  const filled = await fillProject(writer, project.id, { assets, projects })
  await app.transact(adminCaller, (tx) => fillTable(tx, 'project_members', filled.projects.map((projectId) => ({
    accountId: adminCaller.accountId, projectId, userId: user.id, role: 'Admin', createdAt: tx.time
  }))))
  return { ...user, project, ...filled }
}

const membersOf = async (client: Client, id: string) =>
  (await succeed(client.get(`projects/${id}/members`))).members.map((member: any) => [member.id, member.role])

whileJobsRun('A process that is killed after any transaction loses nothing, and does nothing twice', async (t, world) => {
  const { app, admin, addUser } = world
  const [ann, heir] = [await addOwner(world), await addUser()]
  const before = await lastEntry(world)
  await succeed(remove(admin, ann.id, heir.id))
  let kills = 0
  while (await giveAway(world, WHEN_BEGUN_MS, { killedAfter: kills })) kills++
  for (const killedAfter of [1, 2, 3, 9]) await giveAway(world, WHEN_FREE_MS, { killedAfter })
  await giveAway(world, WHEN_FREE_MS)
  t.ok(kills > 4, `${kills} kills`)
  const { prisma } = app.database.reads
  t.equal(await prisma.userRemoval.count(), 0)
  t.equal(await prisma.asset.count({ where: { owner: heir.email } }), 450)
  t.equal(await prisma.project.count({ where: { owner: heir.email } }), 31)
  const events = await eventsAfter(world, before)
  const targets = (kind: string, id: string) =>
    events.filter(({ event }) => event === kind).map((event: any) => event[id]).sort()
  t.same(targets('ASSET_EDITED_METADATA', 'asset_id'), [...ann.assets].sort())
  t.same(targets('PROJECT_EDITED_METADATA', 'project_id'), [ann.project.id, ...ann.projects].sort())
  t.same(targets('USER_LINKED', 'project_id'), [ann.project.id, ...ann.projects].sort())
  t.same(targets('USER_UNLINKED', 'project_id'), [ann.project.id, ...ann.projects].sort())
})

whileJobsRun('Two processes that give away at the same time do nothing twice', async (t, world) => {
  const { admin } = world
  const [ann, ben] = [await addOwner(world, { assets: 250 }), await addOwner(world, { assets: 250 })]
  const before = await lastEntry(world)
  await Promise.all([remove(admin, ann.id), remove(admin, ben.id)].map(succeed))
  await Promise.all([1, 2, 3].map(() => giveAway(world, WHEN_FREE_MS)))
  const events = (await eventsAfter(world, before)).filter(({ event }) => event === 'ASSET_EDITED_METADATA')
  t.same(events.map((event: any) => event.asset_id).sort(), [...ann.assets, ...ben.assets].sort())
})

whileJobsRun('Without an heir, or with one who is gone meanwhile, items belong to nobody, and projects to who removes', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const own = [adminCaller.userId, 'Admin']

  const alone = await addOwner(world, { assets: 2, projects: 1 })
  await succeed(remove(admin, alone.id))
  await giveAway(world, WHEN_BEGUN_MS)
  t.equal((await readItem(admin, 'assets', alone.assets[0]!)).owner, `removed-${alone.id}@removed.invalid`)
  t.strictSame(await membersOf(admin, alone.project.id), [own])

  const [ann, heir] = [await addOwner(world), await addUser()]
  await succeed(remove(admin, ann.id, heir.id))
  await giveAway(world, WHEN_BEGUN_MS, { killedAfter: 11 })
  await succeed(admin.post(`admin/users/${heir.id}`, { disabled: true }))
  await giveAway(world, WHEN_BEGUN_MS)
  const { prisma } = app.database.reads
  const count = (owner: string) => prisma.asset.count({ where: { owner } })
  const [given, left] = [await count(heir.email), await count(`removed-${ann.id}@removed.invalid`)]
  t.ok(given > 0 && left > 0, 'some are the heir\'s already')
  t.equal(given + left, 450)

  const [cid, next, last] = [await addOwner(world, { assets: 5 }), await addUser(), await addUser()]
  await succeed(remove(admin, cid.id, next.id))
  await succeed(remove(admin, next.id, last.id))
  await giveAway(world, WHEN_FREE_MS)
  t.equal(await count(`removed-${cid.id}@removed.invalid`), 5)
  t.strictSame(await membersOf(admin, cid.project.id), [own])
})

whileJobsRun('By the command the first administrator that is left answers for projects, and the id is printed', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const users = createUsers(app)
  const [ann, ben, heir] = [await addOwner(world, { assets: 2 }), await addUser(), await addUser()]
  t.strictSame(await users.remove(ann.email.toUpperCase()), { id: ann.id })
  t.strictSame(await users.remove(ben.email, heir.email), { id: ben.id })
  await giveAway(world, WHEN_FREE_MS)
  t.strictSame(await membersOf(admin, ann.project.id), [[adminCaller.userId, 'Admin']])
  const last = /is the last administrator/
  await t.rejects(users.remove(adminCaller.email), last)
  await t.rejects(users.remove(ann.email), /There is no user/)
  await t.rejects(users.remove(heir.email, 'nobody@example.com'), /There is no user nobody@example.com/)
  await t.rejects(users.remove(heir.email, heir.email), /is no other user of the account who is enabled/)
})

whileJobsRun('A webhook whose only user was removed is sent nothing, and keeps the user', async (t, world) => {
  const { admin, addUser } = world
  const ann = await addUser()
  const webhook = await addWebhook(admin, { trigger_events: ['ASSET_ADDED', 'ASSET_EDITED_METADATA', 'USER_REMOVED'] })
  await succeed(admin.post(`admin/webhooks/${webhook.id}/webhook_users`, { user_id: ann.id }))
  await addAsset(ann.client)
  const before = (await queuedFor(world, webhook.id)).length
  t.equal(before, 1)
  await succeed(remove(admin, ann.id))
  await giveAway(world, WHEN_FREE_MS)
  await addAsset(admin)
  t.equal((await queuedFor(world, webhook.id)).length, before)
  t.match((await readWebhook(admin, webhook.id)).webhook_users, [{ user_id: ann.id }])
})

inAnAccount('What a removed user has decided goes with the next file of its asset, and nobody waits for the user', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const [ann, ben] = [await addUser(), await addUser()]
  const { id } = await addAsset(admin)
  const { approvals } = await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [ann.id, ben.id] }))
  for (const user of [ann, ben]) {
    const own = approvals.find((approval: any) => approval.user_id === user.id)
    await succeed(user.client.post(`assets/${id}/approvals/${own.id}`, { status: 'rejected' }))
  }
  await succeed(remove(admin, ann.id))
  t.equal((await succeed(admin.get(`assets/${id}/approvals`))).approvals.length, 2)
  await app.transact(adminCaller, async (tx) => {
    const happened = { event: 'ASSET_FINISHED_INGEST', targets: { asset_id: id } } as unknown as RecordedEvent
    await approvalReset.open().collect(tx, [happened])
  })
  t.match((await succeed(admin.get(`assets/${id}/approvals`))).approvals, [{ user_id: ben.id, status: 'pending' }])
})

inAnAccount('A removed user is nobody to groups, and has no picture to remove', async (t, { admin, addUser }) => {
  const gone = await addUser()
  await succeed(remove(admin, gone.id))
  const { user_group: group } = await succeed(admin.post('admin/user_groups', { name: 'Editors' }))
  const { status, body } = await admin.post(`admin/user_groups/${group.id}/users`, { user_ids: [gone.id] })
  t.strictSame([status, body], [200, { error: `User not found with id ${gone.id}` }])
  t.equal((await admin.delete(`admin/users/${gone.id}/avatar`)).status, 404)
})
