import { setTimeout as delay } from 'node:timers/promises'
import { call } from '../support/call.js'
import { ensure } from '#proof/harness/failure.js'
import { untilIndexed } from '#proof/harness/api.js'
import { headers } from '../support/load.js'
import { residentMebibytes, watchResident } from '#proof/harness/process-status.js'
import { startProbe } from '../support/probe.js'
import { startReceiver } from '../support/receiver.js'
import { figure } from '../support/report.js'
import { assetCount, seed, seededId } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'
import { eventually } from '#proof/harness/waiting.js'
import { untilDelivered } from '#proof/harness/webhooks.js'
import { addWebhooks, moment } from '../webhooks/setup.js'

const LAYOUT = { projects: 10, assetsPerProject: 100 }
/** One row in this many is wrong. */
const WRONG_EVERY = 100
const WARM_UP_ROWS = 2000
const PROBE_EVERY_MS = 5
const ALONE_MS = 5000
const LOOK_EVERY_MS = 50

/** Imports a CSV of new assets with a search index and one webhook, while another caller reads. */
export async function run (databases, options) {
  const [rows = 100_000] = options.assets ?? []
  const database = await createMigrated(databases, 'import')
  await seed(database, LAYOUT)
  await database.execute('DELETE FROM search_state')
  const receiver = await startReceiver()
  const server = await startService(database, { name: 'import' })
  await addWebhooks(server, [`${receiver.url}/hook`])
  await untilIndexed(server.url)
  await importRows(server, 'warm', WARM_UP_ROWS)
  await untilDelivered(server.url)

  const alone = await watchReads(server, () => delay(ALONE_MS))
  const before = residentMebibytes(server.pid)
  const resident = watchResident(server.pid)
  let seconds = NaN
  const meanwhile = await watchReads(server, async () => { seconds = await importRows(server, 'row', rows) })
  const peak = resident.stop()
  await server.stop()
  const p99 = (latencies) => latencies.percentile(99) / 1000
  return [
    [`Import of ${figure(rows)} rows of CSV, one of ${WRONG_EVERY} wrong, with search and a webhook`,
      `${figure(rows / seconds)} rows/s`, `${figure(seconds)} s`, '> 3,000 rows/s'],
    ['the same: memory, peak', `${figure(peak)} MiB`, `${figure(before)} MiB before`, '+64 MiB'],
    [`GET of an asset meanwhile, every ${PROBE_EVERY_MS} ms, p99`, `${figure(p99(meanwhile))} ms`,
      `${figure(p99(alone))} ms alone`, '≤ 3 × alone']
  ]
}

async function watchReads (server, work) {
  const probe = startProbe({
    urlOf: (number) => `${server.url}/api/v2/assets/${seededId('asset', 1 + number % assetCount(LAYOUT))}`,
    headers,
    everyMs: PROBE_EVERY_MS
  })
  await work()
  return probe.stop()
}

/** Returns the seconds from sending the file to the last row. */
async function importRows (server, name, rows) {
  const startedAt = moment()
  const answer = await fetch(`${server.url}/api/v2/imports`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: fileOf(name, rows)
  })
  const { import: { id } } = /** @type {any} */ (await answer.json())
  /** @type {any} */
  let state
  await eventually('the import comes to its end', async () => {
    await delay(LOOK_EVERY_MS)
    state = (await call(server, 'GET', `imports/${id}`)).import
    return state.finished_at !== null
  }, 600_000)
  const failed = rows / WRONG_EVERY
  ensure(
    state.status === 'done' && state.created === rows - failed && state.failed === failed,
    `the import came to ${JSON.stringify(state)}`
  )
  return (moment() - startedAt) / 1000
}

/** A wrong row has a title that is too long. */
function fileOf (name, rows) {
  const long = 'x'.repeat(1001)
  const lines = Array.from({ length: rows }, (_, index) =>
    `asset,${name}-${index},${index % WRONG_EVERY === 0 ? long : `Interview ${index}`},"Second take, camera B",Rushes,interview|camera B`)
  return ['type,external_id,title,description,category,tags', ...lines, ''].join('\r\n')
}
