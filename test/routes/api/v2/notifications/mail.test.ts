import t from 'tap'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/basics/units.js'
import { systemCaller } from '#src/core/caller.js'
import { disableWebhook } from '#src/webhooks/subscriptions/disable.js'
import { MOST_AN_HOUR, MOST_OF_GUESTS, sendingTime } from '#src/notifications/mail/when.js'
import { createWorld, dialects, inOneApp, type Client } from '#test/helper/app.js'
import { addAsset, addItemTo, addProject, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { header, startMailServer } from '#test/helper/mail.js'
import { MAIL_BASE as BASE, MAIL_DELAY_MS as DELAY_MS, openMailbox } from '#test/helper/mailbox.js'
import { eventually } from '#test/helper/receiver.js'
import { addWebhook } from '#test/helper/webhooks.js'

const onBothDatabases = inOneApp()

const say = async (client: Client, path: string, body: object) =>
  (await succeed(client.post(`${path}/comments`, body))).comment

t.test('Messages are due after the delay, twelve an hour, six of them of guests alone, or daily at 07:00 UTC', async (t) => {
  const at = (time: string) => Date.parse(`2026-11-27T${time}Z`)
  const dueBy = (preference: 'each' | 'daily' | 'none', unsent: { ofUsers: number | null, ofGuests: number | null }, all: number[] = [], ofGuests: number[] = []) => {
    const time = sendingTime(preference, { ...unsent, delayMs: DELAY_MS, sent: { all, ofGuests } })
    return time === null ? null : new Date(time).toISOString()
  }
  const due = (preference: 'each' | 'daily' | 'none', since: number, all: number[] = []) => dueBy(preference, { ofUsers: since, ofGuests: null }, all)
  t.equal(due('none', at('06:00:00')), null)
  t.equal(due('each', at('06:00:00')), '2026-11-27T06:02:00.000Z')
  t.equal(due('daily', at('06:00:00')), '2026-11-27T07:00:00.000Z')
  t.equal(due('daily', at('06:58:00')), '2026-11-27T07:00:00.000Z')
  t.equal(due('daily', at('06:58:01')), '2026-11-28T07:00:00.000Z')
  t.equal(due('daily', at('07:30:00')), '2026-11-28T07:00:00.000Z')
  const sent = Array.from({ length: MOST_AN_HOUR }, (_, index) => at('06:00:00') + index * MINUTE_MS)
  t.equal(due('each', at('06:30:00'), sent.slice(1)), '2026-11-27T06:32:00.000Z')
  t.equal(due('each', at('06:30:00'), sent), '2026-11-27T07:00:00.000Z')
  t.equal(due('each', at('06:59:00'), sent), '2026-11-27T07:01:00.000Z')
  const ofGuests = sent.slice(0, MOST_OF_GUESTS)
  const late = { ofUsers: null, ofGuests: at('06:30:00') }
  t.equal(dueBy('each', late, ofGuests.slice(1), ofGuests.slice(1)), '2026-11-27T06:32:00.000Z')
  t.equal(dueBy('each', late, ofGuests, ofGuests), '2026-11-27T07:00:00.000Z')
  t.equal(dueBy('each', { ...late, ofUsers: at('06:40:00') }, ofGuests, ofGuests), '2026-11-27T06:42:00.000Z', 'what a user did does not wait for guests')
  t.equal(dueBy('each', { ...late, ofUsers: at('06:40:00') }, sent, ofGuests), '2026-11-27T07:00:00.000Z')
  t.equal(dueBy('daily', { ...late, ofUsers: at('07:30:00') }), '2026-11-27T07:00:00.000Z')
})

onBothDatabases('What has been unread for the delay goes in one message with all the rest, once, with links and how to stop', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  const [ann] = [await addUser()]
  await succeed(ann.client.put('user', { name: 'Ann <b>' }))
  const asset = await addAsset(admin, { title: 'Cut\r\nBcc: x@example.com' })
  const project = await addProject(admin, { title: 'Film' })
  const mail = openMailbox(world, adminCaller.userId)
  await say(ann.client, `assets/${asset.id}`, { text: 'First <i>' })
  t.strictSame(await mail.after(DELAY_MS - 10 * SECOND_MS), [])
  await say(ann.client, `projects/${project.id}`, { text: 'Second' })
  const [message, ...others] = await mail.after(DELAY_MS + SECOND_MS)
  t.strictSame(others, [])
  t.equal(message!.subject, '2 notifications in Cutroom')
  t.match(message!.text, 'Ann <b> has commented on Cut Bcc: x@example.com\n\nFirst <i>\n\n')
  const [[first], [second]] = await Promise.all([`assets/${asset.id}`, `projects/${project.id}`].map(async (item) =>
    (await succeed(admin.get(`${item}/comments`))).comments))
  t.match(message!.text, `${BASE}/console/assets/${asset.id}?comment=${first.id}\n`)
  t.match(message!.text, `${BASE}/console/projects/${project.id}?comment=${second.id}\n`)
  t.match(message!.text, `${BASE}/console/notifications\n`)
  t.match(message!.html, 'First &#60;i&#62;')
  t.match(message!.html, `href="${BASE}/console/assets/${asset.id}?comment=${first.id}"`)
  t.strictSame(await mail.after(DAY_MS), [], 'once')
  await say(ann.client, `assets/${asset.id}`, { text: 'Third' })
  await succeed(admin.post('notifications/read', { until: 2 ** 30 }))
  t.strictSame(await mail.after(2 * DAY_MS), [], 'what was read goes nowhere')
})

