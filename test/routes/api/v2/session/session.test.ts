import { createUsers } from '#src/access/users.js'
import { saveKeyUsage } from '#src/access/usage.js'
import { createClient, onBothDatabases, onOneDatabase } from '#test/helper/app.js'
import { MILLISECONDS, succeed } from '#test/helper/items.js'
import { createVisitor, OWN_PAGE, PASSWORD, setCookies } from '#test/helper/visitor.js'

const NEVER_TOLD = [401, ''] as const

onBothDatabases('People sign in by e-mail and password, and a cookie holds their session', async (t, world) => {
  const { app, admin, adminCaller: { email, account, userId }, addUser, addStranger } = world
  t.strictSame(await succeed(admin.put('user/password', { password: PASSWORD })), { ok: 'Password changed' })
  const visitor = createVisitor(app)

  await t.test('The cookie is HttpOnly and SameSite=Strict, and its session lasts 12 hours', async (t) => {
    const answer = await visitor.signIn('ADMIN@example.com')
    t.equal(answer.status, 200)
    t.match(answer.body, { user: { id: userId, email, admin: true, account }, expires_at: MILLISECONDS })
    t.match(setCookies(answer), [/^cutroom_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/])
    const hours = (Date.parse(answer.body.expires_at) - Date.now()) / 3_600_000
    t.ok(hours > 11.9 && hours <= 12)
    const { user, api_key: key, session } = await succeed(visitor.get('user'))
    t.equal(user.id, userId)
    t.equal(key, null)
    t.strictSame(Object.keys(session), ['id', 'created_at', 'last_used_at', 'expires_at', 'user_agent'])
    t.equal((await succeed(admin.get('user'))).session, null)
    t.equal((await visitor.get('admin/users')).status, 200)
    t.equal((await visitor.post('assets', { title: 'By a session' })).status, 200)
  })

  await t.test('The cookie counts only with X-Requested-With, and only from the origin of the service', async (t) => {
    const [[name, value]] = [...visitor.cookies] as [[string, string]]
    const cookie = `${name}=${value}`
    const anonymous = createClient(app, null)
    const status = async (headers: Record<string, string>) => (await anonymous.get('user', headers)).status
    t.equal(await status({ cookie }), 401)
    t.equal(await status({ cookie, 'x-requested-with': 'XMLHttpRequest' }), 401)
    t.equal(await status({ cookie, ...OWN_PAGE }), 200)
    t.equal(await status({ cookie, ...OWN_PAGE, host: 'cutroom.test', origin: 'http://cutroom.test' }), 200)
    for (const origin of ['null', '', 'https://cutroom.test', 'http://cutroom.test.evil.example', 'http://evil.example']) {
      t.equal(await status({ cookie, ...OWN_PAGE, host: 'cutroom.test', origin }), 401, origin)
    }
    t.equal(await status({ cookie, ...OWN_PAGE, 'x-api-key': 'wrong' }), 401, 'a key takes precedence')
    t.equal(await status({ cookie: `${cookie}x`, ...OWN_PAGE }), 401)
    const elsewhere = { ...OWN_PAGE, host: 'cutroom.test', origin: 'http://evil.example' }
    for (const headers of [elsewhere, { 'x-requested-with': '' }]) {
      for (const [path, body] of [['session', { email, password: PASSWORD }], ['session/password', { token: 'x', password: PASSWORD }]]) {
        const { status, text } = await anonymous.send('POST', path as string, body, headers)
        t.strictSame([status, text], NEVER_TOLD)
      }
    }
  })

  await t.test('A wrong password and an unknown, disabled or passwordless user get the same 401', async (t) => {
    const colleague = await addUser()
    const disabled = await addUser()
    await succeed(disabled.client.put('user/password', { password: PASSWORD }))
    await createUsers(app).disable(disabled.email)
    const tries: Array<[string, string]> = [[email, `${PASSWORD}x`], ['nobody@example.com', PASSWORD], ['nobody', ''],
      [colleague.email, PASSWORD], [disabled.email, PASSWORD], [email, 'x'.repeat(1_000_000)], [email, '\0']]
    for (const [who, password] of tries) {
      const answer = await createVisitor(app).signIn(who, password)
      t.strictSame([answer.status, answer.text], NEVER_TOLD, who)
      t.strictSame(setCookies(answer), [])
    }
  })

  await t.test('An error never shows a password', async (t) => {
    const post = async (body: object) => (await visitor.post('session', body)).body
    t.strictSame(await post({ email, password: 5 }), { error: 'Invalid parameter \'password\' value "…": Must be a String' })
    t.strictSame(await post({ email }), { error: 'Missing parameter password' })
    t.strictSame(await post({ email, password: PASSWORD, kept: true }), { error: "Unknown parameter 'kept'" })
    for (const password of ['nine char', 'x'.repeat(1001), '🙂'.repeat(9)]) {
      t.strictSame((await admin.put('user/password', { password })).body, {
        error: 'Invalid parameter \'password\' value "…": Must be a String of 10 to 1000 characters'
      })
    }
  })

  await t.test('Users list and end their own sessions, and no others', async (t) => {
    const other = createVisitor(app)
    await other.signIn(email, PASSWORD, { keep: true })
    const { sessions } = await succeed(visitor.get('user/sessions'))
    t.strictSame(sessions.map(({ current }: any) => current), [true, false])
    t.strictSame(Object.keys(sessions[0]), ['id', 'created_at', 'last_used_at', 'expires_at', 'user_agent', 'current'])
    const stranger = await addStranger()
    for (const { client } of [stranger, await addUser()]) {
      t.strictSame((await succeed(client.get('user/sessions'))).sessions, [])
      const { status, body } = await client.delete(`user/sessions/${sessions[0].id}`)
      t.strictSame([status, body], [404, { error: 'Session not found' }])
    }
    for (const id of ['0', 'x', '99999999999']) t.equal((await admin.delete(`user/sessions/${id}`)).status, 404)
    t.strictSame(await succeed(visitor.delete(`user/sessions/${sessions[1].id}`)), { ok: 'Session ended' })
    t.equal((await other.get('user')).status, 401)
    t.equal((await admin.delete('session')).status, 404)
    const out = await visitor.delete('session')
    t.strictSame(out.body, { ok: 'Signed out' })
    t.match(setCookies(out), [/^cutroom_session=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; /])
    t.equal((await visitor.get('user')).status, 401)
    await visitor.signIn(email)
    t.strictSame(await succeed(visitor.delete('user/sessions')), { ok: 'Signed out everywhere' })
    t.equal((await visitor.get('user')).status, 401)
    t.equal((await admin.get('user')).status, 200, 'keys stay')
  })

  await t.test('A new password ends all sessions but the one that set it', async (t) => {
    const [first, second] = [createVisitor(app), createVisitor(app)]
    await first.signIn(email)
    await second.signIn(email)
    const password = 'three loud mountain birds'
    t.strictSame((await first.put('user/password', { password })).body, { error: 'Missing parameter current_password' })
    t.strictSame((await first.put('user/password', { password, current_password: 'wrong' })).body, {
      error: 'Invalid parameter \'current_password\' value "…": Must be the current password'
    })
    t.equal((await second.get('user')).status, 200)
    t.strictSame(
      await succeed(first.put('user/password', { password, current_password: PASSWORD })), { ok: 'Password changed' }
    )
    t.equal((await second.get('user')).status, 401)
    t.equal((await first.get('user')).status, 200)
    t.equal((await second.signIn(email)).status, 401)
    t.equal((await second.signIn(email, password)).status, 200)
    const edits = await app.database.reads.prisma.historyEntry.findMany({ where: { event: 'USER_EDITED' } })
    t.match(edits.at(-1), { targets: JSON.stringify({ user_id: userId, change: 'password' }), userId })
  })

  await t.test('Disabling a user ends the sessions of the user for good', async (t) => {
    const { client, email, id } = await addUser()
    await succeed(client.put('user/password', { password: PASSWORD }))
    const visitor = createVisitor(app)
    await visitor.signIn(email)
    await succeed(admin.post(`admin/users/${id}`, { disabled: true }))
    t.equal((await visitor.get('user')).status, 401)
    await succeed(admin.post(`admin/users/${id}`, { disabled: false }))
    t.equal((await visitor.get('user')).status, 401)
  })

  await t.test('Nothing that is stored can open a session', async (t) => {
    await visitor.signIn(email, 'three loud mountain birds')
    const { prisma } = app.database.reads
    const [token] = visitor.cookies.values()
    const stored = JSON.stringify([await prisma.session.findMany(), await prisma.password.findMany(),
      await prisma.historyEntry.findMany(), await prisma.idempotencyKey.findMany(),
      await prisma.signInFailure.findMany()])
    t.notMatch(stored, token!)
    t.notMatch(stored, /mountain|river/)
    t.match((await prisma.password.findMany())[0]!.hash, /^\$scrypt\$/)
  })
})

