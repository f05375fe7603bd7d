import { systemCaller } from '#src/core/caller.js'
import { partOfEvent } from '#test/helper/events.js'
import { record } from '#src/core/events/record.js'
import { disableWebhook } from '#src/webhooks/subscriptions/disable.js'
import { inAppOfProcess, type Answer, type Client, type World } from '#test/helper/app.js'
import { fillTable } from '#test/helper/fill.js'
import { addAsset, addItemTo, addProject, MILLISECONDS, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { addWebhook } from '#test/helper/webhooks.js'
import { attachReady, onBothWithMedia } from '../../../../helper/media/world.js'
import { startFileSender } from '../../../../helper/media/sender.js'

const onBothDatabases = inAppOfProcess()

const outcome = ({ status, body }: Answer) => ({ status, body })
const inboxOf = async (client: Client, query = '') => succeed(client.get(`notifications${query}`))
const kindsOf = async (client: Client) => (await inboxOf(client)).notifications.map(({ kind }: any) => kind)
const say = async (client: Client, path: string, body: object) => (await succeed(client.post(`${path}/comments`, body))).comment
const changesOf = async (client: Client, query = '') =>
  (await succeed(client.get(`changes?event=NOTIFICATION_ADDED&limit=1000${query}`))).changes

onBothDatabases('The owner is told of a comment, its author of a reply, and everybody once, by the first reason', async (t, { admin, adminCaller, addUser }) => {
  const [ann, bob] = [await addUser(), await addUser()]
  const { id } = await addAsset(admin)
  const first = await say(ann.client, `assets/${id}`, { text: `${'é😀'.repeat(150)}!` })
  const inbox = await inboxOf(admin)
  t.strictSame(Object.keys(inbox), ['notifications', 'unread'])
  t.strictSame(Object.keys(inbox.notifications[0]), ['id', 'kind', 'created_at', 'read', 'user_id', 'targets', 'text', 'author', 'status'])
  t.match(inbox, {
    unread: 1,
    notifications: [{
      id: Number, kind: 'comment', created_at: MILLISECONDS, read: false, user_id: ann.id, targets: { asset_id: id, comment_id: first.id }, text: 'é😀'.repeat(100)
    }]
  })
  await say(bob.client, `assets/${id}`, { text: 'Answer', reply_to: first.id })
  t.strictSame(await kindsOf(ann.client), ['reply'])
  t.strictSame(await kindsOf(bob.client), [], 'nobody is told of what he did himself')
  await say(admin, `assets/${id}`, { text: 'Last', reply_to: first.id })
  t.strictSame(await kindsOf(ann.client), ['reply', 'reply'])
  t.strictSame(await kindsOf(bob.client), ['reply'], 'who has answered before')
  await say(ann.client, `assets/${id}`, { text: 'Again', reply_to: first.id })
  t.strictSame(await kindsOf(admin), ['reply', 'comment', 'comment'], 'the first reason counts')
  t.strictSame(await kindsOf(bob.client), ['reply', 'reply'])
  const [newest] = (await inboxOf(admin)).notifications
  const entries = await changesOf(admin)
  t.match(entries.at(-2), {
    user_id: ann.id, severity: 1, targets: { user_id: adminCaller.userId, notification_id: newest.id }
  })
  t.strictSame(Object.keys(entries.at(-2).targets).sort(), ['notification_id', 'user_id'])
  t.equal(entries.length, 7)
  t.strictSame((await changesOf(bob.client)).map(({ targets }: any) => targets.user_id), [bob.id, bob.id], 'others see their own')
  t.strictSame(await changesOf(bob.client, '&type=asset'), [])
  const { changes } = await succeed(admin.get('changes?limit=1000'))
  t.strictSame(changes.slice(-3).map(({ event }: any) => event), ['ASSET_ADDED_COMMENT', 'NOTIFICATION_ADDED', 'NOTIFICATION_ADDED'])
})

onBothDatabases('Users are told of approvals, and those whose answer a removed approval held are no longer', async (t, { admin, adminCaller, addUser }) => {
  const [ann, bob] = [await addUser(), await addUser()]
  const { id } = await addAsset(admin)
  const { approvals: [first] } = await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [ann.id, bob.id, adminCaller.userId], text: 'All right?' }))
  t.match((await inboxOf(ann.client)).notifications, [{ kind: 'approval_asked', user_id: adminCaller.userId, targets: { asset_id: id, approval_id: first.id }, text: 'All right?' }])
  t.strictSame(await kindsOf(admin), [])
  await succeed(ann.client.post(`assets/${id}/approvals/${first.id}`, { status: 'rejected', text: 'Too long' }))
  t.match((await inboxOf(admin)).notifications, [{ kind: 'approval_decided', user_id: ann.id, targets: { asset_id: id, approval_id: first.id }, text: 'Too long' }])
  await succeed(admin.delete(`assets/${id}/approvals/${first.id}`))
  t.strictSame([await kindsOf(ann.client), await kindsOf(admin), await kindsOf(bob.client)], [[], [], ['approval_asked']])
})