onBothDatabases('Messages about one item, each, are one thread; one about several is in none, and all name the page that stops them', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  const ann = await addUser()
  const [asset, project] = [await addAsset(admin), await addProject(admin)]
  const mail = openMailbox(world, adminCaller.userId)
  let hour = 0
  const threadAfter = async (...paths: string[]) => {
    for (const path of paths) await say(ann.client, path, { text: 'Hello' })
    const [message, ...others] = await mail.after(++hour * HOUR_MS)
    t.strictSame(others, [])
    t.equal(message!.stop, `${BASE}/console/notifications`)
    return message!.thread
  }
  const [ofAsset, ofProject] = [`assets/${asset.id}`, `projects/${project.id}`]
  t.equal(await threadAfter(ofAsset), `asset-${asset.id}`)
  t.equal(await threadAfter(ofAsset, ofAsset), `asset-${asset.id}`)
  t.equal(await threadAfter(ofProject), `project-${project.id}`)
  t.equal(await threadAfter(ofAsset, ofProject), undefined)
  await succeed(ann.client.post(`${ofAsset}/approvals`, { user_ids: [adminCaller.userId] }))
  t.equal((await mail.after())[0]!.thread, `asset-${asset.id}`, 'what is asked, as well')
  const webhook = await addWebhook(admin)
  const service = systemCaller({ id: adminCaller.accountId, name: adminCaller.account })
  await world.app.transact(service, (tx) => disableWebhook(tx, webhook.id))
  t.equal(await threadAfter(), undefined, 'a webhook is no item')
})

