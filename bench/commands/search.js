import { request } from 'undici'
import { untilIndexed } from '#proof/harness/api.js'
import { call } from '../support/call.js'
import { openDatabases } from '../support/databases.js'
import { ensure } from '#proof/harness/failure.js'
import { headers } from '../support/load.js'
import { table } from '#proof/harness/table.js'
import { describeMachine, figure, publish } from '../support/report.js'
import { seed, seededId } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'

const PROJECTS = 10
const REQUESTS = 100

const searches = {
  'newest, no word': '',
  'word in half': 'q=half',
  'word in a tenth': 'q=tenth',
  'word in ten': 'q=rare',
  'two words': 'q=half+tenth',
  prefix: 'q=ten*',
  'word and filters': 'q=half&tag=interview&status=open&type=asset',
  'within a subtree of all': `q=tenth&within=${seededId('tree', 1)}`,
  'by title': 'q=tenth&sort=title',
  'by relevance': 'q=half&sort=relevance',
  'facets and total': 'q=half&facets=category&facets=tag&total=true'
}
const goals = { 'by relevance': '≤ 150', 'facets and total': '≤ 150' }

/**
 * Measures the time of a page of 50, and the time and size of building the index.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  const sizes = options.assets ?? [1000, 100_000]
  ensure(sizes.every((size) => size % PROJECTS === 0), 'search needs numbers of assets, in tens: --assets 1000,100000')
  const databases = await openDatabases(options)
  const machine = describeMachine(databases)
  const measured = []
  for (const size of sizes) measured.push(await measure(databases, size, options))
  const names = sizes.map((size) => size.toLocaleString('en-US'))
  await publish({
    title: `Searches, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, a page of 50, one request at a time`,
    table: table(
      ['search', ...names.flatMap((name) => [`${name}: p50 ms`, 'p95 ms']), 'p95 wanted'],
      Object.keys(searches).map((name) => [
        name,
        ...measured.flatMap(({ times }) => [quantile(times[name], 0.5), quantile(times[name], 0.95)].map(figure)),
        goals[name] ?? '≤ 25'
      ])
    ),
    notes: [machine, ...measured.map(({ buildMs, rowBytes, indexBytes }, index) =>
      `${names[index]} assets: the index is built in ${figure(buildMs / 1000)} s while the service runs; the database has ${figure(rowBytes / 1e6)} MB without it and ${figure(indexBytes / 1e6)} MB more with it.`)],
    figures: { sizes, measured }
  }, options)
}

async function measure (databases, size, options) {
  const database = await createMigrated(databases, `search-${size}`)
  await seed(database, { projects: PROJECTS, assetsPerProject: size / PROJECTS, projectsPerTree: PROJECTS })
  await database.execute(spread(size))
  await database.settle()
  const rowBytes = await sizeOf(database)
  const startedAt = Date.now()
  const server = await startService(database, options)
  await untilIndexed(server.url)
  const buildMs = Date.now() - startedAt
  await database.settle()
  const indexBytes = await sizeOf(database) - rowBytes
  process.stderr.write(`${size} assets are indexed after ${buildMs} ms\n`)

  const times = {}
  for (const [name, parameters] of Object.entries(searches)) {
    const { results } = await call(server, 'GET', `search?limit=50&${parameters}`)
    ensure(results.length > 0, `${name} finds nothing`)
    times[name] = []
    for (let count = 0; count < REQUESTS; count++) {
      const begun = performance.now()
      ensure(await ask(server, `search?limit=50&${parameters}`) === 200, `${name} fails`)
      times[name].push(performance.now() - begun)
    }
  }
  await server.stop()
  return { buildMs, rowBytes, indexBytes, times }
}

async function ask (server, path) {
  const { statusCode, body } = await request(`${server.url}/api/v2/${path}`, { headers })
  await body.text()
  return statusCode
}

/** Gives the assets words of different frequencies. The index is built afterwards. */
function spread (size) {
  const number = 'CAST(substr(title, 11) AS integer)'
  const word = (name, every) => `CASE WHEN ${number} % ${every} = 0 THEN ' ${name}' ELSE '' END`
  return `
    UPDATE assets SET description = description || ${word('half', 2)} || ${word('tenth', 10)}
      || ${word('rare', size / 10)};
    DELETE FROM search_state`
}

async function sizeOf (database) {
  const [{ bytes }] = await database.query(database.kind === 'sqlite'
    ? 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()'
    : 'SELECT CAST(pg_database_size(current_database()) AS double precision) AS bytes')
  return Number(bytes)
}

function quantile (times, part) {
  return [...times].sort((a, b) => a - b)[Math.ceil(times.length * part) - 1]
}