onBothDatabases('A kept session ends 30 days after its last use, and at the latest 90 days after it began', async (t, world) => {
  const { app, admin, adminCaller: { email } } = world
  await succeed(admin.put('user/password', { password: PASSWORD }))
  const days = (time: string) => (Date.parse(time) - Date.now()) / 86_400_000
  const visitor = createVisitor(app)
  const answer = await visitor.signIn(email, PASSWORD, { keep: true })
  t.match(setCookies(answer), [/; Max-Age=7776000; /])
  t.ok(Math.abs(days(answer.body.expires_at) - 30) < 0.01)

  const moved = (data: object) => app.transact(world.adminCaller, (tx) => tx.prisma.session.updateMany({ data }))
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await moved({ createdAt: ago(80), lastUsedAt: ago(1) })
  app.sessionCache.forget()
  await succeed(visitor.get('user'))
  await saveKeyUsage(app)
  const { session } = await succeed(visitor.get('user'))
  t.ok(Math.abs(days(session.expires_at) - 10) < 0.01, '90 days after it began')
  t.ok(Date.now() - Date.parse(session.last_used_at) < 60_000)
  t.match((await succeed(admin.get('admin/users'))).users[0].last_used_at, MILLISECONDS)

  await moved({ expiresAt: ago(0) })
  app.sessionCache.forget()
  t.equal((await visitor.get('user')).status, 401)
  t.strictSame((await succeed(admin.get('user/sessions'))).sessions, [])
})

