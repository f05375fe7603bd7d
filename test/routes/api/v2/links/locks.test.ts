import t from 'tap'
import { createWorld, inSharedApp } from '#test/helper/app.js'
import { addCollection, addAssets, putInto } from '#test/helper/collections.js'
import { addAsset, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { readUntil } from '#test/helper/media/world.js'
import { statement } from '#src/database/sql.js'
import { assetKind } from '#src/items/kinds.js'
import { lockItem } from '#src/items/require.js'

const onBothDatabases = inSharedApp()

const lockLink = statement('', (sql) => `SELECT id FROM links WHERE id = $1 ${sql.forUpdate}`)
const waiting = statement<{ count: number }>('', () => `
  SELECT CAST(count(*) AS integer) AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`)
const deadlocks = statement<{ count: number }>('', () => `
  SELECT CAST(deadlocks AS integer) AS count FROM pg_stat_database WHERE datname = current_database()`)

t.test('What a guest does waits for the asset before it locks the link (postgresql)', async (t) => {
  const world = await createWorld(t, 'postgresql')
  const { app, admin, adminCaller } = world
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  const guest = createGuest(world, link.token)
  const { sql } = app.database.reads
  const acts = [
    () => guest.post(`shared/assets/${id}/comments`, { name: 'Ann', text: 'x' }),
    () => guest.get('shared'),
    () => admin.post(`assets/${id}/links/${link.id}`, { title: 'New' }),
    () => admin.delete(`assets/${id}/links/${link.id}`)
  ]
  for (const act of acts) {
    const answer = await app.transact(adminCaller, async (tx) => {
      await lockItem(assetKind, tx, id, 'change')
      const answer = act()
      await readUntil(async () => (await sql.first(waiting, []))!.count, (count) => count > 0)
      // A deadlock if the other one has the link already.
      await tx.sql.first(lockLink, [link.id])
      return { answer }
    }, { long: true })
    t.equal((await answer.answer).status, 200)
  }
  t.equal((await sql.first(deadlocks, []))!.count, 0)
})

onBothDatabases('An asset that is purged while others are put before it is no asset of the collection', async (t, { admin }) => {
  for (let round = 0; round < 5; round++) {
    const [before, added] = await addAssets(admin, 2)
    const { id } = await addCollection(admin)
    await putInto(admin, id, [before!])
    const [put, purged] = await Promise.all([
      admin.post(`collections/${id}/assets`, { asset_ids: [added], before }),
      succeed(admin.delete(`assets/${before}`))
    ])
    t.ok(purged)
    t.ok(put.status === 200 || put.status === 422, String(put.status))
  }
})