onBothWithMedia('Those are told of a new version whose answer it has taken back', async (t, { admin, addUser }) => {
  const [ann, bob] = [await addUser(), await addUser()]
  const { id } = await addAsset(admin)
  const send = async (text: string) => attachReady(admin, id, (await startFileSender(t, { bytes: Buffer.from(text) })).url, `${text}.txt`)
  const first = await send('first')
  const { approvals: [asked] } = await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [ann.id, bob.id] }))
  await succeed(ann.client.post(`assets/${id}/approvals/${asked.id}`, { status: 'approved', text: 'Yes' }))
  await send('second')
  t.match((await inboxOf(ann.client)).notifications[0], { kind: 'new_version', targets: { asset_id: id }, text: null })
  t.strictSame(await kindsOf(bob.client), ['approval_asked'])
  await succeed(ann.client.post(`assets/${id}/approvals/${asked.id}`, { status: 'approved', text: 'Yes' }))
  await succeed(admin.post(`assets/${id}/versions/${first.id}/restore`))
  t.strictSame(await kindsOf(ann.client), ['new_version', 'new_version', 'approval_asked'])
}, { MEDIA_VERSIONS: '5' })

onBothDatabases('The owner, else the maker of the link, is told of what a guest says, with the user 0', async (t, world) => {
  const { admin, addUser } = world
  const maker = await addUser()
  const { id } = await addAsset(admin)
  const link = await addLink(maker.client, `assets/${id}`, { comments: true })
  const guest = createGuest(world, link.token)
  const { comment } = await succeed(guest.post(`shared/assets/${id}/comments`, { name: 'Gia', text: 'Nice' }))
  t.match((await inboxOf(maker.client)).notifications, [{ kind: 'guest_comment', user_id: 0, targets: { asset_id: id, comment_id: comment.id, link_id: link.id }, text: 'Nice' }])
  t.strictSame(await kindsOf(admin), ['comment'])
  t.match((await changesOf(maker.client)).at(-1), { user_id: 0 })
  await succeed(admin.delete(`assets/${id}/comments/${comment.id}`))
  t.strictSame([await kindsOf(maker.client), await kindsOf(admin)], [[], []], 'they go with the comment')
})

onBothDatabases('Administrators are told of a disabled webhook by the one event that it is', async (t, { app, admin, adminCaller, addUser }) => {
  const [second, user] = [await addUser({ admin: true }), await addUser()]
  const webhook = await addWebhook(admin)
  const before = (await changesOf(admin)).length
  const service = systemCaller({ id: adminCaller.accountId, name: adminCaller.account })
  await app.transact(service, (tx) => disableWebhook(tx, webhook.id))
  for (const client of [admin, second.client]) {
    t.match((await inboxOf(client)).notifications, [{ kind: 'webhook_disabled', user_id: 0, targets: { webhook_id: webhook.id }, text: null }])
  }
  t.strictSame(await kindsOf(user.client), [])
  t.equal((await changesOf(admin)).length, before + 1)
  await succeed(admin.post(`admin/users/${second.id}`, { admin: false }))
  t.match(await inboxOf(second.client), { notifications: [], unread: 0 }, 'whoever is no administrator any more does not see it')
})

