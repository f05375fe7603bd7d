import { setTimeout as delay } from 'node:timers/promises'
import { succeed, untilIndexed } from '#proof/harness/api.js'
import { shorten } from '#proof/harness/book.js'
import { fillCrowd, PROJECTS } from '#proof/harness/crowd.js'
import { startNeighbour } from '#proof/harness/neighbour.js'
import { lacksProcessStatus } from '#proof/harness/process-status.js'
import { seededId } from '#proof/harness/seed.js'
import { API_KEY, startService } from '#proof/harness/service.js'
import { readOperations, worstOf } from '../neighbours/bodies.js'
import { loads } from '../neighbours/loads.js'
import { burden, openLoads } from '../neighbours/press.js'

export const name = 'neighbours'
export const description = 'the most that each bound allows, beside a caller who behaves'

const ASSETS = 63_000
const ASSETS_IN_QUICK = 3000
const ROWS = 20_000
const ROWS_IN_QUICK = 500
const CALLERS_OF_ENDPOINT = 6
const CALLERS_TOGETHER = 24
const TEXTS = 9

/** @param {import('../options.js').Options} options */
export function steps ({ quick, databases, loads: part }) {
  const named = (all) => all.filter(({ what }) => what.includes(part))
  const size = quick
    ? { assets: ASSETS_IN_QUICK, rows: ROWS_IN_QUICK, forMs: 1000, aloneMs: 500 }
    : { assets: ASSETS, rows: ROWS, forMs: 10_000, aloneMs: 3000 }
  return databases.flatMap((database) => {
    const step = (name, choose) => ({
      name, database, needs: lacksProcessStatus, run: (context) => run(context, size, choose)
    })
    return quick
      ? [step('all of it at once', async (crowd) => [
          together('the worst of each bound', named(loads)),
          together('the worst to each endpoint', await endpoints(crowd))
        ])]
      : [
          step('the worst of each bound', async () => named(loads)),
          step('the worst to each endpoint', async (crowd) => named(await endpoints(crowd)))
        ]
  })
}

/** Several loads as one: each caller uses them in turn. */
function together (what, some) {
  return {
    what,
    callers: CALLERS_TOGETHER,
    least: some.length + CALLERS_TOGETHER,
    act: (crowd, turn, signal) => some[turn % some.length].act(crowd, Math.floor(turn / some.length), signal),
    after: async (crowd) => {
      for (const { after } of some) await after?.(crowd)
    }
  }
}

/**
 * @param {import('../context.js').Context} context
 * @param {{ assets: number, rows: number, forMs: number, aloneMs: number }} size
 * @param {(crowd: import('../neighbours/loads.js').Crowd) => Promise<import('../neighbours/loads.js').Load[]>} choose
 * @returns {Promise<import('../scenarios.js').Row[]>}
 */
async function run ({ createDatabase, folder, say }, { assets, rows, forMs, aloneMs }, choose) {
  const { url: databaseUrl, ...database } = await createDatabase()
  const start = () => startService({ databaseUrl, folder })
  await (await start()).stop()
  await fillCrowd(database, { assets })
  const service = await start()
  const { url } = service
  await untilIndexed(url)
  await database.settle()
  const { api_key: { key } } = await succeed(url, 'POST', 'admin/users', { email: 'neighbour@example.com' })
  const broken = []
  const crowd = await createCrowd(url, { assets, rows }, broken)

  const { during } = startNeighbour(url, { 'x-api-key': key })
  await during(() => delay(aloneMs / 2))
  const results = []
  for (const load of await choose(crowd)) {
    // Measured again before each load: what earlier loads have written makes searches cost more.
    const alone = await during(() => delay(aloneMs))
    const { times, felt: beside, memory } = await burden(load, crowd, { pid: service.pid, forMs, measure: during })
    const figures = {
      'p99 alone, ms': Math.round(alone.p99),
      'beside it': Math.round(beside.p99),
      longest: Math.round(beside.longest),
      refused: beside.refused,
      ...memory
    }
    say(`${load.what}: ${times} times; p99 ${figures['beside it']} ms, alone ${figures['p99 alone, ms']} ms`)
    results.push({ what: load.what, times, broken: shorten([...broken.splice(0), ...beside.wrong], 3), figures })
  }
  const { code } = await service.stop()
  if (code !== 0) results.push({ what: 'the end', times: 1, broken: [`the service, asked to stop, ended with ${code}`] })
  return results
}

/**
 * Each endpoint as a load of its own. The well-behaved caller does not read the last project.
 * @param {import('../neighbours/loads.js').Crowd} crowd
 */
async function endpoints (crowd) {
  const operations = await readOperations(crowd.url)
  const ids = {
    asset_id: seededId('asset', crowd.assets),
    project_id: seededId('project', PROJECTS),
    field_group_id: String(crowd.custom.group)
  }
  return operations.map((operation) => ({
    what: `the worst to ${operation.method} ${operation.path}`,
    callers: CALLERS_OF_ENDPOINT,
    act: (_crowd, turn) => crowd.send(worstOf(operation, ids, turn))
  }))
}

/** @returns {Promise<import('../neighbours/loads.js').Crowd>} */
async function createCrowd (url, { assets, rows }, broken) {
  const headers = { 'x-api-key': API_KEY }
  const group = await addGroup(url, 'complex')
  const fields = []
  for (let count = 0; count < TEXTS; count++) fields.push(await addField(url, group, 'textarea'))
  const rich = await addField(url, group, 'rich_text')
  const entries = await addGroup(url, 'complex')
  const entry = await addField(url, entries, 'textbox')
  const { send, hanging } = await openLoads(url, headers, broken)
  return { url, headers, send, assets, rows, custom: { group, fields, entries, entry, rich }, hanging }
}

async function addGroup (url, type) {
  return (await succeed(url, 'POST', 'admin/field_groups', { name: 'Notes', group_type: type })).field_group.id
}

async function addField (url, group, type) {
  const { field } = await succeed(url, 'POST', `admin/field_groups/${group}/fields`, {
    name: type, field_type: type, dropdown_options: [], searchable: true, read_only: false
  })
  return field.id
}
