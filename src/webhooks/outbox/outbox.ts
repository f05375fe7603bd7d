import { statement } from '../../database/sql.js'
import type { RecordedEvent } from '../../events/record.js'
import { toDatabase } from '../../time.js'
import type { Outbox, Transaction } from '../../transact.js'
import { eventExpiry } from '../expiry.js'
import { createMatcher } from './match.js'
import { enqueue, type Delivery } from './numbering.js'
import { writePayload } from './payload.js'

/** So many events wait at most to be matched together: long transactions put down what they have in pieces. */
const CHUNK = 200

/** $1 account, $2 expiry, $3 id, $4 event, $5 payload */
const insertOne = statement('webhooks_insert_event', (sql) => `
  INSERT INTO webhook_events (account_id, expires_at, id, event, payload) VALUES ($1, ${sql.moment('$2')}, $3, $4, $5)`)

/** $1 account, $2 expiry, $3 JSON list of [id, event, payload] */
const insertMany = statement('webhooks_insert_events', (sql) => `
  INSERT INTO webhook_events (account_id, expires_at, id, event, payload)
  SELECT $1, ${sql.moment('$2')}, value ->> 0, value ->> 1, value ->> 2 FROM ${sql.elements('$3')}`)

/**
 * The outbox of one transaction: finds out which webhooks want its events, stores once what they will carry, and queues a delivery
 * for each, in the transaction. So a committed event reaches every webhook that wanted it, and one that was rolled back none.
 */
export function openOutbox (): Outbox {
  const matcher = createMatcher()
  const deliveries: Delivery[] = []
  let waiting: RecordedEvent[] = []

  async function putDown (tx: Transaction): Promise<void> {
    const events = waiting
    waiting = []
    const wanted = await matcher.match(tx, events)
    const rows: Array<[id: string, event: string, payload: string]> = []
    for (const [index, event] of events.entries()) {
      const webhookIds = wanted[index]!
      if (webhookIds.length > 0) rows.push([event.id, event.event, writePayload(tx.caller.account, event)])
      for (const webhookId of webhookIds) deliveries.push({ eventId: event.id, webhookId })
    }
    if (rows.length > 0) await insertEvents(tx, rows)
  }

  return {
    async collect (tx, events) {
      waiting.push(...events)
      if (waiting.length >= CHUNK) await putDown(tx)
    },
    async seal (tx) {
      if (waiting.length > 0) await putDown(tx)
      if (deliveries.length > 0) await enqueue(tx, deliveries)
      return deliveries.length > 0
    }
  }
}

async function insertEvents (tx: Transaction, rows: ReadonlyArray<[string, string, string]>): Promise<void> {
  const expiresAt = toDatabase(eventExpiry(tx.time))
  if (rows.length === 1) await tx.sql.run(insertOne, [tx.caller.accountId, expiresAt, ...rows[0]!])
  else await tx.sql.run(insertMany, [tx.caller.accountId, expiresAt, JSON.stringify(rows)])
}
