import { inAppOfProcess } from '../../helper/app.js'
import { addAsset } from '../../helper/items.js'
import { openTwice } from '../../helper/processes.js'
import { eventually } from '../../helper/receiver.js'

const ROUNDS = 100

inAppOfProcess(['postgresql'])('A write through one process is at once in the changes of another, even while a reader waits there', async (t, world) => {
  const { apps: [, other], clients: [here, there] } = await openTwice(t, world)
  const gone = new AbortController()
  const reader = { caller: async () => world.adminCaller, gone: gone.signal }
  const waiting = (async () => {
    const place = await other.changes.end(world.adminCaller)
    for await (const changes of other.changes.follow(reader, place, { limit: 100, includeItems: false })) {
      t.ok(changes.length > 0)
    }
  })()
  await eventually('a waiting reader', () => other.changes.waiters === 1)

  let missed = 0
  let { body: { next } } = await there.get('changes?since=now')
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await addAsset(here)
    const { body } = await there.get(`changes?since=${next}`)
    if (body.changes.at(-1)?.targets.asset_id !== id) missed++
    next = body.next
  }
  t.equal(missed, 0)
  gone.abort()
  await waiting
})
