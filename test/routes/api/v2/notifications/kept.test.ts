import type { ReasonKind } from '#src/core/events/teller.js'
import { HOUR_MS } from '#src/basics/units.js'
import { inOneApp, type World } from '#test/helper/app.js'
import { fillTable } from '#test/helper/fill.js'
import { addAsset, addItemTo, addProject, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { openMailbox } from '#test/helper/mailbox.js'

const onBothDatabases = inOneApp()

/** Gives the administrator notifications about an asset. Old ones come first. */
async function fill ({ app, adminCaller }: World, itemId: string, kinds: ReadonlyArray<readonly [ReasonKind, number]>) {
  const { accountId, userId } = adminCaller
  await app.transact(adminCaller, (tx) => fillTable(tx, 'notifications', kinds.flatMap(([kind, count]) =>
    Array.from({ length: count }, () => ({
      accountId, userId, kind, actorId: 1, itemType: 'asset', itemId, targets: '{}', isSent: false, createdAt: tx.time
    })))))
}

/** How many notifications of each kind the administrator has. */
async function countKinds ({ app, adminCaller }: World): Promise<Record<string, number>> {
  const rows = await app.database.reads.prisma.notification.groupBy({
    by: ['kind'], where: { userId: adminCaller.userId }, _count: true
  })
  return Object.fromEntries(rows.map(({ kind, _count: count }) => [kind, count]))
}

onBothDatabases('A thousand comments of a Viewer take no mention away, neither from the list nor from its message', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  const [ann, viewer] = [await addUser(), await addUser({ access: 'projects' })]
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: viewer.id, role: 'Viewer' }))
  const path = `assets/${asset.id}/comments`
  await succeed(ann.client.post(path, { text: 'Look at this', mentions: [adminCaller.userId] }))
  await fill(world, asset.id, [['comment', 999]])
  for (const text of ['One', 'Two', 'Three']) await succeed(viewer.client.post(path, { text }))
  t.strictSame(await countKinds(world), { mention: 1, comment: 999 })
  const { unread, notifications } = await succeed(admin.get('notifications?unread=true&limit=1000'))
  t.equal(unread, 1000)
  t.match(notifications.at(-1), { kind: 'mention', text: 'Look at this' })
  t.strictSame(notifications.slice(0, 3).map(({ text }: any) => text), ['Three', 'Two', 'One'], 'of comments the newest are kept')
  const [message] = await openMailbox(world, adminCaller.userId).after(HOUR_MS)
  t.match(message, { subject: '1000 notifications in Cutroom', text: /mentions you on [^]*Look at this/ })
})

onBothDatabases('Comments go first, of guests too, then replies, then decisions of guests, and then the oldest of all', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  const ann = await addUser()
  const asset = await addAsset(admin)
  const path = `assets/${asset.id}/comments`
  const { comment } = await succeed(admin.post(path, { text: 'Mine' }))
  await fill(world, asset.id, [
    ['mention', 100], ['approval_asked', 100], ['approval_decided', 100], ['new_version', 100], ['webhook_disabled', 100],
    ['guest_decided', 1], ['reply', 497], ['guest_comment', 1], ['comment', 1]
  ])
  const rest = { approval_asked: 100, approval_decided: 100, new_version: 100, webhook_disabled: 100 }
  const mention = (count: number) => Promise.all(Array.from({ length: count }, () =>
    succeed(ann.client.post(path, { text: 'You', mentions: [adminCaller.userId] }))))
  await mention(1)
  t.strictSame(await countKinds(world), { ...rest, mention: 101, guest_decided: 1, reply: 497, comment: 1 })
  await succeed(ann.client.post(path, { text: 'Answer', reply_to: comment.id }))
  t.strictSame(await countKinds(world), { ...rest, mention: 101, guest_decided: 1, reply: 498 })
  await mention(1)
  t.strictSame(await countKinds(world), { ...rest, mention: 102, guest_decided: 1, reply: 497 })
})

onBothDatabases('A user who has a thousand of more weight gets no notification of a comment, and no event of it', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  const ann = await addUser()
  const asset = await addAsset(admin)
  const path = `assets/${asset.id}/comments`
  const link = await addLink(admin, `assets/${asset.id}`, { comments: true })
  await fill(world, asset.id, [['mention', 500], ['approval_asked', 500]])
  const countEvents = async () => (await succeed(admin.get('changes?event=NOTIFICATION_ADDED&limit=1000'))).changes.length
  const before = await countEvents()
  await succeed(ann.client.post(path, { text: 'Noise' }))
  await succeed(createGuest(world, link.token).post(`shared/${path}`, { name: 'Gia', text: 'Noise' }))
  t.strictSame(await countKinds(world), { mention: 500, approval_asked: 500 })
  t.equal(await countEvents(), before)
  await succeed(ann.client.post(path, { text: 'You', mentions: [adminCaller.userId] }))
  t.equal(await countEvents(), before + 1)
  t.match((await succeed(admin.get('notifications'))).notifications[0], { kind: 'mention', text: 'You' })
})
