import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { httpDialects, inOneApp } from '#test/helper/app.js'
import { fillTable } from '#test/helper/fill.js'
import { succeed } from '#test/helper/items.js'
import { openTwice } from '#test/helper/processes.js'
import { createVisitor, OWN_PAGE, PASSWORD } from '#test/helper/visitor.js'
import { networkOf } from '#src/access/network.js'
import { createAttempts, describeAttempt } from '#src/access/attempts.js'

const onBothDatabases = inOneApp()

const TOO_MANY = { error: 'Too many attempts' }

t.test('IPv6 addresses are counted by their networks, IPv4 addresses one by one', async (t) => {
  t.equal(networkOf('2001:db8:1:2:3:4:5:6'), networkOf('2001:db8:1:2:ffff::1'))
  t.not(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
  t.equal(networkOf('::ffff:192.0.2.1'), networkOf('192.0.2.1'))
  t.not(networkOf('192.0.2.1'), networkOf('192.0.2.2'))
  t.equal(networkOf('fe80::1%eth0'), networkOf('fe80::2'))
  t.equal(networkOf(''), networkOf('nowhere'))
})

onBothDatabases('After ten wrong passwords for an e-mail from an address, sign-ins get 429 for a while, in every process', async (t, world) => {
  const { admin, adminCaller: { email } } = world
  const { apps } = await openTwice(t, world)
  await succeed(admin.put('user/password', { password: PASSWORD }))
  const visitors = apps.map((app) => createVisitor(app))
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, index) =>
    visitors[index % 2]!.signIn(index % 3 === 0 ? email : email.toUpperCase(), `guess number ${index}`)))
  const count = (wanted: number) => guesses.filter(({ status }) => status === wanted).length
  t.equal(count(401), 10)
  t.equal(count(429), 20)
  for (const visitor of visitors) {
    const answer = await visitor.signIn(email)
    t.strictSame([answer.status, answer.body], [429, TOO_MANY])
    const seconds = Number(answer.headers['retry-after'])
    t.ok(seconds > 800 && seconds <= 900, String(seconds))
  }
  t.equal((await visitors[0]!.signIn('other@example.com')).status, 401, 'another e-mail')
  t.equal((await admin.put('user/password', { password: 'x'.repeat(10), current_password: PASSWORD })).status, 429)

  await t.test('sign-ins succeed again after a quarter of an hour', async (t) => {
    await world.app.transact(world.adminCaller, (tx) =>
      tx.prisma.signInFailure.updateMany({ data: { failedAt: new Date(Date.now() - 900_001) } }))
    t.equal((await visitors[1]!.signIn(email)).status, 200)
    const { prisma } = world.app.database.reads
    t.equal(await prisma.signInFailure.count(), 11, 'a success is not counted')
    await createAttempts(world.app).sweep(new AbortController().signal, () => {})
    t.equal(await prisma.signInFailure.count(), 0)
  })
})

onBothDatabases('After a hundred failures from an address, wrong tokens included, every sign-in from it gets 429', async (t, { app, admin, adminCaller, adminCaller: { email } }) => {
  await succeed(admin.put('user/password', { password: PASSWORD }))
  const { network } = describeAttempt('127.0.0.1')
  const now = new Date()
  await app.transact(adminCaller, (tx) => fillTable(tx, 'sign_in_failures', Array.from({ length: 98 },
    (_, index) => ({ id: `f${index}`, network, emailDigest: `e${index}`, failedAt: now }))))
  const visitor = createVisitor(app)
  const useToken = () => visitor.post('session/password', { token: 'wrong', password: PASSWORD })
  t.equal((await visitor.signIn(email)).status, 200)
  for (let count = 0; count < 2; count++) {
    const answer = await useToken()
    t.strictSame([answer.status, answer.body], [400, { error: 'Invalid token' }])
  }
  t.strictSame((await useToken()).body, TOO_MANY)
  t.strictSame((await visitor.signIn(email)).body, TOO_MANY)
  const elsewhere = createVisitor(app, { ...OWN_PAGE, 'x-forwarded-for': '198.51.100.7' })
  t.equal((await elsewhere.signIn(email)).status, 200, 'another address')
}, { TRUST_PROXY: '127.0.0.1/32' })

onBothDatabases('Twenty concurrent sign-ins all succeed, and other requests are answered during them', async (
  t, { app, admin, adminCaller: { email } }
) => {
  await succeed(admin.put('user/password', { password: PASSWORD }))
  const visitors = Array.from({ length: 20 }, () => createVisitor(app))
  const signedIn: number[] = []
  const all = Promise.all(visitors.map(async (visitor) => {
    signedIn.push((await visitor.signIn(email)).status)
  }))
  let answered = 0
  while (signedIn.length < visitors.length) {
    await succeed(admin.get('user'))
    if (signedIn.length < visitors.length) answered++
    // Reads of SQLite never wait. The results of other threads need a turn of the event loop.
    await turn()
  }
  await all
  t.ok(signedIn.every((status) => status === 200))
  t.ok(answered > 0)
}, {}, httpDialects)

onBothDatabases('RATE_LIMIT counts each session on its own, like a key', async (t, { app, admin, adminCaller: { email } }) => {
  await succeed(admin.put('user/password', { password: PASSWORD }))
  const [first, second] = [createVisitor(app), createVisitor(app)]
  await first.signIn(email)
  await second.signIn(email)
  for (let count = 0; count < 3; count++) t.equal((await first.get('user')).status, 200)
  t.equal((await first.get('user')).status, 429)
  t.equal((await second.get('user')).status, 200)
  t.equal((await admin.get('user')).status, 200)
}, { RATE_LIMIT: '3' }, httpDialects)
