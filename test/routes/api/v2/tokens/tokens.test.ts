import { createUsers } from '#src/access/users.js'
import { onBothDatabases } from '#test/helper/app.js'

const kinds = {
  reset_password: { path: 'tokens/reset_password_token', lifetimeMs: 60 * 60 * 1000, expired: 'Expired token' },
  confirmation: {
    path: 'tokens/confirmation_token',
    lifetimeMs: 14 * 24 * 60 * 60 * 1000,
    expired: 'Invitation expired'
  }
} as const

onBothDatabases('Tokens are looked up as the contract says', async (t, { app, admin, adminCaller, anonymous, addUser, addStranger }) => {
  const users = createUsers(app)
  const user = await addUser()

  for (const kind of ['reset_password', 'confirmation'] as const) {
    const { path, lifetimeMs, expired } = kinds[kind]
    const find = (token: string, client = admin) => client.get(`${path}?token=${encodeURIComponent(token)}`)

    await t.test(`${kind}: a token leads to the e-mail of its user, however often it is looked up`, async (t) => {
      const before = Date.now()
      const { token, expires_at: expiresAt } = await users.issueToken({ kind, email: user.email })
      for (let count = 0; count < 3; count++) {
        const { status, body } = await find(token)
        t.strictSame([status, body], [200, { email: user.email }])
      }
      t.strictSame((await find(token, user.client)).body, { email: user.email }, 'default users may ask too')
      const lifetime = Date.parse(expiresAt) - before
      t.ok(lifetime >= lifetimeMs && lifetime < lifetimeMs + 60_000, 'it is valid as long as promised')
    })

    await t.test(`${kind}: a token expires`, async (t) => {
      const { token } = await users.issueToken({ kind, email: user.email, expiresIn: 100 })
      t.equal((await find(token)).status, 200)
      await app.transact(
        adminCaller,
        (tx) => tx.prisma.token.updateMany({ where: { kind }, data: { expiresAt: new Date(Date.now() - 1) } })
      )
      const { status, body } = await find(token)
      t.strictSame([status, body], [400, { error: expired }])
    })

    await t.test(`${kind}: any other text is an invalid token`, async (t) => {
      const { token } = await users.issueToken({ kind, email: user.email })
      const other =
        (await users.issueToken({
          kind: kind === 'confirmation' ? 'reset_password' : 'confirmation',
          email: user.email
        })).token
      for (
        const sent of ['', 'x', `${token}x`, token.slice(0, -1), token.toUpperCase(), ` ${token}`, other, 'é🎬',
          'x'.repeat(10_000), "' OR 1=1 --"]
      ) {
        const { status, body } = await find(sent)
        t.strictSame([status, body], [400, { error: 'Invalid token' }])
      }
      t.strictSame(
        (await admin.get(`${path}?token=%zz%E0%A4`)).body,
        { error: 'Invalid token' },
        'broken percent-encoding'
      )
      t.strictSame(
        (await admin.get(`${path}?token`)).body,
        { error: 'Invalid token' },
        'a parameter without a value counts as sent'
      )
    })

    await t.test(`${kind}: a token of another account is invalid`, async (t) => {
      const stranger = await addStranger()
      const { token } = await users.issueToken({ kind, email: stranger.email })
      t.strictSame((await find(token, stranger.client)).body, { email: stranger.email })
      const { status, body } = await find(token)
      t.strictSame([status, body], [400, { error: 'Invalid token' }])
    })

    await t.test(`${kind}: the parameter is required once, as a string without NUL`, async (t) => {
      for (const [query, text] of [
        ['', 'Missing parameter token'],
        ['?Token=x', 'Missing parameter token'],
        ['?token=a&token=b', 'Invalid parameter \'token\' value ["a", "b"]: Must be a String'],
        ['?token=a%00b', 'Invalid parameter \'token\' value "a\\u0000b": Must be a String']
      ]) {
        const { status, body } = await admin.get(`${path}${query}`)
        t.strictSame([status, body], [422, { error: text }])
      }
    })

    await t.test(`${kind}: a request without a key is answered with 401`, async (t) => {
      const { token } = await users.issueToken({ kind, email: user.email })
      const { status, text } = await find(token, anonymous)
      t.strictSame([status, text], [401, ''])
    })
  }
})
