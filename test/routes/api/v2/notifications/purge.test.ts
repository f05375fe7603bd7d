import { NOTIFICATIONS_JOB } from '#src/notifications/release.js'
import { inOneApp } from '#test/helper/app.js'
import { fillTable } from '#test/helper/fill.js'
import { addAsset, succeed } from '#test/helper/items.js'

const onBothDatabases = inOneApp()

/** More than one transaction removes. A user keeps a thousand. */
const OF_EACH = 900

onBothDatabases('Nobody sees notifications of an item that was deleted for good, also while a job still removes them', async (t, { app, admin, adminCaller, addUser }) => {
  const { accountId } = adminCaller
  const users = [await addUser(), await addUser(), await addUser()]
  const [asset, other] = [await addAsset(admin), await addAsset(admin)]
  const createdAt = new Date()
  await app.transact(adminCaller, (tx) => fillTable(tx, 'notifications', users.flatMap((user) => [
    ...Array.from({ length: OF_EACH }, () => ({ itemId: asset.id })), { itemId: other.id }
  ].map((about) => ({ ...about, accountId, userId: user.id, kind: 'comment', actorId: 1, itemType: 'asset', targets: '{}', createdAt })))))
  const inboxes = () => Promise.all(users.map(async ({ client }) => {
    const { notifications, unread } = await succeed(client.get('notifications?limit=1000'))
    return [notifications.length, unread]
  }))
  const { prisma } = app.database.reads
  const left = async () => [
    await prisma.notification.count({ where: { accountId } }),
    await prisma.notificationLeftover.count({ where: { accountId } })
  ]
  t.strictSame(await inboxes(), Array(3).fill([OF_EACH + 1, OF_EACH + 1]))
  await succeed(admin.delete(`assets/${asset.id}`))
  t.strictSame(await left(), [3 * OF_EACH + 3 - 1000, 1])
  t.strictSame(await inboxes(), Array(3).fill([1, 1]))
  await app.jobs.find(({ name }) => name === NOTIFICATIONS_JOB)!.run(new AbortController().signal, () => {})
  t.strictSame(await left(), [3, 0])
  t.strictSame(await inboxes(), Array(3).fill([1, 1]))
})
