import { statement } from '#src/database/sql.js'
import type { IndexQuery } from '#src/search/query.js'
import { createSqlParameters, withinCondition } from '#src/search/select.js'
import { onBothDatabases } from '../../helper/app.js'

onBothDatabases('A deep tree is walked once, and by its own index, for a search within it', async (t, { app }) => {
  const { sql } = app.database.reads
  const parameters = createSqlParameters()
  const query: Pick<IndexQuery, 'within' | 'accountId'> = { within: 'project', accountId: 1 }
  const condition = withinCondition(sql.dialect, query as IndexQuery, parameters)
  if (sql.dialect.name === 'postgresql') {
    const plan = await sql.all<{ 'QUERY PLAN': string }>(statement('', () =>
      `EXPLAIN SELECT i.item_id FROM search_items AS i WHERE i.account_id = 1${condition}`), parameters.values)
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    t.match(lines, /hashed SubPlan/)
    t.notMatch(lines, /Join Filter/)
    return
  }
  const plan = await sql.all<{ detail: string }>(statement('', () => `
    EXPLAIN QUERY PLAN SELECT i.id FROM search_index CROSS JOIN search_items AS i ON i.id = search_index.rowid
    WHERE search_index MATCH 'word'${condition}`), parameters.values)
  const details = plan.map(({ detail }) => detail)
  t.notOk(details.some((detail) => /AUTOMATIC|CORRELATED/.test(detail)), details.join('\n'))
})
