import { answerForgotten, createForgotten } from '#src/access/forgotten.js'
import type { Transact } from '#src/core/transact.js'
import { inOneApp } from '../../helper/app.js'
import { fillTable } from '#test/helper/fill.js'

const onBothDatabases = inOneApp()

onBothDatabases('A flood of requests for unknown addresses costs one transaction, and an honest one among them is answered', async (t, { app, addUser }) => {
  const users = [await addUser(), await addUser()]
  const { prisma } = app.database.reads
  await app.transact({ accountId: 0, account: '', userId: 0, email: '', admin: true, access: 'account', hasPrivate: false }, (tx) =>
    fillTable(tx, 'password_requests', Array.from({ length: 999 }, (_, index) =>
      ({ id: `ffffffff-0000-7000-8000-${String(index).padStart(12, '0')}`, email: `nobody${index}@example.com` }))))
  const { ask } = createForgotten(app)
  for (const email of [users[0]!.email, users[0]!.email.toUpperCase(), users[1]!.email]) await ask(email, '192.0.2.1')

  let transactions = 0
  const transact: Transact = (...sent) => {
    transactions++
    return app.transact(...sent)
  }
  const run = answerForgotten({ database: app.database, transact }, 'http://127.0.0.1')
  const signal = new AbortController().signal
  t.equal(await run(signal, () => {}), 'more')
  t.equal(await run(signal, () => {}), undefined)
  t.ok(transactions <= 4, `${transactions} transactions`)
  t.equal(await prisma.passwordRequest.count(), 0)
  for (const { id } of users) t.equal(await prisma.token.count({ where: { userId: id } }), 1)
  t.equal(await prisma.message.count({ where: { userId: users[0]!.id } }), 1, 'once, though it was asked for twice')
})

onBothDatabases('Requests wait in turns of their networks', async (t) => {
  const written: string[] = []
  const ends: Array<() => void> = []
  const { ask } = createForgotten({
    transact: (() => new Promise<void>((resolve) => { ends.push(resolve) })) as never
  })
  const flood = Array.from({ length: 300 }, (_, index) =>
    ask('x@example.com', `2001:db8:7:${index.toString(16)}::1`).then(() => { written.push('flood') }))
  const honest = ask('ann@example.com', '203.0.113.5').then(() => { written.push('honest') })
  while (!written.includes('honest')) {
    ends.shift()!()
    await new Promise(setImmediate)
  }
  t.ok(written.length <= 8, `${written.length} were written before`)
  while (ends.length > 0) {
    ends.shift()!()
    await new Promise(setImmediate)
  }
  await Promise.all([...flood, honest])
})
