import type { Test } from 'tap'
import { createUsers } from '#src/access/users.js'
import { createHealth } from '#src/process/health.js'
import { startWarnings } from '#src/process/start-warnings.js'
import { createClient, onBothDatabases, type World } from '#test/helper/app.js'
import { succeed } from '#test/helper/items.js'
import { openTwice } from '#test/helper/processes.js'

const LAST = { error: 'Account must have at least one administrator' }
const DELETED = { ok: 'API key deleted' }

/** Makes all keys of a user expire. */
async function expireKeys ({ app, adminCaller }: World, userId: number): Promise<void> {
  await app.transact(
    adminCaller,
    (tx) => tx.prisma.apiKey.updateMany({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1) } })
  )
  app.keyCache.forget()
}

onBothDatabases('The last key of the last administrator cannot be deleted or revoked', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const users = createUsers(app)
  const { id } = (await succeed(admin.get('user'))).api_key
  const isRefused = async () => {
    const { status, body } = await admin.delete(`user/api_keys/${id}`)
    t.strictSame([status, body], [200, LAST])
    await t.rejects(users.revokeKey(id), {
      name: 'OperatorMistake',
      message: /^\d+ is the last key of admin@example\.com, the last administrator who can still come in/
    })
    t.equal((await admin.get('admin/users')).status, 200)
  }

  await isRefused()
  const reader = (await succeed(admin.post('user/api_keys', { name: 'Reader', scope: 'read' }))).api_key
  await isRefused()
  await users.addKey({ email: adminCaller.email, expiresIn: 100 })
    .then(({ id }) => app.transact(
      adminCaller,
      (tx) => tx.prisma.apiKey.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
    ))
  await isRefused()
  const colleague = await addUser()
  await isRefused()
  const disabled = await addUser({ admin: true })
  await users.disable(disabled.email)
  await isRefused()
  await world.addStranger()
  await isRefused()
  t.strictSame(
    await app.database.reads.prisma.historyEntry.count({ where: { event: 'API_KEY_REMOVED' } }),
    0,
    'refusals are not in history'
  )

  await t.test('other keys may be deleted, and this one as well once an administrator has another key', async (t) => {
    t.strictSame(await succeed(admin.delete(`user/api_keys/${reader.id}`)), DELETED)
    const own = (await succeed(colleague.client.get('user'))).api_key.id
    t.strictSame(await succeed(colleague.client.delete(`user/api_keys/${own}`)), DELETED, 'a default user\'s last one')
    const second = (await succeed(admin.post('user/api_keys', { name: 'Second' }))).api_key
    t.strictSame(await succeed(admin.delete(`user/api_keys/${id}`)), DELETED)
    const client = createClient(app, second.key)
    t.strictSame((await client.delete(`user/api_keys/${second.id}`)).body, LAST)
    await users.enable(disabled.email)
    t.strictSame(await succeed(client.delete(`user/api_keys/${second.id}`)), DELETED)
  })
})

onBothDatabases('If the last two administrator keys are removed at the same time, one stays, however they are removed', async (t, world) => {
  const { clients, apps } = await openTwice(t, world)
  const { prisma } = world.app.database.reads
  const mine = world.adminCaller.userId

  async function round (t: Test, title: string, remove: (other: any) => Array<Promise<unknown>>): Promise<void> {
    const other = await succeed(clients[0].post('admin/users', { email: `${title}@example.com`, admin: true }))
    const results = await Promise.allSettled(remove(other))
    const done = results.filter((result) =>
      result.status === 'fulfilled' && (result.value as any)?.body?.error === undefined)
    t.equal(done.length, 1, title)
    const able = await prisma.apiKey.count({
      where: { revokedAt: null, user: { accountId: world.adminCaller.accountId, admin: true, disabledAt: null } }
    })
    t.equal(able, 1, title)
    // Restores the state before the round.
    await world.app.transact(world.adminCaller, async (tx) => {
      await tx.prisma.apiKey.updateMany({ where: { userId: mine }, data: { revokedAt: null } })
      await tx.prisma.user.updateMany({ where: { id: mine }, data: { disabledAt: null } })
      await tx.prisma.user.updateMany({ where: { id: other.user.id }, data: { disabledAt: new Date() } })
    })
    for (const { keyCache } of apps) keyCache.forget()
  }

  const key = (await succeed(clients[0].get('user'))).api_key.id
  const ofOther = ({ api_key: { key } }: any) => createClient(apps[1], key)
  for (let count = 0; count < 4; count++) {
    await round(t, `keys${count}`, (other) => [
      clients[0].delete(`user/api_keys/${key}`), ofOther(other).delete(`user/api_keys/${other.api_key.id}`)
    ])
    await round(t, `disabled${count}`, (other) => [
      clients[0].delete(`user/api_keys/${key}`),
      createUsers(apps[1]).disable(other.user.email)
    ])
    await round(t, `revoked${count}`, (other) => [
      createUsers(apps[0]).revokeKey(key),
      createUsers(apps[1]).revokeKey(other.api_key.id)
    ])
  }
})

onBothDatabases('If no administrator can sign in any more, the start and /readyz warn of it', async (t, world) => {
  const { app, config, admin, adminCaller, anonymous } = world
  const users = createUsers(app)
  const { id } = (await succeed(admin.get('user'))).api_key
  t.strictSame((await anonymous.get('/readyz')).body, { status: 'ready', problems: [] })

  await expireKeys(world, adminCaller.userId)
  const { status, body } = await anonymous.get('/readyz')
  t.equal(status, 200, 'requests of others are served')
  t.strictSame(body, {
    status: 'ready',
    problems: [],
    warnings: [`nobody can administer account ${adminCaller.accountId}: no administrator has a password, or a valid key that may write`]
  })
  t.match(await startWarnings({ ...config, ADMIN_API_KEY: undefined }, app.database), [
    /^Nobody can administer the account default: none of its administrators has a password, or a valid key that may write\. cutroom key add/
  ])
  t.match(await startWarnings({ ...config, ADMIN_API_KEY: undefined, PASSWORDS: false }, app.database), [
    /: none of its administrators has a valid key that may write \(PASSWORDS is off\)\. cutroom key add/
  ], 'where passwords are off, it names none')
  const health = createHealth({ database: app.database, config: { ...config, PASSWORDS: false }, overdue: () => [] })
  t.strictSame(await health.warnings(), [
    `nobody can administer account ${adminCaller.accountId}: no administrator has a valid key that may write (PASSWORDS is off)`
  ], 'and neither does /readyz')
  t.match(await users.revokeKey(id), { id }, 'a key that has run out may be revoked')
  await users.disable(adminCaller.email)
  await users.enable(adminCaller.email)

  await users.addKey({ email: adminCaller.email, scope: 'read' })
  t.equal((await anonymous.get('/readyz')).body.warnings.length, 1)
  await users.addKey({ email: adminCaller.email })
  t.strictSame((await anonymous.get('/readyz')).body, { status: 'ready', problems: [] })
  t.strictSame(await startWarnings({ ...config, ADMIN_API_KEY: undefined }, app.database), [])
})
