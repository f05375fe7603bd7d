import { percentile } from '#proof/harness/figures.js'
import { call } from '../support/call.js'
import { figure } from '../support/report.js'
import { createMigrated, startService } from '../support/servers.js'
import { eventually } from '#proof/harness/waiting.js'
import { moment } from '../webhooks/setup.js'
import { openStream } from './stream.js'

const WANTED_MS = 50
const TITLE = { title: 'Interview', tags: ['interview', 'camera B'] }

/**
 * Measures the time from the answer to a write until a waiting reader has it: in the process that wrote, and on
 * PostgreSQL in another one.
 */
export async function run (databases, options) {
  const database = await createMigrated(databases, 'latency')
  const servers = [await startService(database, { name: 'changes-latency' })]
  if (databases.kind === 'postgresql') servers.push(await startService(database, { name: 'changes-latency-other' }))
  const rows = []
  for (const [index, reader] of servers.entries()) {
    const where = index === 0 ? '' : ', through another process'
    const { after, whole, answered } = await measure(servers[0], reader, options)
    rows.push([`From the answer of a write to a reader who waits${where}, ${options.connections} writers, p95`, `${figure(percentile(after, 95))} ms`,
      `p50 ${figure(percentile(after, 50))} ms of ${figure(after.length)}; from sending the write p95 ${figure(percentile(whole, 95))} ms, and its answer ${figure(percentile(answered, 95))} ms`, `< ${WANTED_MS} ms`])
  }
  for (const server of servers) await server.stop()
  return rows
}

/** One writer per connection, each one write after the other. Writes of the warm-up do not count. */
async function measure (server, reader, { connections, seconds, warmup }) {
  const seen = new Map()
  const stream = await openStream(
    reader,
    'since=now&event=ASSET_ADDED',
    ({ targets }) => seen.set(targets.asset_id, moment())
  )
  const sent = []
  const countFrom = moment() + warmup * 1000
  const end = countFrom + seconds * 1000
  await Promise.all(Array.from({ length: connections }, async () => {
    while (moment() < end) {
      const startedAt = moment()
      const { asset } = await call(server, 'POST', 'assets', TITLE)
      if (startedAt >= countFrom) sent.push({ id: asset.id, startedAt, answeredAt: moment() })
    }
  }))
  await eventually('all changes are seen', () => sent.every(({ id }) => seen.has(id)))
  stream.stop()
  return {
    after: sent.map(({ id, answeredAt }) => Math.max(0, seen.get(id) - answeredAt)),
    whole: sent.map(({ id, startedAt }) => seen.get(id) - startedAt),
    answered: sent.map(({ startedAt, answeredAt }) => answeredAt - startedAt)
  }
}
