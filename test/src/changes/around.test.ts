import type { ChangeRow } from '#src/changes/log/rows.js'
import { projectsAround } from '#src/changes/log/within.js'
import type { Sql, SqlValue, Statement } from '#src/database/sql.js'
import { inAppOfProcess } from '#test/helper/app.js'
import { fillChain } from '#test/helper/fill.js'

const DEPTH = 1000
const CHANGES = 200

inAppOfProcess()('For many changes in a deep tree, each project above them is read once', async (t, world) => {
  const ids = await fillChain(world, DEPTH)
  const changes = ids.slice(-CHANGES).map((id, index) => (
    { number: 1_000_000 + index, id: String(index), event: 'ASSET_REMOVED', asset_id: 'none', project_id: null, in_project_id: id }
  )) as unknown as ChangeRow[]
  let rows = 0
  const { sql } = world.app.database.reads
  const counted: Sql = {
    ...sql,
    all: async <Row>(statement: Statement<Row>, parameters: readonly SqlValue[]) => {
      const answer = await sql.all(statement, parameters)
      rows += answer.length
      return answer
    }
  }
  const listened = new Set([ids[0]!, ids.at(-2)!, 'another'])
  const found = await projectsAround(counted, world.adminCaller, changes, changes, listened)
  t.ok(rows <= DEPTH, `${rows} rows were read for ${CHANGES} changes`)
  t.strictSame(
    changes.map(({ id }) => [...found.get(id)!].sort()),
    changes.map((_, index) => [ids[0]!, ...(index >= CHANGES - 2 ? [ids.at(-2)!] : [])].sort())
  )
})
