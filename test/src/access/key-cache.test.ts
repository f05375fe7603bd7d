import { createKeyCache } from '#src/access/key-cache.js'
import { createUsers } from '#src/access/users.js'
import { inAppOfProcess } from '../../helper/app.js'

const onBothDatabases = inAppOfProcess()

onBothDatabases('A key cache finds the user of a key', async (t, { app, adminCaller, addUser }) => {
  const users = createUsers(app)
  let now = Date.now()
  const open = () => createKeyCache({ database: app.database, clock: () => now, now: () => now })
  const { email } = adminCaller

  await t.test('A valid key has its user and account, and any other key has none', async (t) => {
    const keyCache = open()
    const { api_key: key } = await users.addKey({ email })
    t.strictSame(await keyCache.identify(key), adminCaller)
    for (const other of ['', 'x', `${key} `, key.toUpperCase(), '\0', 'é']) {
      t.equal(await keyCache.identify(other), null)
    }
  })

  await t.test('A key that another process revokes stops working within 5 seconds', async (t) => {
    const keyCache = open()
    const key = await users.addKey({ email })
    t.ok(await keyCache.identify(key.api_key))
    await users.revokeKey(key.id)
    now += 5000
    t.equal(await keyCache.identify(key.api_key), null)
  })

  await t.test('A revoked key stops working in time, even if the clock is set back or forward', async (t) => {
    for (const jumpMs of [-3_600_000, 86_400_000]) {
      let time = Date.now()
      let passedMs = 0
      const keyCache = createKeyCache({ database: app.database, clock: () => time, now: () => passedMs })
      const key = await users.addKey({ email })
      t.ok(await keyCache.identify(key.api_key))
      time += jumpMs
      t.ok(await keyCache.identify(key.api_key), 'it is accepted until then')
      await users.revokeKey(key.id)
      passedMs += 5000
      t.equal(await keyCache.identify(key.api_key), null)
    }
  })

  await t.test('A revoked key stops working in time, however often it is used', async (t) => {
    const keyCache = open()
    const key = await users.addKey({ email })
    t.ok(await keyCache.identify(key.api_key))
    await users.revokeKey(key.id)
    for (let passedMs = 0; passedMs < 5000; passedMs += 100) {
      await keyCache.identify(key.api_key)
      now += 100
    }
    t.equal(await keyCache.identify(key.api_key), null)
  })

  await t.test('A revoked key stops at once in the process that revokes it', async (t) => {
    const keyCache = open()
    const key = await users.addKey({ email })
    t.ok(await keyCache.identify(key.api_key))
    await users.revokeKey(key.id)
    keyCache.forget()
    t.equal(await keyCache.identify(key.api_key), null)
  })

  await t.test('The keys of a disabled user stop working within 5 seconds', async (t) => {
    const keyCache = open()
    const user = await addUser()
    const { api_key: key } = await users.addKey({ email: user.email })
    t.ok(await keyCache.identify(key))
    await users.disable(user.email)
    now += 5000
    t.equal(await keyCache.identify(key), null)
  })

  await t.test('An expired key is refused from its expiry on, even if it was used just before', async (t) => {
    now = Date.now()
    const keyCache = open()
    const { api_key: key, expires_at: expiresAt } = await users.addKey({ email, expiresIn: 60 })
    now = Date.parse(expiresAt!) - 1
    t.ok(await keyCache.identify(key))
    now += 1
    t.equal(await keyCache.identify(key), null)
  })

  await t.test('A key that was unknown works as soon as it is added', async (t) => {
    const keyCache = open()
    const chosen = 'chosen_by_the_operator'
    t.equal(await keyCache.identify(chosen), null)
    await users.add({ email: 'chosen@example.com', admin: false, apiKey: chosen })
    t.match(await keyCache.identify(chosen), { email: 'chosen@example.com', admin: false })
  })
})
