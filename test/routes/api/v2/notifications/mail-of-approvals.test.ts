import { DAY_MS, HOUR_MS } from '#src/basics/units.js'
import { inOneApp, type Client } from '#test/helper/app.js'
import { addAsset, addItemTo, addProject, succeed } from '#test/helper/items.js'
import { MAIL_BASE, openMailbox } from '#test/helper/mailbox.js'

const onBothDatabases = inOneApp()

const ask = async (client: Client, assetId: string, userId: number, text?: string) =>
  (await succeed(client.post(`assets/${assetId}/approvals`, { user_ids: [userId], text }))).approvals.at(-1)

onBothDatabases('Who is asked for approval gets a message at once, also who wants one a day, whose text waits nowhere', async (t, world) => {
  const { admin, addUser } = world
  const [ann, daily, none] = [await addUser(), await addUser(), await addUser()]
  await succeed(admin.put('user/notifications', { mail: 'each' }))
  await succeed(daily.client.put('user/notifications', { mail: 'daily' }))
  await succeed(none.client.put('user/notifications', { mail: 'none' }))
  const asset = await addAsset(admin, { title: 'Secret cut' })
  for (const { id } of [ann, daily, none]) await ask(admin, asset.id, id, 'Is the end all right?')
  for (const [{ id, client }, count] of [[ann, 1], [daily, 1], [none, 0]] as const) {
    const mail = openMailbox(world, id)
    await mail.put()
    const waiting = await mail.waiting()
    t.equal(waiting.length, count)
    t.notMatch(JSON.stringify(waiting), /Secret|end all right/)
    for (const message of waiting) {
      t.match(await mail.write(message), {
        subject: /asks for your approval of Secret cut$/,
        text: new RegExp(`Is the end all right\\?\n\n${MAIL_BASE}/console/assets/${asset.id}\n`),
        thread: `asset-${asset.id}`,
        stop: `${MAIL_BASE}/console/notifications`
      })
    }
    t.match(await succeed(client.get('notifications')), { notifications: [{ kind: 'approval_asked', read: false }] })
    await succeed(client.put('user/notifications', { mail: 'each' }))
    t.strictSame((await mail.after(2 * DAY_MS)).slice(count), [], 'it is in no later message')
  }
})

onBothDatabases('A message about an approval is not sent if nothing is pending any more, or it is not for its user', async (t, world) => {
  const { admin, addUser } = world
  const project = await addProject(admin)
  interface Given { userId: number, client: Client, assetId: string, approvalId: number }
  const cases: ReadonlyArray<readonly [what: string, end: (given: Given) => Promise<unknown>]> = [
    ['approved', ({ client, assetId, approvalId }) => client.post(`assets/${assetId}/approvals/${approvalId}`, { status: 'approved' })],
    ['rejected', ({ client, assetId, approvalId }) => client.post(`assets/${assetId}/approvals/${approvalId}`, { status: 'rejected' })],
    ['withdrawn', ({ assetId, approvalId }) => admin.delete(`assets/${assetId}/approvals/${approvalId}`)],
    ['purged', async ({ assetId }) => {
      await succeed(admin.post(`assets/${assetId}/trash_bin`))
      return admin.delete(`assets/${assetId}`)
    }],
    ['not seen', ({ userId }) => admin.delete(`projects/${project.id}/members`, { user_id: userId })],
    ['disabled', ({ userId }) => admin.post(`admin/users/${userId}`, { disabled: true })],
    ['stopped', ({ client }) => client.put('user/notifications', { mail: 'none' })],
    ['read', ({ client }) => client.post('notifications/read', { until: 2 ** 31 - 1 })]
  ]
  for (const [what, end] of cases) {
    const user = await addUser({ access: 'projects' })
    await succeed(admin.post(`projects/${project.id}/members`, { user_id: user.id }))
    const asset = await addItemTo(admin, 'assets', project.id)
    const approval = await ask(admin, asset.id, user.id)
    const mail = openMailbox(world, user.id)
    await mail.put()
    const [waiting] = await mail.waiting()
    t.ok(await mail.write(waiting!), `${what}: before`)
    await end({ userId: user.id, client: user.client, assetId: asset.id, approvalId: approval.id })
    t.equal(await mail.write(waiting!), null, what)
  }
})

onBothDatabases('A user gets at most sixty requests an hour, and does not wait for the message of the day', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const ann = await addUser()
  const mail = openMailbox(world, ann.id)
  const asset = await addAsset(ann.client)
  await succeed(ann.client.put('user/notifications', { mail: 'daily' }))
  await succeed(admin.post(`assets/${asset.id}/comments`, { text: 'Later' }))
  t.strictSame(await mail.after(), [])
  const assets = await Promise.all(Array.from({ length: 62 }, () => addAsset(admin)))
  for (const { id } of assets) await ask(admin, id, ann.id)
  t.equal((await mail.after()).length, 60)
  t.strictSame(await mail.after(HOUR_MS), [], 'the rest is in the console alone')
  t.match(await succeed(ann.client.get('notifications')), { unread: 63 })
  const where = { accountId: adminCaller.accountId, isSent: false }
  t.equal(await app.database.reads.prisma.notification.count({ where }), 1)
})

onBothDatabases('What the version before has written about approvals is told, and goes, as well', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const ann = await addUser()
  const mail = openMailbox(world, ann.id)
  const asset = await addAsset(admin, { title: 'Old cut' })
  const approval = await ask(admin, asset.id, ann.id)
  const { comment } = await succeed(admin.post(`assets/${asset.id}/comments`, { text: 'Look', mentions: [ann.id] }))
  await app.transact(adminCaller, async (tx) => {
    const { notification } = tx.prisma
    await notification.updateMany({ where: { userId: ann.id, kind: 'approval_asked' }, data: { aboutType: null, aboutId: null, approvalId: approval.id, isSent: true } })
    await notification.updateMany({ where: { userId: ann.id, kind: 'mention' }, data: { aboutType: null, aboutId: null, commentId: comment.id } })
  })
  const { createdAt } = (await app.database.reads.prisma.notification.findFirst({ where: { userId: ann.id, kind: 'approval_asked' } }))!
  const before = { accountId: adminCaller.accountId, createdAt, body: JSON.stringify({ subject: 'Approve: Old cut', text: 'x', html: 'x' }) }
  t.match(await mail.write(before), { subject: /asks for your approval of Old cut$/ })
  t.match(await mail.after(HOUR_MS), [{ subject: /mentions you on Old cut$/ }])
  await succeed(admin.delete(`assets/${asset.id}/comments/${comment.id}`))
  await succeed(admin.delete(`assets/${asset.id}/approvals/${approval.id}`))
  t.strictSame((await succeed(ann.client.get('notifications'))).notifications, [])
  t.equal(await mail.write(before), null)
})
