import { parentsAt } from '#src/changes/log/tree.js'
import { onBothDatabases } from '../helper/app.js'
import { fillChain } from '../helper/fill.js'
import { addItem, assign, succeed } from '../helper/items.js'

onBothDatabases('The projects around a change, 5500 deep, are found by fewer than 8 statements of at most 5000 rows', async (t, world) => {
  const { admin, app, adminCaller } = world
  const chain = await fillChain(world, 5500)
  const asset = await addItem(admin, 'assets')
  await assign(admin, 'assets', asset.id, chain.at(-1)!)
  const { next: since } = await succeed(admin.get('changes?since=now'))
  for (let count = 0; count < 5; count++) await succeed(admin.put(`assets/${asset.id}`, { title: `Title ${count}` }))
  const { sql } = app.database.reads
  const { all } = sql
  const found: number[] = []
  t.intercept(sql, 'all', {
    value: async (...parameters: Parameters<typeof all>) => {
      const rows = await all(...parameters)
      found.push(rows.length)
      return rows
    }
  })
  t.equal((await succeed(admin.get(`changes?within=${chain[0]!}&since=${since}`))).changes.length, 5)
  t.ok(found.length < 8, `${found.length} statements`)
  t.ok(Math.max(...found) <= 5000, `${Math.max(...found)} rows`)
  const parents = await parentsAt(sql, adminCaller, new Set([chain.at(-1)!]), 0)
  t.strictSame([...parents.values()], chain.map((_, index) => chain[index - 1] ?? null).reverse())
})
