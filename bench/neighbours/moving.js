import { setTimeout as delay } from 'node:timers/promises'
import { headers } from '../support/load.js'
import { residentMebibytes, watchResident } from '#proof/harness/process-status.js'
import { figure } from '../support/report.js'
import { moment } from '../webhooks/setup.js'
import { openUnread } from '#proof/harness/neighbour.js'
import { besides, createWorld, exportOne, importOne } from './world.js'

const IMPORTS = 20
const ROWS = 20_000
const EXPORTS = 30
const LARGE_ROW_BYTES = 13.5 * 1024 ** 2
const LARGE_ROWS = 3
const MEANWHILE_MS = 10_000

/** Waiting imports, exports, and very large rows. */
export async function run (databases) {
  const world = await createWorld(databases, 'moving')
  const { server, neighbour } = world
  const rows = []

  const readAll = Array.from({ length: EXPORTS }, async () => {
    const answer = await fetch(`${server.url}/api/v2/export?sort=title`, { headers })
    await answer.text()
    return answer.status
  })
  const exportMs = delay(100).then(() => exportOne(server, neighbour))
  rows.push(
    await besides(`${EXPORTS} exports`, world, async () => { await Promise.race([Promise.all(readAll), delay(MEANWHILE_MS)]) }),
    ['the same: the neighbour\'s export of one line', `${figure(await exportMs)} ms`, '', 'less than 3 s']
  )
  await Promise.all(readAll)

  rows.push(await withUnread(server))

  const lines = Array.from({ length: ROWS }, (_, index) => `asset,Imported ${index}`)
  const file = ['type,title', ...lines, ''].join('\r\n')
  const sent = await Promise.all(Array.from({ length: IMPORTS }, () => send(server, 'text/csv', file)))
  rows.push([`${IMPORTS} imports of ${figure(ROWS)} rows wait: the neighbour's import of one row`,
    `${figure(await importOne(server, neighbour))} ms`, `${sent.filter((status) => status === 200).length} were taken`,
    'less than 3 s'])
  rows.push(await besides('the same', world, () => delay(MEANWHILE_MS)))
  await server.stop()

  const large = await createWorld(databases, 'large-rows', { assets: 1000 })
  const row = JSON.stringify({
    type: 'asset',
    title: 'Large',
    custom_fields: [{ field_group_id: 1, values: Object.fromEntries(numbers(LARGE_ROW_BYTES / 14)) }]
  })
  const before = residentMebibytes(large.server.pid)
  const resident = watchResident(large.server.pid)
  rows.push(await besides(`An import with ${LARGE_ROWS} rows of 13.5 MiB`, large, async () => {
    await send(large.server, 'application/x-ndjson', `${row}\n`.repeat(LARGE_ROWS))
    await delay(MEANWHILE_MS)
  }))
  rows.push(['the same: memory, peak', `${figure(resident.stop())} MiB`, `${figure(before)} MiB before`, ''])
  await large.server.stop()
  return rows
}

/** Holds exports open that are not read. */
async function withUnread (server) {
  const startedAt = moment()
  const unread = await Promise.all(Array.from({ length: EXPORTS }, () => openUnread(`${server.url}/api/v2/export`, headers).catch(() => null)))
  const answered = unread.filter((one) => one?.statusCode === 200).length
  const waitedMs = moment() - startedAt
  for (const one of unread) one?.leave()
  return [`${EXPORTS} exports that nobody reads: answered`, figure(answered), `after ${figure(waitedMs)} ms`, '']
}

async function send (server, type, body) {
  const answer = await fetch(`${server.url}/api/v2/imports`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body
  })
  await answer.text()
  return answer.status
}

/** `count` pairs of a number and 1. */
function numbers (count) {
  return Array.from({ length: Math.floor(count) }, (_, index) => [1_000_000 + index, 1])
}
