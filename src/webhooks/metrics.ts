import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { timeOfId } from '../basics/ids.js'
import { ageInSeconds } from '../metrics/age.js'
import type { Metrics } from '../metrics/metrics.js'
import { waitingByWebhook } from './outbox/store.js'
import type { AttemptResult } from './delivery/result.js'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30]

/**
 * From the counters of each webhook, so that the cost does not depend on the number of deliveries, and from the list of
 * bodies that wait for the fan-out.
 */
const countByState = statement<StateRow>('webhooks_metrics', (sql) => `
  SELECT w.disabled, COUNT(*) AS webhooks, SUM(s.last_sequence - s.first_tried + COALESCE(i.bodies, 0)) AS queued,
    SUM(s.retrying) AS retrying, MIN(i.oldest) AS oldest
  FROM webhooks w JOIN webhook_states s ON s.webhook_id = w.id
  LEFT JOIN (${waitingByWebhook(sql, 'TRUE')}) i ON i.webhook_id = w.id GROUP BY w.disabled`)

/** The first of each queue. Deliveries of disabled webhooks do not count, as they are meant to wait. */
const oldestQueued = statement<{ event_id: string | null }>('webhooks_oldest_queued', () => `
  SELECT MIN(event_id) AS event_id FROM (
    SELECT (SELECT event_id FROM webhook_queue WHERE webhook_id = s.webhook_id ORDER BY sequence LIMIT 1) AS event_id
    FROM webhook_states s JOIN webhooks w ON w.id = s.webhook_id WHERE NOT w.disabled
      AND s.last_sequence > s.first_tried
  ) AS firsts`)

const earliestRetry = statement<{ due_at: string | null }>('webhooks_earliest_retry', (sql) => `
  SELECT ${sql.milliseconds('MIN(due_at)')} AS due_at FROM (
    SELECT (SELECT MIN(due_at) FROM webhook_retries WHERE webhook_id = s.webhook_id) AS due_at
    FROM webhook_states s JOIN webhooks w ON w.id = s.webhook_id WHERE NOT w.disabled AND s.retrying > 0
  ) AS firsts`)

interface StateRow {
  readonly disabled: boolean | number
  readonly webhooks: number
  readonly queued: number
  readonly retrying: number
  /** The oldest event that waits for the fan-out. */
  readonly oldest: string | null
}

/** Counts attempts by result: `success`, or the kind of failure as in the log of a webhook. */
export function createAttemptCounter (metrics: Metrics): (result: Pick<AttemptResult, 'sent' | 'isGivenUp'>) => void {
  const attempts = metrics.counter(
    'cutroom_webhook_attempts_total',
    'Attempts at delivering an event to a webhook, by outcome.',
    ['outcome']
  )
  const givenUp = metrics.counter('cutroom_webhook_given_up_total', 'Deliveries of which the last attempt has failed.')
  const durations = metrics.histogram(
    'cutroom_webhook_attempt_duration_seconds', 'How long receivers took to answer, or to fail.', SECONDS
  )
  return ({ sent, isGivenUp }) => {
    attempts.inc({ outcome: sent.error ?? 'success' })
    durations.observe(sent.durationMs / 1000)
    if (isGivenUp) givenUp.inc()
  }
}

/** The number and age of waiting deliveries. Every process reports the same, as they share the database. */
export function addWebhookMetrics (
  { metrics, database, clock = Date.now }: { metrics: Metrics, database: Database, clock?: () => number }
): void {
  const { sql } = database.reads

  metrics.addSource('webhooks', (gauge) => {
    const webhooks = gauge('cutroom_webhooks', 'Webhooks, by whether they are disabled.', ['disabled'])
    const deliveries = gauge(
      'cutroom_webhook_deliveries',
      'Deliveries that wait: queued for their first attempt, or retrying.',
      ['state', 'disabled']
    )
    const age = gauge(
      'cutroom_webhook_oldest_delivery_age_seconds',
      'How long the oldest delivery to an enabled webhook has waited for its first attempt.'
    )
    const overdue = gauge(
      'cutroom_webhook_retry_overdue_seconds', 'How long the earliest retry to an enabled webhook has been due.'
    )
    return async () => {
      const rows = await sql.all(countByState, [])
      for (const isDisabled of [false, true]) {
        const row = rows.find((row) => Boolean(row.disabled) === isDisabled)
        const disabled = String(isDisabled)
        webhooks.set({ disabled }, row?.webhooks ?? 0)
        deliveries.set({ state: 'queued', disabled }, row?.queued ?? 0)
        deliveries.set({ state: 'retrying', disabled }, row?.retrying ?? 0)
      }
      const { event_id: eventId } = (await sql.first(oldestQueued, []))!
      const waiting = rows.find((row) => !row.disabled)?.oldest ?? null
      const oldest = [eventId, waiting].filter((id) => id !== null).sort().at(0)
      age.set(ageInSeconds(oldest && timeOfId(oldest), clock()))
      const { due_at: dueAt } = (await sql.first(earliestRetry, []))!
      overdue.set(ageInSeconds(dueAt, clock()))
    }
  })
}
