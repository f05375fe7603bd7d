import { statement, type Dialect } from '../../database/sql.js'
import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { eventExpiry } from './expiry.js'
import type { Recipients } from './match.js'

/** An event that some webhook wants. */
export interface WantedEvent extends Recipients {
  readonly id: string
  readonly event: string
  readonly payload: string
  /** The number of its change is higher. */
  readonly afterNumber: number
}

/** $1 account, $2 expiry, $3 id, $4 event, $5 payload */
const insertBody = statement('webhooks_insert_event', (sql) => `
  INSERT INTO webhook_events (account_id, expires_at, id, event, payload) VALUES ($1, ${sql.moment('$2')}, $3, $4, $5)`)

/** $1 account, $2 event, $3 after this change, $4 webhooks, $5 their projects */
const insertWaiting = statement('webhooks_insert_waiting', () => `
  INSERT INTO webhook_waiting (account_id, event_id, after_number, webhook_ids, projects) VALUES ($1, $2, $3, $4, $5)`)

/**
 * $1 account, $2 expiry, $3 JSON list of [id, event, payload, after this change, webhooks, their projects]. One
 * statement, as every write that a webhook wants pays for the round trip.
 */
const insertAll = statement('webhooks_insert_events', (sql) => `
  WITH given AS (SELECT value FROM ${sql.elements('$3')}), stored AS (
    INSERT INTO webhook_events (account_id, expires_at, id, event, payload)
    SELECT CAST($1 AS integer), ${sql.moment('$2')}, value ->> 0, value ->> 1, value ->> 2 FROM given)
  INSERT INTO webhook_waiting (account_id, event_id, after_number, webhook_ids, projects)
  SELECT CAST($1 AS integer), value ->> 0, CAST(value ->> 3 AS bigint), value ->> 4, value ->> 5 FROM given`, undefined, {
  isUnanswered: true
})

/** Stores the bodies of events, each once, and puts them into the list of those that wait for the fan-out. */
export async function storeEvents ({ sql, time, caller }: Transaction, events: readonly WantedEvent[]): Promise<void> {
  if (events.length === 0) return
  const { accountId } = caller
  const expiresAt = toDatabase(eventExpiry(time))
  if (!sql.dialect.isEmbedded) {
    const rows = events.map(({ id, event, payload, afterNumber, webhookIds, projects }) =>
      [id, event, payload, afterNumber, webhookIds, projects])
    await sql.run(insertAll, [accountId, expiresAt, JSON.stringify(rows)])
    return
  }
  for (const { id, event, payload, afterNumber, webhookIds, projects } of events) {
    await sql.run(insertBody, [accountId, expiresAt, id, event, payload])
    await sql.run(insertWaiting, [accountId, id, afterNumber, webhookIds, projects])
  }
}

/** How many bodies wait for each webhook, and the oldest of them. Lists are mostly the same: each is parsed once. */
export const waitingByWebhook = (sql: Dialect, where: string) => `
  SELECT CAST(value AS integer) AS webhook_id, SUM(bodies) AS bodies, MIN(oldest) AS oldest
  FROM (
    SELECT webhook_ids, COUNT(*) AS bodies, MIN(event_id) AS oldest FROM webhook_waiting WHERE ${where}
    GROUP BY webhook_ids
  ) AS lists, ${sql.elements('lists.webhook_ids')} GROUP BY 1`
