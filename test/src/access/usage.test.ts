import { createUsers } from '#src/access/users.js'
import { saveKeyUsage } from '#src/access/usage.js'
import { createClient, inOneApp } from '../../helper/app.js'
import { succeed } from '../../helper/items.js'
import { createVisitor, PASSWORD } from '../../helper/visitor.js'

const onBothDatabases = inOneApp()

onBothDatabases('The time of the last use of a key is stored', async (t, { app, adminCaller }) => {
  const users = createUsers(app)
  const [used, unused] = [await users.addKey({ email: adminCaller.email }),
    await users.addKey({ email: adminCaller.email })]
  const lastUse = async (id: number) => (await users.listKeys()).find((key) => key.id === id)!.last_used_at
  const before = Date.now()
  t.equal((await createClient(app, used.api_key).get('projects')).status, 200)
  await saveKeyUsage(app)
  t.ok(Date.parse((await lastUse(used.id))!) >= before)
  t.equal(await lastUse(unused.id), null)
  const first = await lastUse(used.id)
  await saveKeyUsage(app)
  t.equal(await lastUse(used.id), first, 'it stays the same without a new use')
})

onBothDatabases('The last uses of many keys and sessions are one transaction', async (t, { app, admin, adminCaller }) => {
  const users = createUsers(app)
  await saveKeyUsage(app)
  const keys = [await users.addKey({ email: adminCaller.email }), await users.addKey({ email: adminCaller.email })]
  await succeed(admin.put('user/password', { password: PASSWORD }))
  const visitor = createVisitor(app)
  await visitor.signIn(adminCaller.email)
  const { prisma } = app.database.reads
  const before = await prisma.session.findFirstOrThrow()
  await app.transact(adminCaller, (tx) => tx.prisma.session.updateMany({
    data: {
      lastUsedAt: new Date(before.lastUsedAt.getTime() - 60_000),
      expiresAt: new Date(before.expiresAt.getTime() - 60_000)
    }
  }))
  for (const key of keys) t.equal((await createClient(app, key.api_key).get('projects')).status, 200)
  t.equal((await visitor.get('projects')).status, 200)

  let transactions = 0
  await saveKeyUsage({
    database: app.database,
    keyCache: app.keyCache,
    sessionCache: app.sessionCache,
    transact: (...sent) => { transactions++; return app.transact(...sent) }
  })
  t.equal(transactions, 1)
  for (const { id } of keys) t.ok((await prisma.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt)
  const session = await prisma.session.findFirstOrThrow()
  t.ok(session.lastUsedAt >= before.lastUsedAt)
  t.equal(session.expiresAt.getTime() - session.lastUsedAt.getTime(), 12 * 60 * 60_000)
  t.ok((await prisma.user.findUniqueOrThrow({ where: { id: adminCaller.userId } })).lastUsedAt! >= before.lastUsedAt)
})
