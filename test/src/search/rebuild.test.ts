import { buildIndex, rebuildIndex } from '#src/search/build.js'
import { forgetState } from '#src/search/state.js'
import { clearIndex } from '#src/search/write.js'
import type { statement } from '#src/database/sql.js'
import { onBothDatabases } from '#test/helper/app.js'
import { addAsset, succeed } from '#test/helper/items.js'

type Run = (query: ReturnType<typeof statement>, parameters: never) => Promise<unknown>

onBothDatabases('A search during which a rebuild empties the index is answered with 503, and not with nothing', async (t, { app, admin, adminCaller }) => {
  await addAsset(admin, { title: 'Harbour' })
  const { sql } = app.database.reads
  const first = sql.first as Run
  let emptied = 0
  const emptyAfter: Run = async (query, parameters) => {
    const row = await first.call(sql, query, parameters)
    if (query.name === 'search_state' && emptied++ === 0) {
      await app.transact(adminCaller, async (tx) => {
        await clearIndex(tx.sql)
        await forgetState(tx.sql)
      })
    }
    return row
  }
  Object.assign(sql, { first: emptyAfter })
  const { status } = await admin.get('search?q=harbour').finally(() => { Object.assign(sql, { first }) })
  t.strictSame([status, emptied > 0], [503, true])
  await buildIndex(app)
  t.equal((await succeed(admin.get('search?q=harbour'))).results.length, 1)
})

onBothDatabases('A search during which the whole index is rebuilt is answered with 503', async (t, { app, admin }) => {
  await addAsset(admin, { title: 'Harbour' })
  const { sql } = app.database.reads
  const first = sql.first as Run
  let looks = 0
  const rebuildAfter: Run = async (query, parameters) => {
    const row = await first.call(sql, query, parameters)
    if (query.name === 'search_state' && looks++ === 0) await rebuildIndex(app)
    return row
  }
  Object.assign(sql, { first: rebuildAfter })
  const { status, body } = await admin.get('search?q=harbour').finally(() => { Object.assign(sql, { first }) })
  t.strictSame([status, body, looks], [503, { error: 'The search index is being built: 99 %' }, 2])
  t.equal((await succeed(admin.get('search?q=harbour'))).results.length, 1)
})
