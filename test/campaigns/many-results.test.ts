import { rebuildIndex } from '#src/search/build.js'
import { startAgent } from '../helper/agent.js'
import { httpDialects, inOneApp } from '../helper/app.js'
import { fillProject } from '../helper/fill.js'
import { addAsset, addProject } from '../helper/items.js'

const inApp = inOneApp(httpDialects)
const CUT = '… [cut]'

inApp('Of ten thousand results an agent reads ten at a time', async (t, world) => {
  const { call } = await startAgent(t, world)
  const project = await addProject(world.admin, { title: 'Rushes' })
  const { assets } = await fillProject(world, project.id, { assets: 10_000 })
  await rebuildIndex(world.app)
  const query = { q: 'asset', within: project.id, sort: 'created_date' }
  const first = (await call('search', query)).data
  const second = (await call('search', { ...query, cursor: first.cursor })).data
  t.strictSame([...first.results, ...second.results].map(({ asset }) => asset.id), assets.slice(0, 20))
  t.type(second.cursor, 'string')
})

inApp('Ten results of a mebibyte fit, page by page', async (t, world) => {
  const { admin } = world
  const { call } = await startAgent(t, world)
  const long = '😀'.repeat(100_000)
  const tags = Array.from({ length: 280 }, () => '界'.repeat(700))
  for (let index = 0; index < 10; index++) {
    await addAsset(admin, { title: `${index} ${'界'.repeat(300)}`, description: long, tags })
  }
  const seen: string[] = []
  for (let cursor: string | undefined; ;) {
    const { data } = await call('search', { sort: 'title', ...cursor !== undefined && { cursor } })
    for (const { asset } of data.results) {
      seen.push(asset.title[0])
      t.ok(asset.description.endsWith(CUT))
      t.equal(asset.tags.at(-1), CUT)
    }
    if ((cursor = data.cursor) === undefined) break
  }
  t.strictSame(seen, [...'0123456789'])
  const { results } = (await call('search', { q: '0' })).data
  t.match((await call('get_item', { type: 'asset', id: results[0].asset.id })).data.asset.description, /😀… \[cut\]$/u)
})
