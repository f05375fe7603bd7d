import type { HeaderRow, LinkedUserRow, WebhookRow, WholeWebhook } from './rows.js'

/** The webhook of section 2.9 of the contract. */
export function presentWebhook ({ row, headers, users }: WholeWebhook) {
  return {
    id: row.id,
    name: row.name,
    http_url: row.http_url,
    http_method: row.http_method,
    trigger_events: JSON.parse(row.trigger_events) as string[],
    created_at: row.created_at,
    updated_at: row.updated_at,
    disabled: Boolean(row.disabled),
    project_id: row.project_id,
    queue_length: row.queue_length,
    retry_queue_length: row.retry_queue_length,
    latest_run: presentLatestRun(row),
    webhook_users: users.map(presentLinkedUser),
    webhook_headers: headers.map(presentHeader)
  }
}

/** Null before the first attempt. */
function presentLatestRun (row: WebhookRow) {
  if (row.latest_id === null) return null
  return {
    id: row.latest_id,
    event_id: row.latest_event_id,
    event: row.latest_event,
    status: row.latest_succeeded ? 'success' : 'failed',
    response_status: row.latest_response_status,
    error: row.latest_error,
    attempt: row.latest_attempt,
    duration_ms: row.latest_duration_ms,
    created_at: row.latest_created_at,
    next_attempt_at: row.latest_next_attempt_at
  }
}

/** The webhook user of section 2.11 of the contract. */
export function presentLinkedUser (row: LinkedUserRow) {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    user_id: row.user_id,
    created_at: row.created_at,
    updated_at: row.updated_at
  }
}

/** The webhook header of section 2.10 of the contract. Hidden values and secrets are left out. */
function presentHeader (row: HeaderRow) {
  const { header_value: value, ...shown } = presentNewHeader(row)
  return shown.hidden || shown.is_hmac ? shown : { ...shown, header_value: value }
}

/** The same with its value, for the administrator who has just sent it. */
export function presentNewHeader (row: HeaderRow) {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    header_key: row.header_key,
    header_value: row.header_value,
    hidden: Boolean(row.hidden),
    is_hmac: Boolean(row.is_hmac),
    created_at: row.created_at,
    updated_at: row.updated_at
  }
}
