import { openDatabase } from '#src/database/database.js'
import { verifyIndex } from '#src/search/verify.js'
import { shorten } from './book.js'
import { runProgram } from './service.js'

/**
 * Checks that every change that a webhook wants was delivered, with the same bytes each time, and with sequence numbers
 * without a gap. Only the beginnings of attempts are in order: on a busy machine one may arrive after many that began
 * later. So `late` is a figure, and breaks no promise.
 * @param {object} options
 * @param {any} options.webhook as the service shows it
 * @param {import('./deliveries.js').Delivery[]} options.received by all webhooks
 * @param {any[]} options.changes all entries of /changes
 * @returns {{ lost: number, late: number, broken: string[] }} `late` is the largest number of places that an
 * event came after its own
 */
export function checkDeliveries ({ webhook, received, changes }) {
  const { id, name, trigger_events: kinds } = webhook
  const deliveries = received.filter(({ webhookId }) => webhookId === id)
  const wanted = changes.filter(({ event }) => kinds.includes(event))
  /** @type {Map<string, import('./deliveries.js').Delivery>} */
  const first = new Map()
  const broken = []
  let highest = 0
  let late = 0
  for (const delivery of deliveries) {
    const before = first.get(delivery.eventId)
    if (before !== undefined) {
      if (before.digest !== delivery.digest) broken.push(`event ${delivery.eventId} has come with different bytes`)
      continue
    }
    first.set(delivery.eventId, delivery)
    late = Math.max(late, highest - delivery.sequence)
    highest = Math.max(highest, delivery.sequence)
  }
  const missing = wanted.filter((entry) => !first.has(entry.id))
  broken.push(...missing.map((entry) => `${entry.event} ${entry.id} was not delivered`))
  const ids = new Set(wanted.map((entry) => entry.id))
  for (const event of first.keys()) if (!ids.has(event)) broken.push(`${event} was delivered, and /changes does not know it`)
  broken.push(...checkNumbers([...first.values()].map(({ sequence }) => sequence)))
  return { lost: missing.length, late, broken: shorten(broken.map((what) => `webhook ${name}: ${what}`)) }
}

/**
 * How many events have come to a webhook again.
 * @param {{ webhook: any, received: import('./deliveries.js').Delivery[] }} options
 */
export function countRepeated ({ webhook, received }) {
  const events = received.filter(({ webhookId }) => webhookId === webhook.id).map(({ eventId }) => eventId)
  return events.length - new Set(events).size
}

/** Checks that the numbers are 1, 2, 3 and so on. */
export function checkNumbers (numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const index = sorted.findIndex((number, place) => number !== place + 1)
  return index === -1 ? [] : [`the sequence has ${sorted[index]} in the place of ${index + 1}`]
}

/**
 * Checks that the numbers of changes have no gap, and that every entry of history has one.
 * @param {import('./databases.js').Database} database
 */
export async function checkChanges (database) {
  const rows = await database.query('SELECT entry_id, number FROM changes ORDER BY number')
  const broken = checkNumbers(rows.map(({ number }) => Number(number))).map((what) => `/changes: ${what}`)
  const [{ count }] = await database.query('SELECT count(*) AS count FROM history')
  if (Number(count) !== rows.length) broken.push(`/changes has ${rows.length} entries, history ${count}`)
  return broken
}

/** Compares the search index with the rows. */
export async function checkIndex (url) {
  const database = await openDatabase(url)
  try {
    const { missing, outdated, orphaned } = await verifyIndex(database)
    return shorten([
      ...missing.map((id) => `${id} is not in the search index`),
      ...outdated.map((id) => `${id} is in the search index as it was`),
      ...orphaned.map((id) => `${id} is in the search index, and nowhere else`)
    ])
  } finally {
    await database.close()
  }
}

/** Checks the files with `cutroom media verify`. */
export async function checkFiles ({ databaseUrl, folder, command = 'src/cli/main.js' }) {
  const { code, stdout, stderr } = await runProgram(command, {
    parameters: ['media', 'verify'],
    environment: { DATABASE_URL: databaseUrl, MEDIA_DIR: `${folder}/media`, LOG_LEVEL: 'silent' },
    folder
  })
  return code === 0 ? [] : [`media verify: ${(stdout + stderr).slice(0, 1000)}`]
}
