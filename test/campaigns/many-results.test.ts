import { rebuildIndex } from '#src/search/build.js'
import { startAgent } from '../helper/agent.js'
import { httpDialects, inOneApp } from '../helper/app.js'
import { fillProject } from '../helper/fill.js'
import { addProject } from '../helper/items.js'

const inApp = inOneApp(httpDialects)

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
