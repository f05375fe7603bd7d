import type { Unit } from '../../core/unit.js'
import { statement, type Dialect, type Statement } from '../../database/sql.js'
import type { Page } from '../../basics/page.js'
import { fillPayload } from '../outbox/payload.js'
import { LAST_ID } from '../../basics/ids.js'

interface AttemptRow {
  readonly id: string
  readonly webhook_id: number
  readonly event_id: string
  readonly event: string
  readonly sequence: number
  readonly attempt: number
  readonly trigger: string
  readonly succeeded: boolean | number
  readonly final: boolean | number
  readonly http_url: string
  readonly http_method: string
  /** JSON objects. */
  readonly request_headers: string
  readonly response_headers: string | null
  readonly response_status: number | null
  readonly response_body: string | null
  readonly error: string | null
  readonly duration_ms: number
  readonly created_at: string
  readonly next_attempt_at: string | null
  /** Null if the event is gone. */
  readonly payload: string | null
}

interface Weight {
  readonly key: string
  readonly bytes: number
}

const columns = (sql: Dialect) => `
  a.id, a.webhook_id, a.event_id, a.event, a.sequence, a.attempt, a.trigger, a.succeeded, a.final, a.http_url,
  a.http_method, a.request_headers, a.response_headers, a.response_status, a.response_body, a.error, a.duration_ms,
  ${sql.milliseconds('a.created_at')} AS created_at, ${sql.milliseconds('a.next_attempt_at')} AS next_attempt_at,
  e.payload`

const weight = () => `
  a.id AS key, octet_length(a.http_url) + octet_length(a.request_headers)
    + octet_length(COALESCE(a.response_headers, '')) + octet_length(COALESCE(a.response_body, ''))
    + octet_length(COALESCE(e.payload, '')) + 500 AS bytes`

/** The attempts of a webhook with one result, newest first, and the size of each. */
function logOf (result: 'success' | 'failed') {
  /** Ids are in order of time. $1 webhook, $2 account, $3 before this id, $4 limit */
  const list = <Row>(name: string, columns: (sql: Dialect) => string) => statement<Row>(name, (sql) => `
    SELECT ${columns(sql)} FROM webhook_attempts a LEFT JOIN webhook_events e ON e.id = a.event_id
    WHERE a.webhook_id = $1 AND a.account_id = $2 AND a.succeeded = ${result === 'success' ? 'TRUE' : 'FALSE'}
      AND a.id < $3 ORDER BY a.id DESC LIMIT $4`)
  return {
    read: reader(list<AttemptRow>(`webhooks_${result}_log`, columns)),
    weigh: reader(list<Weight>(`webhooks_weigh_${result}_log`, weight))
  }
}

function reader<Row> (list: Statement<Row>) {
  return ({ caller, reads }: Unit, webhookId: number, { after, limit }: Page) =>
    reads.sql.all(list, [webhookId, caller.accountId, after || LAST_ID, limit])
}

/** The caller has checked that the webhook exists. */
export const attemptLog = { success: logOf('success'), failed: logOf('failed') }

/** An entry of the log. The sent body is made of the event again: it is the same, byte for byte. */
export function presentAttempt (row: AttemptRow) {
  const hasBody = row.payload !== null && !isWithoutBody(row.http_method)
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    event: row.event,
    trigger: row.trigger,
    attempt: row.attempt,
    status: row.succeeded ? 'success' : 'failed',
    final: Boolean(row.final),
    error: row.error,
    http_url: row.http_url,
    http_method: row.http_method,
    request_headers: JSON.parse(row.request_headers) as object,
    request_body: hasBody ? fillPayload(row.payload, row.webhook_id, row.sequence) : null,
    response_status: row.response_status,
    response_headers: row.response_headers === null ? null : parseHeaders(row.response_headers),
    response_body: row.response_body,
    duration_ms: row.duration_ms,
    created_at: row.created_at,
    next_attempt_at: row.next_attempt_at
  }
}

/**
 * Versions before 2026-11-23 have masked secrets in a way that made some headers invalid JSON. Their entries are gone
 * 30 days later.
 */
function parseHeaders (text: string): object | null {
  try {
    return JSON.parse(text) as object
  } catch {
    return null
  }
}

/** Whether deliveries with this method, in any case, have no body. */
export function isWithoutBody (method: string): boolean {
  return ['GET', 'DELETE'].includes(method.toUpperCase())
}
