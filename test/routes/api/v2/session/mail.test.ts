import t from 'tap'
import { createWorld, dialects, onBothDatabases, type World } from '#test/helper/app.js'
import { succeed } from '#test/helper/items.js'
import { header, startMailServer, tokenIn } from '#test/helper/mail.js'
import { eventually } from '#test/helper/receiver.js'
import { createVisitor, PASSWORD } from '#test/helper/visitor.js'
import { createUsers } from '#src/access/users.js'

const ON_ITS_WAY = { ok: 'If this address is known, a message is on its way' }
const PUBLIC = { PUBLIC_URL: 'https://media.example.com/cutroom', MAIL_FROM: 'cutroom@example.com', JOBS: 'on' }
const visitorOf = ({ app }: World) => createVisitor(app, { 'x-requested-with': 'cutroom', origin: 'https://media.example.com' })

const settled = ({ app }: World) => eventually('all messages are settled', async () =>
  await app.database.reads.prisma.passwordRequest.count() === 0 &&
  await app.database.reads.prisma.message.count({ where: { dueAt: { not: null } } }) === 0)

for (const dialect of dialects) {
  t.test(`Invitations, resets and forgotten passwords are sent by mail, and their texts are removed afterwards (${dialect})`, async (t) => {
    const { received, url } = await startMailServer(t)
    const world = await createWorld(t, dialect, { SMTP_URL: url, ...PUBLIC })
    const { app, admin, anonymous, addUser } = world
    const { prisma } = app.database.reads
    t.match(await succeed(anonymous.get('session/methods')), { password: true, mail: true })

    const { user, invitation } = await succeed(admin.post('admin/users', { email: 'Ann@example.com', invite: true }))
    await settled(world)
    t.strictSame(received.map(({ to }) => to), ['Ann@example.com'])
    t.equal(tokenIn(received[0]!), invitation.token)
    t.match(received[0]!.source, 'https://media.example.com/cutroom/console/welcome#')
    t.match(await prisma.message.findMany(), [{ status: 'sent', body: null, error: null }])
    t.equal(header(received[0]!, 'message-id'), `<${(await prisma.message.findFirst())!.id}@example.com>`)

    await t.test('A forgotten password may be asked for three times an hour, with the e-mail in any case', async (t) => {
      const visitor = visitorOf(world)
      for (let count = 0; count < 5; count++) {
        const answer = await visitor.post('session/forgotten', { email: 'ANN@example.com' })
        t.strictSame([answer.status, answer.body], [200, ON_ITS_WAY])
        await settled(world)
      }
      t.equal(received.length, 4, 'invitations are not counted')
      for (const message of received.slice(1, -1)) {
        t.equal((await visitorOf(world).post('session/password', { token: tokenIn(message), password: PASSWORD })).status, 400)
      }
      const answer = await visitor.post('session/password', { token: tokenIn(received[3]!), password: PASSWORD })
      t.equal(answer.status, 200)
      t.equal((await visitor.get('user')).body.user.id, user.id)
    })

    await t.test('Nobody learns whether an e-mail is known', async (t) => {
      const disabled = await addUser()
      await createUsers(app).disable(disabled.email)
      const before = received.length
      for (const email of ['nobody@example.com', disabled.email, 'no address', '', 'x'.repeat(100_000)]) {
        t.strictSame((await visitorOf(world).post('session/forgotten', { email })).body, ON_ITS_WAY)
      }
      await settled(world)
      t.equal(received.length, before)
      t.equal(await prisma.token.count({ where: { userId: disabled.id } }), 0)
      t.equal((await anonymous.post('session/forgotten', { email: 'x' })).status, 401, 'only a page of the service may ask')
      t.strictSame((await visitorOf(world).post('session/forgotten', {})).body, { error: 'Missing parameter email' })
    })

    await t.test('The commands of the operator send messages, too', async (t) => {
      const before = received.length
      const users = createUsers({ ...app, url: 'http://x', mailBase: 'https://media.example.com/cutroom' })
      await users.invite({ email: 'ben@example.com', admin: false })
      await users.resetPassword('ben@example.com')
      await settled(world)
      t.strictSame(received.slice(before).map((each) => [each.to, header(each, 'subject')]).sort(), [
        ['ben@example.com', 'You are invited to Cutroom'], ['ben@example.com', 'Your password for Cutroom']
      ])
      const { id } = await prisma.user.findFirstOrThrow({ where: { email: 'ben@example.com' } })
      await succeed(admin.post(`admin/users/${id}/password_resets`))
      await settled(world)
      t.equal(received.length, before + 3)
    })
  })

  t.test(`A failing mail server delays nobody: after a 4xx a message is retried, after a 5xx given up (${dialect})`, async (t) => {
    let isBad = true
    const { received, url } = await startMailServer(t, {
      onRcptTo ({ address }, _session, done) {
        if (address.startsWith('gone')) return done(Object.assign(new Error('no such user'), { responseCode: 550 }))
        done(isBad ? Object.assign(new Error('try later'), { responseCode: 451 }) : null)
      }
    })
    const world = await createWorld(t, dialect, { SMTP_URL: url, ...PUBLIC })
    const { app, admin, anonymous } = world
    const { prisma } = app.database.reads
    const invite = async (email: string) => succeed(admin.post('admin/users', { email, invite: true }))
    const [ann] = await Promise.all([invite('ann@example.com'), invite('gone@example.com')])
    await eventually('both attempts have failed', async () => await prisma.message.count({ where: { error: { not: null } } }) === 2)
    t.match(await prisma.message.findMany({ orderBy: { recipient: 'asc' } }), [
      { status: 'waiting', failures: 1, error: 'EENVELOPE 451 after RCPT TO' },
      { status: 'given_up', body: null, error: 'EENVELOPE 550 after RCPT TO' }
    ])
    const { text } = await anonymous.get('/metrics')
    t.match(text, /^cutroom_mail_attempts_total\{outcome="retried"\} 1$/m)
    t.match(text, /^cutroom_mail_attempts_total\{outcome="given_up"\} 1$/m)
    t.match(text, /^cutroom_mail_messages 1$/m)

    await t.test('A message whose link has ended is not sent any more', async (t) => {
      isBad = false
      const { invitation } = await succeed(admin.post(`admin/users/${ann.user.id}/invitations`))
      await settled(world)
      t.strictSame(received.map(tokenIn), [invitation.token])
      t.strictSame((await prisma.message.findMany({ where: { recipient: 'ann@example.com' }, orderBy: { id: 'asc' } }))
        .map(({ status, body }) => [status, body]), [['given_up', null], ['sent', null]])
    })
  })
}

onBothDatabases('Without MAIL_FROM a request for a forgotten password is answered with 404', async (t, world) => {
  const { status, body } = await createVisitor(world.app).post('session/forgotten', { email: 'x' })
  t.strictSame([status, body], [404, { error: 'not found' }])
}, { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://media.example.com' })
