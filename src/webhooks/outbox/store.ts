import { statement, type Dialect } from '../../database/sql.js'
import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { createYielder } from '../../work/turns/yielding.js'
import { eventExpiry } from './expiry.js'
import { number, type PendingDelivery } from './numbering.js'

/** An event for its deliveries. */
export interface StoredEvent {
  readonly id: string
  readonly event: string
  readonly payload: string
}

const ROWS_PER_STATEMENT = 1000

/** $1 account, $2 expiry, $3 id, $4 event, $5 payload */
const insertOne = statement('webhooks_insert_event', (sql) => `
  INSERT INTO webhook_events (account_id, expires_at, id, event, payload) VALUES ($1, ${sql.moment('$2')}, $3, $4, $5)`)

/** $1 account, $2 expiry, $3 JSON list of [id, event, payload] */
const insertManyText = (sql: Dialect) => `
  INSERT INTO webhook_events (account_id, expires_at, id, event, payload)
  SELECT CAST($1 AS integer), ${sql.moment('$2')}, value ->> 0, value ->> 1, value ->> 2 FROM ${sql.elements('$3')}`

const insertMany = statement('webhooks_insert_events', insertManyText)

/** $4 JSON list of [event, webhook]. One statement, as every write that a webhook wants pays for the round trip. */
const insertWithInbox = statement('webhooks_insert_events_and_inbox', (sql) => `
  WITH stored AS (${insertManyText(sql)})
  INSERT INTO webhook_inbox (account_id, position, event_id, webhook_id)
  SELECT CAST($1 AS integer), nextval('webhook_inbox_positions'), value ->> 0, CAST(value ->> 1 AS integer)
  FROM ${sql.elements('$4')}`, undefined, {
  isUnanswered: true
})

/** Stores events once for all their deliveries, in their transaction. */
export async function storeEvents (tx: Transaction, events: readonly StoredEvent[]): Promise<void> {
  const expiresAt = toDatabase(eventExpiry(tx.time))
  if (events.length === 1) {
    const { id, event, payload } = events[0]!
    await tx.sql.run(insertOne, [tx.caller.accountId, expiresAt, id, event, payload])
  } else if (events.length > 1) {
    await tx.sql.run(insertMany, [tx.caller.accountId, expiresAt, rowsOf(events)])
  }
}

/**
 * Stores events, and appends deliveries, of these and of earlier ones, to their webhooks' queues, in their order.
 * SQLite has one writer, so that the numbers of a queue can be given out in the transaction of the change. On
 * PostgreSQL writes would then wait for each other's commit and its sync to disk: there the deliveries are put into an
 * inbox, and get their numbers right after the commit.
 */
export async function enqueue (
  tx: Transaction, events: readonly StoredEvent[], deliveries: readonly PendingDelivery[]
): Promise<void> {
  const yieldNow = createYielder()
  const nextPiece = () => {
    tx.requireTime()
    return yieldNow()
  }
  if (tx.sql.dialect.hasOneWriter) {
    await storeEvents(tx, events)
    for (const chunk of chunks(deliveries)) {
      await nextPiece()
      await number(tx, chunk)
    }
    return
  }
  const expiresAt = toDatabase(eventExpiry(tx.time))
  let rows = rowsOf(events)
  for (const chunk of chunks(deliveries)) {
    await nextPiece()
    await tx.sql.run(insertWithInbox, [tx.caller.accountId, expiresAt, rows,
      JSON.stringify(chunk.map(({ eventId, webhookId }) => [eventId, webhookId]))])
    rows = '[]'
  }
}

function rowsOf (events: readonly StoredEvent[]): string {
  return JSON.stringify(events.map(({ id, event, payload }) => [id, event, payload]))
}

function * chunks<Element> (list: readonly Element[]): Generator<readonly Element[]> {
  for (let start = 0; start < list.length; start += ROWS_PER_STATEMENT) {
    yield list.slice(start, start + ROWS_PER_STATEMENT)
  }
}
