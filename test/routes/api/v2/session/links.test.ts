import { createUsers } from '#src/access/users.js'
import { createClient, onBothDatabases } from '#test/helper/app.js'
import { succeed } from '#test/helper/items.js'
import { openTwice } from '#test/helper/processes.js'
import { createVisitor, PASSWORD } from '#test/helper/visitor.js'

const INVALID = { error: 'Invalid token' }
const TOKEN = /^[\w-]{43}$/

onBothDatabases('Administrators invite people, who set a password by a link and are then signed in', async (t, world) => {
  const { app, admin, adminCaller, addUser, addStranger } = world
  const { prisma } = app.database.reads
  const use = (token: string, password = PASSWORD) => createVisitor(app).post('session/password', { token, password })
  const changesOf = async (id: number) => (await prisma.historyEntry.findMany({
    where: { event: 'USER_EDITED', targets: { contains: `"user_id":${id},` } }, orderBy: { id: 'asc' }
  })).map(({ targets }) => JSON.parse(targets).change)

  const made = await succeed(admin.post('admin/users', { email: 'Ann@example.com', invite: true }))
  const { user, invitation } = made

  await t.test('The link leads to the console, has the token in its fragment, and is valid for 14 days', async (t) => {
    t.strictSame(Object.keys(made), ['user', 'invitation'])
    t.match(invitation, { token: TOKEN })
    t.match(invitation.url, /^http:\/\/[^/]+\/console\/welcome#/)
    t.ok(invitation.url.endsWith(`/console/welcome#${invitation.token}`))
    t.ok(Math.abs(Date.parse(invitation.expires_at) - Date.now() - 14 * 86_400_000) < 60_000)
    t.equal(await prisma.apiKey.count({ where: { userId: user.id } }), 0)
    t.strictSame(await succeed(admin.get(`tokens/confirmation_token?token=${invitation.token}`)), { email: 'Ann@example.com' })
  })

  await t.test('A new link replaces the earlier ones of its kind, and a new password ends all links', async (t) => {
    const first = (await succeed(admin.post(`admin/users/${user.id}/invitations`))).invitation
    const reset = (await succeed(admin.post(`admin/users/${user.id}/password_resets`))).password_reset
    const second = (await succeed(admin.post(`admin/users/${user.id}/invitations`))).invitation
    for (const { token } of [invitation, first]) t.strictSame((await use(token)).body, INVALID)
    t.match((await use(second.token, 'short')).body.error, /Must be a String of 10 to 1000 characters$/)
    const visitor = createVisitor(app)
    const answer = await visitor.post('session/password', { token: second.token, password: PASSWORD })
    t.match(answer.body, { user: { id: user.id, email: 'Ann@example.com', admin: false } })
    t.equal((await visitor.get('user')).status, 200)
    t.strictSame((await use(second.token)).body, INVALID, 'once')
    t.strictSame((await use(reset.token)).body, INVALID, 'a password ends the other kind as well')
    t.equal((await createVisitor(app).signIn('ann@example.com')).status, 200)
    t.strictSame(await changesOf(user.id), ['invitation', 'invitation', 'reset', 'invitation', 'password'])
  })

  await t.test('A reset ends all sessions, and an expired link is refused as expired', async (t) => {
    const visitor = createVisitor(app)
    await visitor.signIn('ann@example.com')
    const { password_reset: reset } = await succeed(admin.post(`admin/users/${user.id}/password_resets`))
    t.ok(Math.abs(Date.parse(reset.expires_at) - Date.now() - 3_600_000) < 60_000)
    t.equal((await use(reset.token, 'three loud mountain birds')).status, 200)
    t.equal((await visitor.get('user')).status, 401)
    for (const [path, name, text] of [
      ['invitations', 'invitation', 'Invitation expired'], ['password_resets', 'password_reset', 'Expired token']
    ] as const) {
      const { token } = (await succeed(admin.post(`admin/users/${user.id}/${path}`)))[name]
      await app.transact(adminCaller, (tx) => tx.prisma.token.updateMany({ data: { expiresAt: new Date() } }))
      const { status, body } = await use(token)
      t.strictSame([status, body], [400, { error: text }])
    }
  })

  await t.test('A link that is used several times at once, through two processes, works once', async (t) => {
    const { apps } = await openTwice(t, world)
    const { token } = (await succeed(admin.post(`admin/users/${user.id}/invitations`))).invitation
    const answers = await Promise.all([0, 1, 0, 1].map((index) =>
      createVisitor(apps[index]!).post('session/password', { token, password: PASSWORD })))
    t.strictSame(answers.map(({ status }) => status).sort(), [200, 400, 400, 400])
  })

  await t.test('Disabling a user ends the links of the user, and a disabled user gets no link', async (t) => {
    const ben = await succeed(admin.post('admin/users', { email: 'ben@example.com', invite: true }))
    await succeed(admin.post(`admin/users/${ben.user.id}`, { disabled: true }))
    t.strictSame((await use(ben.invitation.token)).body, INVALID)
    const refused = await admin.post(`admin/users/${ben.user.id}/invitations`)
    t.strictSame([refused.status, refused.body], [200, { error: 'User is disabled' }])
    await succeed(admin.post(`admin/users/${ben.user.id}`, { disabled: false }))
    t.strictSame((await use(ben.invitation.token)).body, INVALID)
  })

  await t.test('An answer that is replayed by its Idempotency-Key is without the link, whose token is stored nowhere', async (t) => {
    for (const [path, body, name] of [
      ['admin/users', { email: 'cleo@example.com', invite: true }, 'invitation'],
      [`admin/users/${user.id}/invitations`, undefined, 'invitation'],
      [`admin/users/${user.id}/password_resets`, undefined, 'password_reset']
    ] as const) {
      const ask = () => admin.send('POST', path, body, { 'idempotency-key': 'the-same' })
      const { token } = (await succeed(ask()))[name]
      const again = await ask()
      t.equal(again.headers['idempotency-replayed'], 'true')
      t.strictSame(Object.keys(again.body[name]), ['expires_at'])
      const stored = [await prisma.idempotencyKey.findMany(), await prisma.token.findMany(),
        await prisma.historyEntry.findMany()]
      t.notMatch(JSON.stringify(stored), token)
    }
  })

  await t.test('Only administrators make links, and only in their account', async (t) => {
    const colleague = await addUser()
    const stranger = await addStranger()
    for (const path of ['invitations', 'password_resets']) {
      t.equal((await colleague.client.post(`admin/users/${user.id}/${path}`)).status, 401)
      t.equal((await createClient(app, null).post(`admin/users/${user.id}/${path}`)).status, 401)
      for (const [client, id] of [[stranger.client, user.id], [admin, stranger.id], [admin, 'x']] as const) {
        const { status, body } = await client.post(`admin/users/${id}/${path}`)
        t.strictSame([status, body], [404, { error: `Couldn't find User with 'id'=${id}` }])
      }
    }
  })

  await t.test('The commands of the operator make links, too', async (t) => {
    const users = createUsers({ database: app.database, transact: app.transact, url: 'https://cutroom.example.com' })
    const dana = await users.invite({ email: 'dana@example.com', admin: false })
    t.match(dana.invitation, { url: `https://cutroom.example.com/console/welcome#${dana.invitation.token}` })
    t.equal((await use(dana.invitation.token)).status, 200)
    const { password_reset: reset } = await users.resetPassword('dana@example.com')
    t.equal((await use(reset.token)).status, 200)
    await t.rejects(users.invite({ email: 'DANA@example.com', admin: false }), { message: 'There is a user DANA@example.com already' })
    await users.disable('dana@example.com')
    await t.rejects(users.resetPassword('dana@example.com'), { message: /^dana@example\.com is disabled/ })
  })
})
