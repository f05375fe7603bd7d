import type { OpenConsumer } from '#src/core/events/consumer.js'
import { recordOfAssets } from '#src/items/record-of-assets.js'
import { inOneApp } from '#test/helper/app.js'
import { addAsset, eventsOf } from '#test/helper/items.js'

const onBothDatabases = inOneApp()

const MEBIBYTE = 1024 ** 2

onBothDatabases('An event of many large assets is recorded in pieces of 4 MiB, and consumers hold one piece at a time', async (t, { app, admin, adminCaller }) => {
  const tags = Array.from({ length: 1000 }, (_, index) => `${'x'.repeat(900)}${index}`)
  const ids: string[] = []
  for (let made = 0; made < 10; made++) ids.push((await addAsset(admin, { tags })).id)
  const pieces: number[] = []
  let held = 0
  const spy: OpenConsumer = {
    collect: (_tx, events) => {
      held += JSON.stringify(events).length
      pieces.push(held)
    },
    showsData: async () => true,
    flush: () => { held = 0 },
    finish: () => {}
  }
  await app.transact(adminCaller, (tx) =>
    recordOfAssets({ ...tx, consumers: [...tx.consumers, spy] }, 'ASSET_DOWNLOADED', ids, (id) => ({ asset_id: id })))
  t.ok(pieces.length >= 3 && pieces.every((size) => size <= 4 * MEBIBYTE), String(pieces))
  for (const id of ids) t.strictSame((await eventsOf(admin, 'assets', id)).filter((event) => event === 'ASSET_DOWNLOADED'), ['ASSET_DOWNLOADED'])
})
