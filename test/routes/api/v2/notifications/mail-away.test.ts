import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/basics/units.js'
import { inOneApp } from '#test/helper/app.js'
import { addAsset, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { openMailbox } from '#test/helper/mailbox.js'

const onBothDatabases = inOneApp()

onBothDatabases('When a mail server was away for a day, a user gets one message with what is unread, and no old one', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const ann = await addUser()
  const asset = await addAsset(admin)
  const link = await addLink(admin, `assets/${asset.id}`, { comments: true })
  const guest = createGuest(world, link.token)
  const mail = openMailbox(world, adminCaller.userId)
  const { userId } = adminCaller
  const refuse = () => app.transact(adminCaller, (tx) =>
    tx.prisma.message.updateMany({ where: { userId, dueAt: { not: null } }, data: { failures: { increment: 1 } } }))
  const said: number[] = []
  for (let hour = 1; hour <= 24; hour++) {
    const { comment } = hour % 2 === 0
      ? await succeed(guest.post(`shared/assets/${asset.id}/comments`, { name: 'Gia', text: `Hour ${hour}.` }))
      : await succeed(ann.client.post(`assets/${asset.id}/comments`, { text: `Hour ${hour}.` }))
    said.push(comment.id)
    await mail.put(hour * HOUR_MS)
    await refuse()
  }
  const [waiting, ...others] = await mail.waiting()
  t.strictSame(others, [])
  t.match(await mail.write(waiting!), { subject: '24 notifications in Cutroom', text: /Hour 1\.[^]*Hour 24\./, thread: `asset-${asset.id}` })
  await succeed(admin.delete(`assets/${asset.id}/comments/${said[0]}`))
  const [, second] = (await succeed(admin.get('notifications?limit=1000'))).notifications
  await succeed(admin.post('notifications/read', { ids: [second.id] }))
  t.match(await mail.write(waiting!), { subject: '22 notifications in Cutroom' })
  t.match((await mail.write(waiting!))!.text, 'Gia (guest) has commented on')
  const { sent } = (await app.database.reads.prisma.notificationMail.findFirst({ where: { userId } }))!
  t.equal(JSON.parse(sent).length, 1, 'what did not go counts for no hour')
  await app.transact(adminCaller, (tx) => tx.prisma.message.updateMany({ where: { id: waiting!.id }, data: { status: 'sent', body: null, dueAt: null } }))
  t.strictSame(await mail.after(2 * DAY_MS), [], 'once')
})

onBothDatabases('A message that is just being sent, or was not refused, stays as it is', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const ann = await addUser()
  const asset = await addAsset(admin)
  const mail = openMailbox(world, adminCaller.userId)
  const say = (text: string) => succeed(ann.client.post(`assets/${asset.id}/comments`, { text }))
  await say('First.')
  await mail.put(HOUR_MS)
  await say('Second.')
  await mail.put(HOUR_MS + 5 * MINUTE_MS)
  t.equal((await mail.waiting()).length, 2)
  await app.transact(adminCaller, (tx) => tx.prisma.message.updateMany({ where: { userId: adminCaller.userId }, data: { failures: 1, leaseToken: 'held' } }))
  await say('Third.')
  t.match((await mail.after(HOUR_MS + 10 * MINUTE_MS)).map((message) => message!.text.includes('Third.')), [false, false, true])
})
