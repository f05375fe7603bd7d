import { setTimeout as delay } from 'node:timers/promises'
import { headers } from '../support/load.js'
import { processorMicroseconds, residentMebibytes, watchResident } from '#proof/harness/process-status.js'
import { figure } from '../support/report.js'
import { openUnread } from '#proof/harness/neighbour.js'
import { seededId } from '#proof/harness/seed.js'
import { openStream } from '../changes/stream.js'
import { eventually } from '#proof/harness/waiting.js'
import { besides, createWorld } from './world.js'

const STREAMS = 500
const LEFT_AFTER_MS = 2000
const SETTLE_MS = 3000
const UNREAD = 12
const EVENTS = 5000
const EVENT_STREAM = { accept: 'text/event-stream' }

/** Streams of changes: opened and left, not read, and read one change at a time. */
export async function run (databases) {
  const world = await createWorld(databases, 'streams')
  const { server, neighbour } = world
  const within = `changes?within=${seededId('project', 10)}`
  const rows = [
    await besides(`${STREAMS} streams of /changes?within=…, left after ${LEFT_AFTER_MS / 1000} s`, world, async () => {
      const opened = Array.from({ length: STREAMS }, () => openUnread(`${server.url}/api/v2/${within}`, { ...headers, ...EVENT_STREAM }).catch(() => null))
      await delay(LEFT_AFTER_MS)
      for (const stream of await Promise.all(opened)) stream?.leave()
      await delay(SETTLE_MS)
    })
  ]

  const measure = async (query) => {
    let count = 0
    const before = processorMicroseconds(server.pid)
    const stream = await openStream(server, query, () => { count++ })
    await eventually('events have come', () => count >= EVENTS)
    const used = processorMicroseconds(server.pid) - before
    stream.stop()
    return used / count
  }
  await measure('limit=1000')
  const plain = await measure('limit=1000&event=ASSET_ADDED')
  const slow = await measure('limit=1&event=ASSET_ADDED')
  rows.push(['A stream with limit=1 and a filter: processor for an event', `${figure(slow)} µs`,
    `${figure(plain)} µs with limit=1000`, 'about the same'])

  await delay(SETTLE_MS)
  const before = residentMebibytes(server.pid)
  const resident = watchResident(server.pid)
  const unread = []
  for (let count = 0; count < UNREAD; count++) {
    unread.push(await openUnread(`${server.url}/api/v2/changes?include=item`, { ...neighbour, ...EVENT_STREAM }))
  }
  for (let count = 0; count < UNREAD; count++) {
    unread.push(await openUnread(`${server.url}/api/v2/projects/${seededId('project', 1)}/assets`, headers))
  }
  await delay(SETTLE_MS)
  const peak = resident.stop()
  for (const { leave } of unread) leave()
  rows.push([`${UNREAD} streams and ${UNREAD} lists that nobody reads: memory more`, `${figure(peak - before)} MiB`,
    `${figure(before)} MiB before`, 'less than 100 MiB'])
  await server.stop()
  return rows
}