onBothDatabases('What a guest says is said by a guest, in the subject and in the text, and no name or title breaks or turns a line', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const ann = await addUser()
  const asset = await addAsset(ann.client, { title: ' \u202etuC\u0085\u2028Bcc:  x ' })
  const path = `assets/${asset.id}/comments`
  const link = await addLink(admin, `assets/${asset.id}`, { comments: true })
  const guest = createGuest(world, link.token)
  const { comment } = await succeed(admin.post(path, { text: 'Mine' }))
  const sayAs = (name: string, body: object) => succeed(guest.post(`shared/${path}`, { name, text: 'Hello', ...body }))
  const mails = [openMailbox(world, adminCaller.userId), openMailbox(world, ann.id)]
  for (const mail of mails) await mail.after(HOUR_MS)
  // One after the other: each run of the job is for all users, and passes over whom another run is writing to.
  const subjects = async (hour: number) => {
    const found: string[][] = []
    for (const mail of mails) found.push((await mail.after(hour * HOUR_MS)).map((message) => message!.subject))
    return found
  }
  await sayAs(ann.email, { reply_to: comment.id })
  t.strictSame(await subjects(2), [[`${ann.email} (guest) has replied on tuC Bcc: x`], [`${ann.email} (guest) has commented on tuC Bcc: x`]])
  await sayAs('Gia', {})
  t.strictSame(await subjects(3), [['Gia (guest) has commented on tuC Bcc: x'], ['Gia (guest) has commented on tuC Bcc: x']])
  await sayAs('Gia', {})
  await sayAs('Jo', { reply_to: comment.id })
  const [both] = await mails[0]!.after(4 * HOUR_MS)
  t.match(both!.text, /^Gia \(guest\) has commented on [^]*^Jo \(guest\) has replied on /m)
  t.match(both!.html, /<p>Gia \(guest\) has commented on [^]*<p>Jo \(guest\) has replied on /)
  await app.transact(adminCaller, (tx) => tx.prisma.asset.update({ where: { id: asset.id }, data: { title: '\u200f \n' } }))
  await sayAs('Gia', {})
  t.strictSame((await subjects(5))[0], ['Gia (guest) has commented on Untitled'])
})

onBothDatabases('After twelve messages within an hour the rest waits until the hour is over, and goes in one', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  const ann = await addUser()
  const { id } = await addAsset(admin)
  const mail = openMailbox(world, adminCaller.userId)
  const start = 3 * MINUTE_MS
  for (let index = 0; index < MOST_AN_HOUR; index++) {
    await say(ann.client, `assets/${id}`, { text: `Comment ${index}` })
    t.equal((await mail.after(start + index * MINUTE_MS)).length, 1)
  }
  await say(ann.client, `assets/${id}`, { text: 'One more' })
  await say(ann.client, `assets/${id}`, { text: 'And one more' })
  t.strictSame(await mail.after(start + HOUR_MS - SECOND_MS), [])
  t.match(await mail.after(start + HOUR_MS), [{ subject: '2 notifications in Cutroom' }])
})

onBothDatabases('After six messages about guests alone the rest waits, but for what a colleague says', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  const ann = await addUser()
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  const guest = createGuest(world, link.token)
  const mail = openMailbox(world, adminCaller.userId)
  const start = 3 * MINUTE_MS
  const sayAsGuest = (text: string) => succeed(guest.post(`shared/assets/${id}/comments`, { name: 'Gia', text }))
  for (let index = 0; index < MOST_OF_GUESTS; index++) {
    await sayAsGuest(`Word ${index}`)
    t.equal((await mail.after(start + index * MINUTE_MS)).length, 1)
  }
  await sayAsGuest('The seventh')
  t.strictSame(await mail.after(start + 10 * MINUTE_MS), [])
  await say(ann.client, `assets/${id}`, { text: 'Mine' })
  t.match(await mail.after(start + 11 * MINUTE_MS), [{ subject: '2 notifications in Cutroom', text: /The seventh[^]*Mine/ }])
  await sayAsGuest('The eighth')
  t.strictSame(await mail.after(start + HOUR_MS - SECOND_MS), [])
  t.match(await mail.after(start + HOUR_MS), [{ subject: /^Gia \(guest\) has commented on / }])
})

