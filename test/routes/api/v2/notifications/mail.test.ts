import t from 'tap'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/basics/units.js'
import { tellers } from '#src/consumers.js'
import { reasonKinds } from '#src/core/events/kinds.js'
import { createMessageWriter } from '#src/notifications/mail/message.js'
import { NOTIFICATIONS_MESSAGE, writeNotificationMails } from '#src/notifications/mail/job.js'
import { MOST_AN_HOUR, sendingTime } from '#src/notifications/mail/when.js'
import { createWorld, dialects, inOneApp, type Client, type World } from '#test/helper/app.js'
import { addAsset, addItemTo, addProject, succeed } from '#test/helper/items.js'
import { header, startMailServer } from '#test/helper/mail.js'
import { eventually } from '#test/helper/receiver.js'

const onBothDatabases = inOneApp()
const BASE = 'https://media.example.com/cutroom'
const DELAY_MS = 2 * MINUTE_MS

const say = async (client: Client, path: string, body: object) =>
  (await succeed(client.post(`${path}/comments`, body))).comment

/** Runs the job as if it were so much later, and returns the messages of a user since the last run. */
function mailbox ({ app }: World, userId: number) {
  const seen = new Set<string>()
  const write = createMessageWriter({ database: app.database, tellers, mailing: BASE })
  const begin = Date.now()
  return {
    async after (ms: number) {
      const job = writeNotificationMails({
        database: app.database.background,
        transact: app.transactInBackground,
        delayMs: DELAY_MS,
        clock: () => begin + ms
      })
      await job(new AbortController().signal, () => {})
      const rows = await app.database.reads.prisma.message.findMany({
        where: { userId, kind: NOTIFICATIONS_MESSAGE }, orderBy: { id: 'asc' }
      })
      const fresh = rows.filter(({ id }) => !seen.has(id))
      for (const { id } of fresh) seen.add(id)
      return Promise.all(fresh.map(async ({ accountId, body }) =>
        write({ account_id: accountId, user_id: userId, body: body! })))
    }
  }
}

t.test('One domain has the sentence for each reason', async (t) => {
  t.strictSame(tellers.flatMap(({ sentences }) => Object.keys(sentences)).sort(), [...reasonKinds].sort())
})

t.test('Messages are due after the delay, twelve an hour, or daily at 07:00 UTC', async (t) => {
  const at = (time: string) => Date.parse(`2026-11-27T${time}Z`)
  const due = (preference: 'each' | 'daily' | 'none', since: number, sent: number[] = []) => {
    const time = sendingTime(preference, { since, delayMs: DELAY_MS, sent })
    return time === null ? null : new Date(time).toISOString()
  }
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
})

onBothDatabases('What has been unread for the delay goes in one message with all the rest, once, with links and how to stop', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  const [ann] = [await addUser()]
  await succeed(ann.client.put('user', { name: 'Ann <b>' }))
  const asset = await addAsset(admin, { title: 'Cut\r\nBcc: x@example.com' })
  const project = await addProject(admin, { title: 'Film' })
  const mail = mailbox(world, adminCaller.userId)
  await say(ann.client, `assets/${asset.id}`, { text: 'First <i>' })
  t.strictSame(await mail.after(DELAY_MS - 10 * SECOND_MS), [])
  await say(ann.client, `projects/${project.id}`, { text: 'Second' })
  const [message, ...others] = await mail.after(DELAY_MS + SECOND_MS)
  t.strictSame(others, [])
  t.equal(message!.subject, '2 notifications in Cutroom')
  t.match(message!.text, 'Ann <b> has commented on Cut Bcc: x@example.com\n\nFirst <i>\n\n')
  t.match(message!.text, `${BASE}/console/assets/${asset.id}\n`)
  t.match(message!.text, `${BASE}/console/projects/${project.id}\n`)
  t.match(message!.text, `${BASE}/console/notifications\n`)
  t.match(message!.html, 'First &#60;i&#62;')
  t.match(message!.html, `href="${BASE}/console/assets/${asset.id}"`)
  t.strictSame(await mail.after(DAY_MS), [], 'once')
  await say(ann.client, `assets/${asset.id}`, { text: 'Third' })
  await succeed(admin.post('notifications/read', { until: 2 ** 30 }))
  t.strictSame(await mail.after(2 * DAY_MS), [], 'what was read goes nowhere')
})

onBothDatabases('After twelve messages within an hour the rest waits until the hour is over, and goes in one', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  const ann = await addUser()
  const { id } = await addAsset(admin)
  const mail = mailbox(world, adminCaller.userId)
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

onBothDatabases('Who wants no messages gets none, who wants one a day gets it, and approvals have messages of their own', async (t, world) => {
  const { app, admin, addUser } = world
  const [ann, bob] = [await addUser(), await addUser()]
  const { id } = await addAsset(ann.client)
  const mail = mailbox(world, ann.id)
  await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [ann.id] }))
  t.strictSame(await mail.after(DAY_MS), [], 'the request for approval is in no later message')
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
  const { app, admin, addUser } = world
  const free = await addUser({ access: 'projects' })
  const project = await addProject(admin)
  const { id } = await addItemTo(admin, 'assets', project.id)
  const setMember = async (isMember: boolean) => {
    const path = `projects/${project.id}/members`
    await succeed(isMember ? admin.post(path, { user_id: free.id }) : admin.delete(path, { user_id: free.id }))
  }
  const mail = mailbox(world, free.id)
  await setMember(true)
  await say(admin, `assets/${id}`, { text: 'Secret', mentions: [free.id] })
  await setMember(false)
  t.strictSame(await mail.after(DAY_MS), [], 'no message')
  await setMember(true)
  await say(admin, `assets/${id}`, { text: 'Seen', mentions: [free.id] })
  const write = createMessageWriter({ database: app.database, tellers, mailing: BASE })
  const [message] = await mail.after(2 * DAY_MS)
  t.match(message, { subject: '2 notifications in Cutroom' })
  const { accountId, body } = (await app.database.reads.prisma.message.findFirst({ where: { userId: free.id } }))!
  t.notMatch(body, /Seen|Secret/, 'what waits has no text')
  await setMember(false)
  t.equal(await write({ account_id: accountId, user_id: free.id, body: body! }), null)
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
