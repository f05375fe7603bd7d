import { statement, type Sql } from '../../database/sql.js'
import { toDatabase } from '../../basics/time.js'

export const SMALLEST_PAGE = 4
const LARGEST_PAGE = 64
const PAGE_CHARACTERS = 256 * 1024

export type Trigger = 'auto' | 'manual' | 'test'

/** A delivery that is due, or will be soon. */
export interface WaitingDelivery {
  /** Whether it waits for its first attempt. */
  readonly isFirst: boolean
  readonly eventId: string
  readonly event: string
  readonly payload: string
  readonly sequence: number
  /** The number of its next attempt, from 1. */
  readonly attempt: number
  readonly delaysUsed: number
  readonly trigger: Trigger
}

interface Row {
  event_id: string
  event: string
  payload: string
  sequence: number
  attempt: number
  delays_used: number
  trigger: Trigger
}

/** $1 webhook, $2 after this sequence, $3 limit */
const listFirsts = statement<Row>('webhooks_next_firsts', () => `
  SELECT q.event_id, e.event, e.payload, q.sequence, 1 AS attempt, 0 AS delays_used, 'auto' AS trigger
  FROM webhook_queue q JOIN webhook_events e ON e.id = q.event_id
  WHERE q.webhook_id = $1 AND q.sequence > $2 ORDER BY q.sequence LIMIT $3`)

/** $1 webhook, $2 now, $3 limit */
const listDue = statement<Row>('webhooks_due_retries', (sql) => `
  SELECT r.event_id, e.event, e.payload, r.sequence, r.attempt, r.delays_used, r.trigger FROM webhook_retries r
    JOIN webhook_events e ON e.id = r.event_id
  WHERE r.webhook_id = $1 AND r.due_at <= ${sql.moment('$2')} ORDER BY r.due_at LIMIT $3`)

/**
 * The deliveries of a queue after a sequence, in order. A delivery is visible before any with a higher number.
 */
export async function readFirsts (
  sql: Sql, webhookId: number, after: number, limit: number
): Promise<WaitingDelivery[]> {
  return (await sql.all(listFirsts, [webhookId, after, limit])).map((row) => toWaiting(row, true))
}

/** The deliveries that are due for another attempt, those that have waited longest first. */
export async function readDue (sql: Sql, webhookId: number, now: Date, limit: number): Promise<WaitingDelivery[]> {
  return (await sql.all(listDue, [webhookId, toDatabase(now), limit])).map((row) => toWaiting(row, false))
}

function toWaiting (row: Row, isFirst: boolean): WaitingDelivery {
  const { event_id: eventId, event, payload, sequence, attempt, delays_used: delaysUsed, trigger } = row
  return { isFirst, eventId, event, payload, sequence, attempt, delaysUsed, trigger }
}

/** The size of the next page: pages grow while bodies are small, so that memory is bounded by bytes. */
export function nextPageSize (size: number, page: readonly WaitingDelivery[]): number {
  const average = page.reduce((sum, { payload }) => sum + payload.length, 0) / Math.max(1, page.length)
  const fitting = Math.floor(PAGE_CHARACTERS / Math.max(1, average))
  return Math.max(SMALLEST_PAGE, Math.min(LARGEST_PAGE, size * 2, fitting))
}
