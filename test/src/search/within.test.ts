import { statement } from '#src/database/sql.js'
import type { IndexQuery } from '#src/search/query.js'
import { createSqlParameters, withinCondition } from '#src/search/select.js'
import type { Inside } from '#src/search/inside.js'
import type { Test } from 'tap'
import { onBothDatabases, type World } from '../../helper/app.js'

const bounded = { user: 1, email: 'ann@example.com', atTop: false }
const cases: Array<readonly [string, Inside]> = [
  ['within a project', { project: 'project', eyes: 'all' }],
  ['within a project of a link', { project: 'project', eyes: 'public' }],
  ['of a user within a project', { project: 'project', eyes: bounded }],
  ['of a user who sees many projects', { project: null, eyes: bounded }],
  ['of a user who does not see many projects', { project: null, eyes: { ...bounded, atTop: true } }]
]

for (const [of, inside] of cases) {
  onBothDatabases(`The tree of projects is walked once, and not for each hit, in a search ${of}`, (t, world) => check(t, world, inside))
}

async function check (t: Test, { app }: World, inside: Inside): Promise<void> {
  const { sql } = app.database.reads
  const parameters = createSqlParameters()
  const query: Pick<IndexQuery, 'inside' | 'accountId'> = { inside, accountId: 1 }
  const condition = withinCondition(sql.dialect, query as IndexQuery, parameters)
  if (sql.dialect.name === 'postgresql') {
    const plan = await sql.all(statement<{ 'QUERY PLAN': string }>('', () =>
      `EXPLAIN SELECT i.item_id FROM search_items AS i WHERE i.account_id = 1${condition}`), parameters.values)
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    t.match(lines, /hashed SubPlan/)
    t.notMatch(lines, /Join Filter/)
    return
  }
  const plan = await sql.all(statement<{ detail: string }>('', () => `
    EXPLAIN QUERY PLAN SELECT i.id FROM search_index CROSS JOIN search_items AS i ON i.id = search_index.rowid
    WHERE search_index MATCH 'word'${condition}`), parameters.values)
  const details = plan.map(({ detail }) => detail)
  t.notOk(details.some((detail) => /AUTOMATIC|CORRELATED LIST/.test(detail)), details.join('\n'))
}