onBothDatabases('What a user does not see is neither told nor shown, and is there again when it is seen again', async (t, { app, admin, adminCaller, addUser }) => {
  const [ann, bob] = [await addUser({ access: 'projects' }), await addUser({ access: 'projects' })]
  const project = await addProject(admin)
  const { id } = await addItemTo(admin, 'assets', project.id)
  const join = ({ id: userId }: { id: number }) => succeed(admin.post(`projects/${project.id}/members`, { user_id: userId }))
  const leave = ({ id: userId }: { id: number }) => succeed(admin.delete(`projects/${project.id}/members`, { user_id: userId }))
  await join(ann)
  await join(bob)
  const comment = await say(ann.client, `assets/${id}`, { text: 'Mine' })
  await say(bob.client, `assets/${id}`, { text: 'Reply', reply_to: comment.id })
  await say(bob.client, `projects/${project.id}`, { text: 'Not about her' })
  t.match(await inboxOf(ann.client), { unread: 1, notifications: [{ kind: 'reply' }] })
  t.equal((await changesOf(ann.client)).length, 1)
  await leave(ann)
  t.match(await inboxOf(ann.client), { unread: 0, notifications: [] })
  await say(bob.client, `assets/${id}`, { text: 'Unseen', reply_to: comment.id })
  await join(ann)
  t.strictSame(await kindsOf(ann.client), ['reply'], 'what was said meanwhile is not told')
  await succeed(admin.post(`admin/users/${ann.id}`, { disabled: true }))
  await say(bob.client, `assets/${id}`, { text: 'To nobody', reply_to: comment.id })
  t.equal(await app.database.reads.prisma.notification.count({ where: { userId: ann.id } }), 1)
  await succeed(admin.post(`admin/users/${ann.id}`, { disabled: false }))
  await succeed(admin.post(`assets/${id}/trash_bin`))
  t.strictSame(await kindsOf(ann.client), ['reply'], 'an item in the trash is seen')
  await succeed(admin.delete(`assets/${id}`))
  t.strictSame(await kindsOf(ann.client), [])
  const { accountId } = adminCaller
  t.equal(await app.database.reads.prisma.notification.count({ where: { accountId, itemId: id } }), 0)
})

onBothDatabases('At most 50 users are told of one event: of those who have answered, the last ones', async (t, { app, admin, adminCaller }) => {
  const { id } = await addAsset(admin)
  const comment = await say(admin, `assets/${id}`, { text: 'First' })
  const { accountId } = adminCaller
  await app.transact(adminCaller, async (tx) => {
    for (let index = 0; index < 60; index++) {
      const email = `many${accountId}.${index}@example.com`
      const user =
        await tx.prisma.user.create({ data: { accountId, email, emailKey: email, admin: false, createdAt: tx.time } })
      await tx.prisma.comment.create({
        data: { accountId, itemType: 'asset', itemId: id, userId: user.id, text: 'x', internal: false, replyTo: comment.id, createdAt: tx.time, updatedAt: tx.time }
      })
    }
  })
  const toldOf = async (text: string) => (await app.database.reads.prisma.notification.findMany({ where: { accountId, text }, orderBy: { userId: 'asc' } }))
    .map(({ userId, kind }) => [kind, userId])
  await say(admin, `assets/${id}`, { text: 'Reply', reply_to: comment.id })
  const users = (await app.database.reads.prisma.user.findMany({ where: { accountId }, orderBy: { id: 'desc' }, take: 60 })).map((user) => user.id).reverse()
  t.strictSame(await toldOf('Reply'), users.slice(10).map((user) => ['reply', user]))
  await say(admin, `assets/${id}`, { text: 'Mention', reply_to: comment.id, mentions: users.slice(0, 20) })
  t.strictSame(await toldOf('Mention'), [
    ...users.slice(0, 20).map((user) => ['mention', user]), ...users.slice(30).map((user) => ['reply', user])
  ], 'those who are mentioned come first')
})

