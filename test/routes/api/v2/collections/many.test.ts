import { inOneApp } from '#test/helper/app.js'
import { addAssets, addCollection, orderOf, putInto } from '#test/helper/collections.js'
import { fillTable } from '#test/helper/fill.js'
import { succeed } from '#test/helper/items.js'
import { checkCollection } from '../../../../helper/collection-of.js'

const onBothDatabases = inOneApp()

onBothDatabases('A collection is found by a search, and is emptied by a job after it is deleted', (t, world) =>
  checkCollection(t, world, 30))

onBothDatabases('The order of a collection survives more than a hundred moves to one place, and concurrent moves', async (t, { admin }) => {
  const ids = await addAssets(admin, 12)
  const { id } = await addCollection(admin)
  await putInto(admin, id, ids)
  let expected = ids
  const [first, ...rest] = ids as [string, ...string[]]
  for (let move = 0; move < 120; move++) {
    const moved = rest[move % 2]!
    const before = expected.find((each) => each !== moved && each !== first)!
    await putInto(admin, id, [moved], before)
    expected = expected.filter((each) => each !== moved)
    expected.splice(expected.indexOf(before), 0, moved)
  }
  t.strictSame(await orderOf(admin, id), expected)

  await Promise.all(rest.flatMap((moved) => [putInto(admin, id, [moved], first), putInto(admin, id, [moved])]))
  const order = await orderOf(admin, id)
  t.equal(order.length, 12)
  t.strictSame([...order].sort(), [...ids].sort(), 'each is there once')
  t.equal(order.at(-1), first)
})

onBothDatabases('A user has at most 1,000 collections', async (t, { app, admin, adminCaller: { accountId, userId }, addUser }) => {
  const { client } = await addUser()
  await app.transact({ accountId, account: 'default', userId, email: '', admin: true, access: 'account', hasPrivate: false }, async (tx) => {
    const row = { accountId, userId, title: '', description: '', isPublic: true, createdAt: tx.time, updatedAt: tx.time }
    await fillTable(tx, 'collections', Array.from({ length: 999 }, () => row))
  })
  const last = await addCollection(admin)
  const refused = await admin.post('collections', { title: 'x' })
  t.strictSame([refused.status, refused.body], [200, { error: 'Must not have more than 1000 collections' }])
  await addCollection(client)
  await succeed(admin.delete(`collections/${last.id}`))
  await addCollection(admin)
  t.equal((await succeed(admin.get('collections?limit=1000'))).collections.length, 1000)
})