onBothDatabases('Who wants no messages gets none, who wants one a day gets it, and a request for approval is in no later one', async (t, world) => {
  const { app, admin, addUser } = world
  const [ann, bob] = [await addUser(), await addUser()]
  const { id } = await addAsset(ann.client)
  const mail = openMailbox(world, ann.id)
  await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [ann.id] }))
  t.equal((await mail.after()).length, 1, 'it does not wait')
  t.strictSame(await mail.after(DAY_MS), [])
  await succeed(ann.client.put('user/notifications', { mail: 'none' }))
  await say(bob.client, `assets/${id}`, { text: 'Hello' })
  t.strictSame(await mail.after(2 * DAY_MS), [])
  await succeed(ann.client.put('user/notifications', { mail: 'daily' }))
  t.equal((await mail.after(2 * DAY_MS)).length, 1)
  await succeed(admin.post(`admin/users/${ann.id}`, { disabled: true }))
  await app.transact(world.adminCaller, async (tx) => {
    await tx.prisma.notification.updateMany({ where: { userId: ann.id }, data: { isSent: false } })
    await tx.prisma.notificationMail.updateMany({ data: { dueAt: tx.time } })
  })
  t.strictSame(await mail.after(4 * DAY_MS), [], 'nor does a disabled user')
})

onBothDatabases('Nothing of what a user does not see any more is in a message, even if it was lost between the writing and the sending', async (t, world) => {
  const { admin, addUser } = world
  const free = await addUser({ access: 'projects' })
  const project = await addProject(admin)
  const { id } = await addItemTo(admin, 'assets', project.id)
  const setMember = async (isMember: boolean) => {
    const path = `projects/${project.id}/members`
    await succeed(isMember ? admin.post(path, { user_id: free.id }) : admin.delete(path, { user_id: free.id }))
  }
  const mail = openMailbox(world, free.id)
  await setMember(true)
  await say(admin, `assets/${id}`, { text: 'Secret', mentions: [free.id] })
  await setMember(false)
  t.strictSame(await mail.after(DAY_MS), [], 'no message')
  await setMember(true)
  await say(admin, `assets/${id}`, { text: 'Seen', mentions: [free.id] })
  const [message] = await mail.after(2 * DAY_MS)
  t.match(message, { subject: '2 notifications in Cutroom' })
  const [waiting] = await mail.waiting()
  t.notMatch(waiting!.body, /Seen|Secret/, 'what waits has no text')
  await setMember(false)
  t.equal(await mail.write(waiting!), null)
})

for (const dialect of dialects) {
  t.test(`Messages are sent by the mail server, again after it has failed, and not at all if nothing is left to say (${dialect})`, async (t) => {
    let failures = 0
    const { received, url } = await startMailServer(t, {
      onRcptTo (_address, _session, done) {
        done(failures++ === 0 ? Object.assign(new Error('try later'), { responseCode: 451 }) : null)
      }
    })
    const { app, admin, adminCaller, addUser } = await createWorld(t, dialect, {
      SMTP_URL: url, PUBLIC_URL: BASE, MAIL_FROM: 'cutroom@example.com', JOBS: 'on', NOTIFICATION_DELAY: '0'
    })
    const { prisma } = app.database.reads
    const ann = await addUser()
    const { id } = await addAsset(admin)
    const again = () => app.transact(adminCaller, async (tx) => {
      await tx.prisma.message.updateMany({ where: { dueAt: { not: null } }, data: { dueAt: tx.time } })
      tx.wake('mail')
    })
    await say(ann.client, `assets/${id}`, { text: 'Hello' })
    await eventually('the first attempt has failed', async () => await prisma.message.count({ where: { failures: 1 } }) === 1)
    await again()
    await eventually('it is sent', async () => received.length === 1)
    t.equal(header(received[0]!, 'references'), `<asset-${id}@example.com>`)
    t.equal(header(received[0]!, 'list-unsubscribe'), `<${BASE}/console/notifications>`)
    t.equal(header(received[0]!, 'subject'), `${ann.email} has commented on ${(await succeed(admin.get(`assets/${id}`))).asset.title}`)

    failures = 0
    await say(ann.client, `assets/${id}`, { text: 'Hello again' })
    await eventually('the next attempt has failed', async () => await prisma.message.count({ where: { failures: 1, dueAt: { not: null } } }) === 1)
    await succeed(admin.post('notifications/read', { until: 2 ** 30 }))
    await again()
    await eventually('it is withdrawn', async () => await prisma.message.count({ where: { status: 'withdrawn' } }) === 1)
    t.equal(received.length, 1)
  })
}
