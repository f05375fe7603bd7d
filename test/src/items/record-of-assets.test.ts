import { recordOfAssets } from '#src/items/record-of-assets.js'
import { inAppOfProcess } from '#test/helper/app.js'
import { addItemTo, addProject, succeed } from '#test/helper/items.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'

const onBothDatabases = inAppOfProcess()

onBothDatabases('The texts of assets are read for an event only if a webhook wants it, which then gets them', async (t, world) => {
  const { app, admin, adminCaller } = world
  const project = await addProject(admin)
  const description = 'x'.repeat(100_000)
  const ids = await Promise.all(Array.from({ length: 5 }, async () =>
    (await addItemTo(admin, 'assets', project.id, { description })).id as string))
  const download = async () => {
    let characters = 0
    await app.transact(adminCaller, (tx) => {
      const all: typeof tx.sql.all = async (...args) => {
        const rows = await tx.sql.all(...args)
        characters += JSON.stringify(rows).length
        return rows as never
      }
      const watched = { ...tx, sql: Object.assign(Object.create(tx.sql), { all }) }
      return recordOfAssets(watched, 'ASSET_DOWNLOADED', ids, (id) => ({ asset_id: id }))
    })
    return characters
  }
  t.ok(await download() < description.length, 'nobody wants it')
  const within = (await succeed(admin.get(`changes?event=ASSET_DOWNLOADED&within=${project.id}`))).changes
  t.equal(within.length, ids.length, 'their places are known')
  const { id } = await addWebhook(admin, { trigger_events: ['ASSET_DOWNLOADED'] })
  t.ok(await download() > ids.length * description.length, 'a webhook wants it')
  const bodies = await queuedFor(world, id)
  t.strictSame(bodies.map(({ data }) => data.asset.description), ids.map(() => description))
})