onBothDatabases('Who is mentioned is told first of all, and after a change only who was not mentioned before', async (t, { admin, adminCaller, addUser }) => {
  const [ann, bob] = [await addUser(), await addUser()]
  const { id } = await addAsset(ann.client)
  const comment = await say(admin, `assets/${id}`, { text: 'Look', mentions: [ann.id, ann.id, adminCaller.userId] })
  t.match(await inboxOf(ann.client), { notifications: [{ kind: 'mention', text: 'Look', targets: { asset_id: id, comment_id: comment.id } }], unread: 1 })
  t.strictSame(await kindsOf(admin), [], 'nobody is told of what he did himself')
  await succeed(admin.post(`assets/${id}/comments/${comment.id}`, { text: 'Look!', mentions: [ann.id, bob.id] }))
  t.strictSame([await kindsOf(ann.client), await kindsOf(bob.client)], [['mention'], ['mention']])
  const textOf = async (client: Client) => (await inboxOf(client)).notifications[0].text
  t.strictSame([await textOf(ann.client), await textOf(bob.client)], ['Look', 'Look!'], 'a text is as it was when it was written')
  await succeed(admin.post(`assets/${id}/comments/${comment.id}`, { text: 'Look here' }))
  t.equal((await inboxOf(bob.client)).unread, 1)
  await say(bob.client, `assets/${id}`, { text: 'Yes', reply_to: comment.id, mentions: [adminCaller.userId] })
  t.strictSame(await kindsOf(admin), ['mention'], 'a mention comes before a reply')
})

onBothDatabases('Notifications are read by ids or up to one, unread ones are listed and counted, and pages belong to their list', async (t, { admin, addUser, addStranger }) => {
  const ann = await addUser()
  const { id } = await addAsset(admin)
  for (let index = 0; index < 5; index++) await say(ann.client, `assets/${id}`, { text: `${index}` })
  const { notifications } = await inboxOf(admin)
  const [newest, second, third, fourth] = notifications.map((one: any) => one.id)
  const read = (client: Client, body: object) => client.post('notifications/read', body)
  const before = (await succeed(admin.get('changes?limit=1000'))).changes.length
  await read((await addStranger()).client, { ids: [newest] })
  await read(ann.client, { until: newest })
  t.equal((await inboxOf(admin)).unread, 5, 'ids of others are passed over')
  t.strictSame(await succeed(read(admin, { ids: [second, 0, -5, 2 ** 31] })), { ok: 'Notifications read' })
  t.strictSame((await inboxOf(admin)).notifications.map((one: any) => one.read), [false, true, false, false, false])
  t.strictSame(await succeed(read(admin, { until: fourth })), { ok: 'Notifications read' })
  const unread = await inboxOf(admin, '?unread=true')
  t.strictSame([unread.notifications.map((one: any) => one.id), unread.unread], [[newest, third], 2])
  t.equal((await succeed(admin.get('changes?limit=1000'))).changes.length, before, 'reading is no event')

  const page = await admin.get('notifications?limit=2')
  t.strictSame(page.body.notifications.map((one: any) => one.id), [newest, second])
  const cursor = /cursor=([^>&]+)/.exec(String(page.headers.link))![1]
  t.strictSame((await inboxOf(admin, `?limit=2&cursor=${cursor}`)).notifications.map((one: any) => one.id), [third, fourth])
  const foreign = await admin.get(`notifications?unread=true&cursor=${cursor}`)
  t.match(foreign, { status: 422, body: { error: /Must be a cursor from a Link header$/ } })
  const small = await admin.get('notifications?unread=true&limit=1')
  t.match(small.headers.link, /unread=true/)
  t.equal((await inboxOf(admin, '?limit=1000')).notifications.length, 5)

  t.strictSame(outcome(await read(admin, {})), { status: 422, body: { error: 'Must have ids or until' } })
  t.strictSame(outcome(await read(admin, { ids: [newest], until: newest })), { status: 422, body: { error: 'Must have ids or until' } })
  t.strictSame(outcome(await read(admin, { ids: [] })), { status: 422, body: { error: "Invalid parameter 'ids' value []: Must be an array of Integer of 1 to 1000 elements" } })
  t.strictSame(outcome(await read(admin, { until: 'x' })), { status: 422, body: { error: "Invalid parameter 'until' value \"x\": Must be a Integer" } })
  t.strictSame(outcome(await admin.get('notifications?unread=yes')), { status: 422, body: { error: "Invalid parameter 'unread' value \"yes\": Must be true or false" } })
  t.strictSame(outcome(await admin.get('notifications?x=1')), { status: 422, body: { error: "Unknown parameter 'x'" } })
  const { results } = await succeed(admin.post('bulk', {
    atomic: false, operations: [{ method: 'POST', path: '/api/v2/notifications/read', body: { until: newest } }]
  }))
  t.strictSame(results, [{ status: 422, body: { error: 'Not possible in a bulk' } }])
  await succeed(read(admin, { until: 2 ** 40 }))
  t.equal((await inboxOf(admin)).unread, 0)
})

