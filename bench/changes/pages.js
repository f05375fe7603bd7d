import { call } from '../support/call.js'
import { ensure } from '#proof/harness/failure.js'
import { figure } from '../support/report.js'
import { seed } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'
import { moment } from '../webhooks/setup.js'

const PROJECTS = 10
const PAGE = 1000
const kinds = [
  { name: 'changes', query: '', wanted: '> 20,000/s' },
  { name: 'changes with their items', query: '&include=item', wanted: '' }
]

/** Measures how fast one reader reads a long history, page after page. */
export async function run (databases, options) {
  const [assets = 100_000] = options.assets ?? []
  const database = await createMigrated(databases, 'pages')
  await seed(database, { projects: PROJECTS, assetsPerProject: assets / PROJECTS })
  await database.execute(`
    INSERT INTO changes (account_id, number, entry_id, project_id)
    SELECT account_id, (SELECT COALESCE(MAX(number), 0) FROM changes) + row_number() OVER (ORDER BY id), id, NULL
    FROM history WHERE id NOT IN (SELECT entry_id FROM changes)`)
  await database.settle()
  const server = await startService(database, { name: 'changes-pages' })
  await readAll(server, '', PAGE * 10)
  const rows = []
  for (const { name, query, wanted } of kinds) {
    const startedAt = moment()
    const count = await readAll(server, query, Infinity)
    const seconds = (moment() - startedAt) / 1000
    ensure(count >= assets, `${count} changes came, not ${assets}`)
    rows.push([`${figure(count)} ${name} in pages of ${figure(PAGE)}`, `${figure(count / seconds)}/s`,
      `${figure(seconds)} s`, wanted])
  }
  await server.stop()
  return rows
}

async function readAll (server, query, most) {
  let count = 0
  for (let since = '', more = true; more && count < most;) {
    const page = await call(server, 'GET', `changes?limit=${PAGE}${query}${since}`)
    count += page.changes.length
    more = page.more
    since = `&since=${page.next}`
  }
  return count
}
