import type { Test } from 'tap'
import type { World } from '#test/helper/app.js'
import { addCollection, countOf, orderOf, putInto } from '#test/helper/collections.js'
import { addAsset, succeed } from '#test/helper/items.js'
import { verifyIndex } from '#src/search/verify.js'

/** The most assets of a collection. */
export const MOST = 10_000

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

/** A collection holds so many assets, is found by a search, and is emptied by a job after it is deleted. */
export async function checkCollection (t: Test, world: World, size: number): Promise<void> {
  const { admin } = world
  const ids = await manyAssets(world, size)
  const outside = await addAsset(admin, { title: 'Asset outside' })
  const { id } = await addCollection(admin)
  for (let start = 0; start < ids.length; start += 1000) await putInto(admin, id, ids.slice(start, start + 1000))
  t.equal(await countOf(admin, id), size)
  if (size === MOST) {
    t.strictSame((await admin.post(`collections/${id}/assets`, { asset_ids: [outside.id] })).body, {
      error: 'Must not have more than 10000 assets'
    })
  }
  await putInto(admin, id, [ids.at(-1)!], ids[0])
  t.strictSame((await orderOf(admin, id)).slice(0, 2), [ids.at(-1), ids[0]])

  const found = await succeed(admin.get(`search?collection=${id}&total=true&limit=3&sort=created_date`))
  t.equal(found.total, size)
  t.strictSame(found.results.map((hit: any) => hit.asset.id), ids.slice(0, 3))
  t.equal((await succeed(admin.get(`assets?collection=${id}&q=outside`))).assets.length, 0)
  t.equal((await succeed(admin.post('search', { collection: String(id), q: '"asset 17"' }))).results.length, 1)
  const exported = await admin.get(`export?collection=${id}`)
  t.equal(exported.text.trim().split('\n').length, size)

  await succeed(admin.delete(`collections/${id}`))
  t.strictSame((await succeed(admin.get(`search?collection=${id}`))).results, [], 'from then on it finds nothing')
  t.equal((await admin.get(`export?collection=${id}`)).text, '')
  t.strictSame((await succeed(admin.get(`assets/${ids[0]}/collections`))).collections, [])
  await runJob(world, 'collections')
  const { prisma } = world.app.database.reads
  const { accountId } = world.adminCaller
  t.equal(await prisma.collectionAsset.count({ where: { accountId } }), 0)
  t.equal(await prisma.collection.count({ where: { accountId } }), 0)
  const { outdated, missing, orphaned } = await verifyIndex(world.app.database)
  t.strictSame([outdated, missing, orphaned], [[], [], []])
}
