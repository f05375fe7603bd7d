import pg from 'pg'
import { statements } from '#src/database/sql.js'
import { onBothDatabases } from '../../helper/app.js'

const DEPTH = 1000

onBothDatabases('Climbing a deep tree reads each project on the way once, and none if the target has nothing below it', async (t, world) => {
  const { app, adminCaller, url } = world
  const { dialect } = app.database.reads.sql
  if (dialect.name === 'sqlite') {
    t.pass('SQLite has no other way')
    return
  }
  const client = new pg.Client(url)
  await client.connect()
  t.teardown(() => client.end())
  await client.query(`
    INSERT INTO projects
      (id, account_id, project_id, owner, description, title, category, tags, status, created_at, modified_at)
    SELECT 'p' || g, $1, CASE WHEN g > 0 THEN 'p' || (g - 1) END, '', '', '', '', '[]', 'open', now(), now()
    FROM generate_series(0, ${DEPTH}) AS g`, [adminCaller.accountId])
  const above = statements.find(({ name }) => name === 'projects_above')!.text(dialect)

  const climb = async (from: string, to: string) => {
    const text = above.replaceAll('$1', `'${from}'`).replaceAll('$2', String(adminCaller.accountId)).replaceAll('$3', `'${to}'`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) ${text}`)
    const lines = rows.map((row) => row['QUERY PLAN'])
    t.notMatch(lines.join('\n'), /Seq Scan/)
    return Number(/Recursive Union.*\(actual rows=(\d+)/.exec(lines.find((line) => line.includes('Recursive Union'))!)![1])
  }
  for (const state of ['before', 'after']) {
    await t.test(`${state} PostgreSQL has analysed its tables`, async (t) => {
      if (state === 'after') await client.query('ANALYZE projects')
      t.equal(await climb(`p${DEPTH}`, 'p0'), DEPTH + 1, 'all of them')
      t.equal(await climb(`p${DEPTH}`, `p${DEPTH - 9}`), 10, 'no further than it has to')
      t.equal(await climb(`p${DEPTH - 1}`, `p${DEPTH}`), 0, 'below the last there is nothing')
    })
  }
})
