import { groupBy } from '../../basics/group-by.js'
import type { Sql } from '../../database/sql.js'
import { statement, type Dialect } from '../../database/sql.js'
import { waitingByWebhook } from '../outbox/store.js'

/** Columns of a webhook's newest attempt, which stay when the log has removed it. */
export const latestColumns = [
  'id', 'event_id', 'event', 'succeeded', 'response_status', 'error', 'attempt', 'duration_ms', 'created_at',
  'next_attempt_at'
] as const

/** The newest attempt. Its id is null before the first. */
interface LatestRow {
  readonly latest_id: string | null
  readonly latest_event_id: string
  readonly latest_event: string
  readonly latest_succeeded: boolean | number
  readonly latest_response_status: number | null
  readonly latest_error: string | null
  readonly latest_attempt: number
  readonly latest_duration_ms: number
  readonly latest_created_at: string
  readonly latest_next_attempt_at: string | null
}

/** A webhook as the statements below read it, with the counts of its queues at that moment. */
export interface WebhookRow extends LatestRow {
  readonly id: number
  readonly name: string
  readonly http_url: string
  readonly http_method: string
  /** A JSON array. */
  readonly trigger_events: string
  readonly project_id: string | null
  readonly disabled: boolean | number
  readonly queue_length: number
  readonly retry_queue_length: number
  readonly created_at: string
  readonly updated_at: string
}

export interface HeaderRow {
  readonly id: number
  readonly webhook_id: number
  readonly header_key: string
  readonly header_value: string
  readonly hidden: boolean | number
  readonly is_hmac: boolean | number
  readonly created_at: string
  readonly updated_at: string
}

export interface LinkedUserRow {
  readonly id: number
  readonly webhook_id: number
  readonly user_id: number
  readonly created_at: string
  readonly updated_at: string
}

const dates = (sql: Dialect, table: string) =>
  `${sql.milliseconds(`${table}.created_at`)} AS created_at, ${sql.milliseconds(`${table}.updated_at`)} AS updated_at`

const latest = (sql: Dialect) => latestColumns.map((name) => `latest_${name}`)
  .map((column) => column.endsWith('_at') ? `${sql.milliseconds(`s.${column}`)} AS ${column}` : `s.${column}`)
  .join(', ')

/**
 * Counts are differences of counters, so that their cost does not depend on the number of deliveries. What was
 * committed a moment ago may wait for the fan-out: it counts for all webhooks that may get it.
 */
const selectWebhooks = (sql: Dialect, where: string) => `
  SELECT w.id, w.name, w.http_url, w.http_method, w.trigger_events, w.project_id, w.disabled, ${dates(sql, 'w')},
    s.last_sequence - s.first_tried + COALESCE(i.bodies, 0) AS queue_length,
    s.retrying AS retry_queue_length,
    ${latest(sql)}
  FROM webhooks w JOIN webhook_states s ON s.webhook_id = w.id
  LEFT JOIN (${waitingByWebhook(sql, 'account_id = $1')}) i ON i.webhook_id = w.id
  WHERE w.account_id = $1 AND ${where}`

/** $1 account, $2 webhook */
export const findWebhook = statement<WebhookRow>('webhooks_find', (sql) => selectWebhooks(sql, 'w.id = $2'))

/** $1 account, $2 after this id, $3 limit */
export const listWebhooks = statement<WebhookRow>(
  'webhooks_list',
  (sql) => `${selectWebhooks(sql, 'w.id > $2')} ORDER BY w.id LIMIT $3`
)

/** $1 account, $2 after this id, $3 limit: the size of each with its headers and users */
export const weighWebhooks = statement<{ key: number, bytes: number }>('webhooks_weigh', () => `
  SELECT w.id AS key, octet_length(w.name) + octet_length(w.http_url) + octet_length(w.trigger_events) + 1000
    + (SELECT COALESCE(SUM(octet_length(header_key) + octet_length(header_value) + 200), 0) FROM webhook_headers
      WHERE webhook_id = w.id)
    + (SELECT COUNT(*) * 200 FROM webhook_users WHERE webhook_id = w.id) AS bytes
  FROM webhooks w WHERE w.account_id = $1 AND w.id > $2 ORDER BY w.id LIMIT $3`)

const among = (sql: Dialect) => sql.among('webhook_id', sql.integers('$2'))

/** $1 account, $2 JSON list of webhooks */
const listHeaders = statement<HeaderRow>('webhooks_headers', (sql) => `
  SELECT id, webhook_id, header_key, header_value, hidden, is_hmac, ${dates(sql, 'webhook_headers')}
    FROM webhook_headers
  WHERE account_id = $1 AND ${among(sql)} ORDER BY id`)

/** $1 account, $2 JSON list of webhooks */
const listUsers = statement<LinkedUserRow>('webhooks_users', (sql) => `
  SELECT id, webhook_id, user_id, ${dates(sql, 'webhook_users')} FROM webhook_users WHERE account_id = $1
    AND ${among(sql)} ORDER BY id`)

export interface WholeWebhook {
  readonly row: WebhookRow
  readonly headers: HeaderRow[]
  readonly users: LinkedUserRow[]
}

/** Adds headers and users to webhooks. */
export async function withParts (sql: Sql, accountId: number, rows: readonly WebhookRow[]): Promise<WholeWebhook[]> {
  if (rows.length === 0) return []
  const ids = JSON.stringify(rows.map((row) => row.id))
  const [headers, users] = await Promise.all([sql.all(listHeaders, [accountId, ids]),
    sql.all(listUsers, [accountId, ids])])
  const webhookOf = (part: { readonly webhook_id: number }) => part.webhook_id
  const [headersOf, usersOf] = [groupBy(headers, webhookOf), groupBy(users, webhookOf)]
  return rows.map((row) => ({ row, headers: headersOf.get(row.id) ?? [], users: usersOf.get(row.id) ?? [] }))
}
