import { statement } from '#src/database/sql.js'
import { subtree } from '#src/search/query.js'
import { onBothDatabases } from '../../helper/app.js'

onBothDatabases('A deep tree is walked once, and by its own index, for a search within it', async (t, { app }) => {
  const { sql } = app.database.reads
  if (sql.dialect.name === 'postgresql') {
    t.pass('PostgreSQL walks it once')
    return
  }
  const plan = await sql.all<{ detail: string }>(statement('', () => `
    EXPLAIN QUERY PLAN SELECT i.id FROM search_index CROSS JOIN search_items AS i ON i.id = search_index.rowid
    WHERE search_index MATCH 'word' AND i.project_id IN (${subtree(sql.dialect, '$1', '$2')})`), ['project', 1])
  const details = plan.map(({ detail }) => detail)
  t.notOk(details.some((detail) => /AUTOMATIC|CORRELATED/.test(detail)), details.join('\n'))
})
