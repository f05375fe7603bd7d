import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { headers } from '../support/load.js'
import { besides, createWorld } from './world.js'

const LOOPS = 10
const FOR_MS = 10_000
const TAGS = 20
const TAGGED = 60_000

/** Ten callers who repeat a search without a pause. */
async function loop (server, path) {
  const end = performance.now() + FOR_MS
  await Promise.all(Array.from({ length: LOOPS }, async () => {
    while (performance.now() < end) {
      const { body, statusCode } = await request(`${server.url}/api/v2/${path}`, { headers })
      await body.dump()
      if (statusCode !== 200) await delay(100)
    }
  }))
}

/** Searches that find their hits late, and facets of very many values. */
export async function run (databases) {
  const rows = []
  const world = await createWorld(databases, 'searches')
  for (const path of ['assets?tag=last&sort=created_date', 'assets?tag=last&sort=title', 'assets?q=interview&sort=relevance']) {
    rows.push(await besides(`${LOOPS} loops of /${path}`, world, () => loop(world.server, path)))
  }
  await world.server.stop()
  const tagged = await createWorld(databases, 'tags', { assets: TAGGED, tags: TAGS })
  rows.push(
    await besides(`${LOOPS} loops of facets=tag over ${(TAGGED * TAGS).toLocaleString('en')} tags`, tagged, () =>
      loop(tagged.server, 'assets?facets=tag&limit=1'))
  )
  await tagged.server.stop()
  return rows
}
