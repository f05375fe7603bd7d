import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { closeLater } from '#proof/harness/closing.js'
import { call } from '../support/call.js'
import { ensure } from '#proof/harness/failure.js'
import { headers } from '../support/load.js'
import { figure } from '../support/report.js'
import { dialects, seed, seededId } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'
import { moment, until } from '../webhooks/setup.js'

const PROJECTS = 10
const ALONE_MS = 3000
const PAUSE_MS = 20

/**
 * A service with a crowded account: so many assets, whose last have the tag `last`, and each of them with so many tags
 * of its own. Its neighbour is another user of the account, and both keys may do everything.
 */
export async function createWorld (databases, name, { assets = 63_000, tags = 0, settings = {} } = {}) {
  const database = await createMigrated(databases, name)
  await seed(database, { projects: PROJECTS, assetsPerProject: assets / PROJECTS })
  const { [database.kind]: sql } = dialects
  const own = database.kind === 'sqlite'
    ? `(SELECT json_group_array('tag ' || n.i || ' of ' || assets.id) FROM ${sql.numbers(tags)} AS n)`
    : `(SELECT CAST(json_agg('tag ' || n.i || ' of ' || assets.id) AS text) FROM generate_series(1, ${tags}) AS n(i))`
  await database.execute([
    `UPDATE assets SET tags = '["last"]' WHERE id > '${seededId('asset', assets - 1000)}'`,
    ...tags === 0 ? [] : [`UPDATE assets SET tags = ${own.replace('AS numbers AS n', 'AS n')}`],
    `INSERT INTO changes (account_id, number, entry_id, project_id)
    SELECT h.account_id, (SELECT COALESCE(MAX(number), 0) FROM changes) + row_number() OVER (ORDER BY h.id), h.id,
      a.project_id
    FROM history AS h LEFT JOIN assets AS a ON a.id = h.asset_id WHERE h.id NOT IN (SELECT entry_id FROM changes)`,
    'DELETE FROM search_state'
  ].join(';\n'))
  await database.settle()
  const server = await startService(database, { name, settings })
  await until(
    'the index is built',
    async () => (await fetch(`${server.url}/api/v2/search?limit=1`, { headers })).status === 200,
    600_000
  )
  const { api_key: { key } } = await call(server, 'POST', 'admin/users', { email: 'neighbour@example.com' })
  return { database, server, neighbour: { 'x-api-key': key } }
}

/** What a neighbour asks, one after the other and again and again: none of it is much. */
const questions = (number) => [
  `assets/${seededId('asset', 1 + number % 1000)}`,
  'search?q=interview&limit=10',
  'search?q=interview&sort=title&limit=10',
  'changes?limit=10'
]

/** Asks until told to stop. `stop` gives the longest and the median answer in milliseconds. */
function startAsking (server, neighbour) {
  const waited = []
  const state = { isOver: false }
  const asking = (async () => {
    for (let number = 0; !state.isOver; number++) {
      for (const path of questions(number)) {
        const startedAt = moment()
        const { statusCode, body } = await request(`${server.url}/api/v2/${path}`, { headers: neighbour })
        await body.dump()
        ensure(statusCode === 200, `the neighbour's ${path} answered ${statusCode}`)
        waited.push(moment() - startedAt)
      }
      await delay(PAUSE_MS)
    }
  })()
  return {
    stop: async () => {
      state.isOver = true
      await asking
      const sorted = waited.sort((a, b) => a - b)
      return { longest: sorted.at(-1), median: sorted[Math.floor(sorted.length / 2)] }
    }
  }
}

/** What a neighbour waits for while something is done, beside what it waits for alone. */
export async function besides (what, { server, neighbour }, work) {
  const ask = async (meanwhile) => {
    const asking = startAsking(server, neighbour)
    await meanwhile()
    return asking.stop()
  }
  await ask(() => delay(ALONE_MS / 3))
  const alone = await ask(() => delay(ALONE_MS))
  const beside = await ask(work)
  return [`${what}: the neighbour waits at most`, `${figure(beside.longest)} ms`,
    `${figure(alone.longest)} ms alone; median ${figure(beside.median)} and ${figure(alone.median)} ms`,
    'at most 250 ms longer']
}

/** How long the neighbour's import of one row takes, in milliseconds. */
export async function importOne (server, neighbour) {
  const startedAt = moment()
  const headers = { ...neighbour, 'content-type': 'text/csv' }
  const answer = await fetch(`${server.url}/api/v2/imports`, { method: 'POST', headers, body: 'type,title\r\nasset,One\r\n' })
  ensure(answer.status === 200, `the import was answered ${answer.status}`)
  const { import: { id } } = /** @type {any} */ (await answer.json())
  await until('the import of one row is done', async () => {
    const state = await fetch(`${server.url}/api/v2/imports/${id}`, { headers: neighbour })
    return (/** @type {any} */ (await state.json())).import.status === 'done'
  })
  return moment() - startedAt
}

/** How long the neighbour's export of one line takes, in milliseconds. */
export async function exportOne (server, neighbour) {
  const startedAt = moment()
  const answer = await fetch(`${server.url}/api/v2/export?external_id=none`, { headers: neighbour })
  await answer.text()
  ensure(answer.status === 200, `the export was answered ${answer.status}`)
  return moment() - startedAt
}

/**
 * Opens a request whose answer nobody reads. Resolves when it has begun, or was refused.
 * @returns {Promise<{ statusCode: number, leave: () => void }>}
 */
export async function openUnread (server, path, extra = {}) {
  const leaving = new AbortController()
  closeLater(() => leaving.abort())
  const { statusCode, body } = await request(`${server.url}/api/v2/${path}`, {
    headers: { ...headers, ...extra },
    signal: leaving.signal,
    headersTimeout: 0,
    bodyTimeout: 0
  })
  body.on('error', () => {})
  body.pause()
  return { statusCode, leave: () => leaving.abort() }
}
