import { succeed } from './api.js'
import { dialects } from './seed.js'

/** Rows per transaction. The running service then waits for the database no longer than usual. */
const CHUNK = 10_000

/**
 * Deliveries are inserted directly: a million of them over HTTP would take longer than the measurement. Each has an
 * event of its own. All have the body of the first event, which the service itself must have written for a webhook.
 */

/** Writes the event that the others copy. */
export async function writeModel ({ url }) {
  await succeed(url, 'POST', 'assets', {
    title: 'Interview',
    description: 'Second take, camera B',
    category: 'Rushes',
    tags: ['interview', 'camera B']
  })
}

/**
 * Queues deliveries to each webhook. All webhooks must be disabled, as the service must not number deliveries during
 * the insert.
 * @param {import('./seed.js').Fillable} database
 * @param {number} count to each webhook
 */
export async function fillQueues (database, count) {
  for (let filled = 0; filled < count; filled += CHUNK) await fillChunk(database, Math.min(CHUNK, count - filled))
  await database.settle()
}

async function fillChunk (database, count) {
  const sql = dialects[database.kind]
  const id = `'${idPrefix()}' || ${sql.hexadecimal('i')}`
  await database.execute([`
    INSERT INTO webhook_events (id, account_id, event, payload, expires_at)
    SELECT ${id}, m.account_id, m.event, m.payload, m.expires_at
      FROM ${sql.numbers(count)}, (SELECT * FROM webhook_events ORDER BY id LIMIT 1) AS m`, `
    INSERT INTO webhook_queue (webhook_id, sequence, event_id)
    SELECT s.webhook_id, s.last_sequence + i, ${id} FROM ${sql.numbers(count)}, webhook_states s`, `
    UPDATE webhook_states SET last_sequence = last_sequence + ${count}`
  ].join(';\n'))
}

/** The bytes of a delivery, for a sender without a database. */
export async function readBody (database) {
  const [{ payload }] = await database.query('SELECT payload FROM webhook_events ORDER BY id LIMIT 1')
  return payload.replace('\u0001', '1').replace('\u0002', '1')
}

let latest = 0

/** UUIDs of version 7, as the service makes them: later ones are greater. */
function idPrefix () {
  const hex = (latest = Math.max(latest + 1, Date.now())).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-`
}
