import { request } from 'undici'
import { ensure } from '#proof/harness/failure.js'
import { untilIndexed } from '#proof/harness/api.js'
import { headers } from '../support/load.js'
import { residentMebibytes, watchResident } from '#proof/harness/process-status.js'
import { figure } from '../support/report.js'
import { seed } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'
import { moment } from '../webhooks/setup.js'

const PROJECTS = 10
const NEWLINE = 0x0A
const formats = [
  { name: 'lines of JSON', query: '' },
  { name: 'CSV', query: 'format=csv' },
  { name: 'lines of JSON, by title', query: 'sort=title' }
]
const MEBIBYTE = 1024 ** 2

/** Measures exports of a whole account, in both formats. */
export async function run (databases, options) {
  const [assets = 100_000] = options.assets ?? []
  const database = await createMigrated(databases, 'export')
  await seed(database, { projects: PROJECTS, assetsPerProject: assets / PROJECTS })
  await database.execute('DELETE FROM search_state')
  const server = await startService(database, { name: 'export' })
  await untilIndexed(server.url)
  await read(server, 'type=project&format=csv')
  const rows = []
  for (const { name, query } of formats) {
    const before = residentMebibytes(server.pid)
    const resident = watchResident(server.pid)
    const startedAt = moment()
    const { lines, bytes } = await read(server, query)
    const seconds = (moment() - startedAt) / 1000
    const peak = resident.stop()
    ensure(lines >= assets, `${name}: ${lines} lines came, not ${assets}`)
    rows.push(
      [`Export of ${figure(lines)} items as ${name}`, `${figure(lines / seconds)}/s`,
        `${figure(seconds)} s, ${figure(bytes / MEBIBYTE)} MiB`, query === 'sort=title' ? '' : '> 30,000/s'],
      ['the same: memory, peak', `${figure(peak)} MiB`, `${figure(before)} MiB before`, 'flat']
    )
  }
  await server.stop()
  return rows
}

/** Counts lines, and keeps none of them. */
async function read (server, query) {
  const { statusCode, body } = await request(`${server.url}/api/v2/export?${query}`, { headers })
  ensure(statusCode === 200, `the export answered ${statusCode}`)
  let lines = 0
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines++
  }
  return { lines, bytes }
}
