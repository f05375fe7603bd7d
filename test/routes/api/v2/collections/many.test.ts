import { inOneApp, type World } from '#test/helper/app.js'
import { addAssets, addCollection, countOf, orderOf, putInto } from '#test/helper/collections.js'
import { addAsset, succeed } from '#test/helper/items.js'
import { verifyIndex } from '#src/search/verify.js'

const onBothDatabases = inOneApp()

const signal = new AbortController().signal
const runJob = async ({ app }: World, name: string) => {
  await app.jobs.find((job) => job.name === name)!.run(signal, () => {})
}

async function manyAssets ({ admin }: World, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let start = 0; start < count; start += 1000) {
    const operations = Array.from({ length: Math.min(1000, count - start) }, (_, index) =>
      ({ method: 'POST', path: '/api/v2/assets', body: { title: `Asset ${start + index}` } }))
    const { results } = await succeed(admin.post('bulk', { operations, atomic: false }))
    ids.push(...results.map(({ body }: any) => body.asset.id))
  }
  return ids
}

onBothDatabases('A collection holds 10,000 assets, is found by a search, and is emptied by a job after it is deleted', async (t, world) => {
  const { admin } = world
  const ids = await manyAssets(world, 10_000)
  const outside = await addAsset(admin, { title: 'Asset outside' })
  const { id } = await addCollection(admin)
  for (let start = 0; start < ids.length; start += 1000) await putInto(admin, id, ids.slice(start, start + 1000))
  t.equal(await countOf(admin, id), 10_000)
  t.strictSame((await admin.post(`collections/${id}/assets`, { asset_ids: [outside.id] })).body, {
    error: 'Must not have more than 10000 assets'
  })
  await putInto(admin, id, [ids[9999]!], ids[0])
  t.strictSame((await orderOf(admin, id)).slice(0, 2), [ids[9999], ids[0]])

  const found = await succeed(admin.get(`search?collection=${id}&total=true&limit=3&sort=created_date`))
  t.equal(found.total, 10_000)
  t.strictSame(found.results.map((hit: any) => hit.asset.id), ids.slice(0, 3))
  t.equal((await succeed(admin.get(`assets?collection=${id}&q=outside`))).assets.length, 0)
  t.equal((await succeed(admin.post('search', { collection: String(id), q: '"asset 77"' }))).results.length, 1)
  const exported = await admin.get(`export?collection=${id}`)
  t.equal(exported.text.trim().split('\n').length, 10_000)

  await succeed(admin.delete(`collections/${id}`))
  t.strictSame((await succeed(admin.get(`search?collection=${id}`))).results, [], 'from then on it finds nothing')
  t.equal((await admin.get(`export?collection=${id}`)).text, '')
  t.strictSame((await succeed(admin.get(`assets/${ids[0]}/collections`))).collections, [])
  await runJob(world, 'collections')
  const { prisma } = world.app.database.reads
  t.equal(await prisma.collectionAsset.count(), 0)
  t.equal(await prisma.collection.count(), 0)
  const { outdated, missing, orphaned } = await verifyIndex(world.app.database)
  t.strictSame([outdated, missing, orphaned], [[], [], []])
})

onBothDatabases('The order of a collection survives hundreds of moves to one place, and concurrent moves', async (t, { admin }) => {
  const ids = await addAssets(admin, 12)
  const { id } = await addCollection(admin)
  await putInto(admin, id, ids)
  let expected = ids
  const [first, ...rest] = ids as [string, ...string[]]
  for (let move = 0; move < 400; move++) {
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
  await app.transact({ accountId, account: 'default', userId, email: '', admin: true, access: 'account' }, async (tx) => {
    const row = { accountId, userId, title: '', description: '', isPublic: true, createdAt: tx.time, updatedAt: tx.time }
    await tx.prisma.collection.createMany({ data: Array.from({ length: 999 }, () => row) })
  })
  const last = await addCollection(admin)
  const refused = await admin.post('collections', { title: 'x' })
  t.strictSame([refused.status, refused.body], [200, { error: 'Must not have more than 1000 collections' }])
  await addCollection(client)
  await succeed(admin.delete(`collections/${last.id}`))
  await addCollection(admin)
  t.equal((await succeed(admin.get('collections?limit=1000'))).collections.length, 1000)
})