onBothDatabases('A user chooses how notifications are mailed', async (t, { admin, addUser }) => {
  const ann = await addUser()
  t.strictSame(await succeed(ann.client.get('user/notifications')), { mail: 'each' })
  const before = (await succeed(admin.get('changes?limit=1000'))).changes.length
  t.strictSame(await succeed(ann.client.put('user/notifications', { mail: 'daily' })), { mail: 'daily' })
  t.strictSame(await succeed(ann.client.get('user/notifications')), { mail: 'daily' })
  t.strictSame(await succeed(admin.get('user/notifications')), { mail: 'each' })
  t.equal((await succeed(admin.get('changes?limit=1000'))).changes.length, before)
  t.strictSame(outcome(await ann.client.put('user/notifications', {})), { status: 422, body: { error: 'Missing parameter mail' } })
  t.match(outcome(await ann.client.put('user/notifications', { mail: 'weekly' })), { status: 422, body: { error: /Must be one of: <code>each<\/code>, <code>daily<\/code>, <code>none<\/code>\.$/ } })
})

onBothDatabases('A user has the 1,000 newest notifications, of 90 days', async (t, { app, admin, adminCaller, addUser }) => {
  const { accountId, userId } = adminCaller
  const { id } = await addAsset(admin)
  await fill(app, adminCaller, id)
  const ann = await addUser()
  await app.transact({ ...adminCaller, userId: ann.id }, (tx) => record(tx, partOfEvent('ASSET_ADDED_COMMENT', { asset_id: id, comment_id: 1 }, {
    mentioned: [userId], data: { asset: { owner: '' }, comment: { id: 1, text: 'x', reply_to: null } }
  })))
  const count = () => app.database.reads.prisma.notification.count({ where: { accountId } })
  t.equal(await count(), 1000)
  t.equal((await inboxOf(admin)).unread, 1000)
  await app.jobs.find((job) => job.name === 'notifications-sweep')!.run(new AbortController().signal, () => {})
  t.equal(await count(), 1, 'older ones are removed')
})

async function fill (app: World['app'], { accountId, userId }: World['adminCaller'], itemId: string): Promise<void> {
  const createdAt = new Date(Date.now() - 91 * 24 * 3600 * 1000)
  await app.transact(systemCaller(), (tx) => fillTable(tx, 'notifications', Array.from({ length: 1000 }, () =>
    ({ accountId, userId, kind: 'comment', actorId: 1, itemType: 'asset', itemId, targets: '{}', createdAt }))))
}
