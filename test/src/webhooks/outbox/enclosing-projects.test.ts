import type { RecordedEvent } from '#src/core/events/record.js'
import type { Transaction } from '#src/core/transact.js'
import { createEnclosingProjects } from '#src/webhooks/outbox/enclosing-projects.js'
import { onBothDatabases } from '#test/helper/app.js'
import { fillChain } from '#test/helper/fill.js'

const DEPTH = 1000
const EVENTS = 200

onBothDatabases('For many events in a deep tree, each project above them is read once', async (t, world) => {
  const ids = await fillChain(world, DEPTH)
  const events = ids.slice(-EVENTS).map((id, index): RecordedEvent => (
    {
      id: String(index),
      event: 'ASSET_REMOVED',
      severity: 2,
      time: '',
      userId: 1,
      targets: { asset_id: 'none' },
      data: { asset: { id: 'none', project_id: id } }
    }
  ))
  let rows = 0
  const found = await world.app.transact(world.adminCaller, async (tx) => {
    const counted: Transaction['sql'] = {
      ...tx.sql,
      all: async <Row>(...parameters: Parameters<Transaction['sql']['all']>) => {
        const answer = await tx.sql.all<Row>(...parameters)
        rows += answer.length
        return answer
      }
    }
    const spied: Transaction = { ...tx, sql: counted }
    return createEnclosingProjects().around(spied, events, async () => new Set([ids[0]!, ids.at(-2)!, 'another']))
  })
  t.ok(rows <= DEPTH, `${rows} rows were read for ${EVENTS} events`)
  t.strictSame(
    found.map((places) => [...places].sort()),
    events.map((_, index) => [ids[0]!, ...(index >= EVENTS - 2 ? [ids.at(-2)!] : [])].sort())
  )
})