onOneDatabase('If PUBLIC_URL is https with a path, the cookie is Secure and limited to the path', async (t, { app, admin, adminCaller: { email } }) => {
  await succeed(admin.put('user/password', { password: PASSWORD }))
  const visitor = createVisitor(app, { ...OWN_PAGE, origin: 'https://media.example.com' })
  const answer = await visitor.signIn(email)
  t.match(setCookies(answer), [/; Path=\/cutroom; HttpOnly; Secure; SameSite=Strict$/])
  t.equal((await visitor.get('user')).status, 200)
  t.equal((await visitor.get('user', { origin: 'http://media.example.com' })).status, 401)
}, { PUBLIC_URL: 'https://media.example.com/cutroom/' })

onOneDatabase('With PASSWORDS=off, sign-ins by password are answered with 404', async (t, { app, admin, anonymous, adminCaller: { email } }) => {
  t.strictSame(await succeed(anonymous.get('session/methods')), { password: false, mail: false, oidc: null })
  await succeed(admin.put('user/password', { password: PASSWORD }))
  const visitor = createVisitor(app)
  for (const answer of [await visitor.signIn(email), await visitor.post('session/password', { token: 'x', password: PASSWORD })]) {
    t.strictSame([answer.status, answer.body], [404, { error: 'not found' }])
  }
}, { PASSWORDS: 'off' })

onOneDatabase('With PASSWORDS=off nobody is invited, no reset is made, and a password is no way to come in', async (t, { app, admin, adminCaller: { email, userId } }) => {
  await succeed(admin.put('user/password', { password: PASSWORD }))
  const { user, ...rest } = await succeed(admin.post('admin/users', { email: 'ann@example.com', key: false }))
  t.strictSame(rest, {}, 'neither a key nor a link')
  const { prisma } = app.database.reads
  t.equal(await prisma.apiKey.count({ where: { userId: user.id } }), 0)
  t.ok((await succeed(admin.post('admin/users', { email: 'ben@example.com', key: true }))).api_key.key)
  for (const answer of [
    await admin.post('admin/users', { email: 'cat@example.com', invite: true }),
    await admin.post(`admin/users/${user.id}/invitations`),
    await admin.post(`admin/users/${user.id}/password_resets`)
  ]) t.strictSame([answer.status, answer.body], [404, { error: 'not found' }])
  t.equal(await prisma.user.count({ where: { email: 'cat@example.com' } }), 0)
  t.equal(await prisma.token.count(), 0)

  const [key] = (await succeed(admin.get('user/api_keys'))).api_keys
  const last = await admin.delete(`user/api_keys/${key.id}`)
  t.equal(last.status, 200)
  t.match(last.body, { error: String })
  t.match((await admin.post(`admin/users/${userId}`, { disabled: true })).body, { error: String })
  await succeed(admin.get('user'))
  const users = createUsers({ database: app.database, transact: app.transact, ways: { passwords: false } })
  await t.rejects(users.invite({ email: 'dan@example.com', admin: false }), { message: /PASSWORDS is off/ })
  await t.rejects(users.resetPassword(email), { message: /PASSWORDS is off/ })
}, { PASSWORDS: 'off' })
