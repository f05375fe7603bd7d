import pg from 'pg'
import t from 'tap'
import { listChanges } from '#src/changes/log/rows.js'
import { createWorld } from '../../helper/app.js'
import { succeed } from '../../helper/items.js'

const OPERATIONS = 1000
const BULKS = 3
const LIMIT = 50

t.test('PostgreSQL reads no more history entries than a page has, even before its tables are analysed', async (t) => {
  const { app, url, admin } = await createWorld(t, 'postgresql')
  const client = new pg.Client(url)
  t.teardown(() => client.end())
  await client.connect()
  // Autovacuum would analyse the table at an unknown time.
  await client.query('ALTER TABLE changes SET (autovacuum_enabled = false)')
  const operations = Array(OPERATIONS).fill({ method: 'POST', path: '/api/v2/assets', body: { title: 'Interview' } })
  for (let bulk = 0; bulk < BULKS; bulk++) await succeed(admin.post('bulk', { operations, atomic: false }))
  await succeed(admin.get('changes?limit=1'))
  const { rows: [known] } = await client.query("SELECT reltuples FROM pg_class WHERE relname = 'changes'")
  t.equal(Number(known.reltuples), -1, 'the table is not analysed')

  for (const mode of ['force_generic_plan', 'force_custom_plan']) {
    await client.query(`SET plan_cache_mode = ${mode}`)
    await client.query(`PREPARE page AS ${listChanges.text(app.database.reads.sql.dialect)}`)
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page(1, 10, ${LIMIT})`)
    await client.query('DEALLOCATE page')
    const [{ Plan: plan }] = rows[0]['QUERY PLAN']
    t.ok(lookUps(plan) <= LIMIT, `${mode}: ${lookUps(plan)} entries`)
  }
})

interface Plan {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Plan[]
}

/** Rows of the history that a plan has read. */
function lookUps (plan: Plan): number {
  const own = plan['Relation Name'] === 'history' ? plan['Actual Rows'] * plan['Actual Loops'] : 0
  return own + (plan.Plans ?? []).reduce((sum, part) => sum + lookUps(part), 0)
}
