import { listChanges } from '#src/changes/log/rows.js'
import type { Statement } from '#src/database/sql.js'
import { onBothDatabases } from '../../helper/app.js'
import { addAsset, succeed } from '../../helper/items.js'

onBothDatabases('However many readers follow old changes, a turn of the event loop reads one piece at most', async (t, { app, admin, adminCaller }) => {
  const { id } = await addAsset(admin)
  for (let number = 0; number < 120; number++) await succeed(admin.put(`assets/${id}`, { title: `Title ${number}` }))
  const { sql } = app.database.reads
  const { all } = sql
  let reads = 0
  let most = 0
  let timer = setImmediate(function count () {
    most = Math.max(most, reads)
    reads = 0
    timer = setImmediate(count)
  })
  t.intercept(sql, 'all', {
    value: (query: Statement, parameters: never) => {
      if (query === listChanges) reads++
      return all(query, parameters)
    }
  })
  const gone = new AbortController()
  const reader = { caller: async () => adminCaller, gone: gone.signal }
  const bursts: number[] = []
  await Promise.all(Array.from({ length: 20 }, async () => {
    let seen = 0
    const following = app.changes.follow(reader, { number: 0, epoch: null }, { limit: 1000, includeItems: true })
    for await (const changes of following) {
      bursts.push(changes.length)
      seen += changes.length
      if (seen >= 121) break
    }
  }))
  clearImmediate(timer)
  gone.abort()
  t.equal(most, 1)
  t.ok(Math.max(...bursts) <= 50, 'a stream gets at most 50 changes at a time')
})
