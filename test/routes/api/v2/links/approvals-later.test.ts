import { noteEnds } from '#src/approvals/ends.js'
import { HOUR_MS } from '#src/basics/units.js'
import { inOneApp } from '#test/helper/app.js'
import { addAsset, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { openMailbox } from '#test/helper/mailbox.js'
import { attachReady, inOneAppWithMedia } from '../../../../helper/media/world.js'
import { startFileSender } from '../../../../helper/media/sender.js'

const onBothDatabases = inOneApp()
const onBothWithMedia = inOneAppWithMedia(undefined, { MEDIA_VERSIONS: '2' })

onBothDatabases('Messages say what was decided, also of a decision that another one has followed', async (t, world) => {
  const { admin, addUser } = world
  const { id } = await addAsset(admin, { title: 'Spot' })
  const [asker, asked] = [await addUser(), await addUser()]
  const { approvals: [{ id: approvalId }] } = await succeed(asker.client.post(`assets/${id}/approvals`, { user_ids: [asked.id] }))
  const { token } = await addLink(admin, `assets/${id}`, { approvals: true })
  await succeed(asked.client.put('user', { name: 'Bob' }))
  const decide = (status: string, text?: string) => succeed(asked.client.post(`assets/${id}/approvals/${approvalId}`, { status, text }))
  await decide('rejected', 'The logo is late')
  await decide('approved')
  await decide('pending')
  await succeed(createGuest(world, token).post(`shared/assets/${id}/approvals`, { name: 'Ann', status: 'rejected', text: 'No' }))
  const [message] = await openMailbox(world, asker.id).after(HOUR_MS)
  for (const words of ['Bob has rejected Spot', 'Bob has approved Spot', 'Ann (guest) has rejected Spot']) {
    t.ok(message!.text.includes(words), words)
  }
})

onBothDatabases('A job tells searches that a link has ended, and another end of it that it has not', async (t, world) => {
  const { admin, adminCaller, app } = world
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`, { approvals: true })
  const guest = createGuest(world, link.token)
  await succeed(guest.post(`shared/assets/${id}/approvals`, { name: 'Ann', status: 'rejected' }))
  const { transactInBackground: transact } = app
  const run = () => noteEnds({ database: app.database.background, transact })(new AbortController().signal, () => {})
  const found = async (status: string) =>
    (await succeed(admin.get(`assets?approval=${status}`))).assets.some((asset: any) => asset.id === id)
  await run()
  t.ok(await found('rejected'))
  await app.transact(adminCaller, ({ prisma }) =>
    prisma.link.updateMany({ where: { id: link.id }, data: { expiresAt: new Date(0) } }))
  await run()
  t.ok(await found('none'))
  await succeed(admin.post(`assets/${id}/links/${link.id}`, { expires_in: 1000 }))
  t.ok(await found('rejected'))
  await succeed(admin.delete(`assets/${id}/links/${link.id}`))
  await run()
  t.ok(await found('none'))
})

onBothWithMedia('A new file makes the decisions of guests pending, and the same name decides again', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const sender = await startFileSender(t, { bytes: Buffer.from('a film') })
  const { token } = await addLink(admin, `assets/${id}`, { approvals: true })
  const guest = createGuest(world, token)
  const url = `shared/assets/${id}/approvals`
  await attachReady(admin, id, sender.url, 'a')
  const { approval } = await succeed(guest.post(url, { name: 'Ann', status: 'rejected', text: 'No' }))
  await attachReady(admin, id, sender.url, 'b')
  t.strictSame(await succeed(guest.get(url)), { approvals: [], status: 'pending' })
  t.match((await succeed(admin.get(`assets/${id}/approvals`))).approvals, [
    { id: approval.id, status: 'pending', text: null, decided_at: null, guest: true, author: 'Ann' }
  ])
  t.match((await succeed(guest.post(url, { name: 'ann', status: 'approved' }))).approval, { id: approval.id, status: 'approved' })
  t.equal((await succeed(guest.get(url))).status, 'approved')
  t.strictSame((await succeed(admin.get('notifications'))).notifications.map(({ kind }: any) => kind), ['guest_decided', 'guest_decided'])
})
