import type { Caller } from '../../core/caller.js'
import { statement, type Sql } from '../../database/sql.js'
import { WebhookNotFound } from '../../errors.js'
import { toRowId } from '../../basics/ids.js'
import type { Transaction } from '../../core/transact.js'
import { findWebhook, type WebhookRow } from './rows.js'

/** $1 webhook, $2 account */
const lockStateRow = statement('webhooks_lock_state', (sql) => `
  SELECT webhook_id FROM webhook_states WHERE webhook_id = $1 AND account_id = $2 ${sql.forUpdate}`)

/** $1 webhook, $2 account */
const lockRow = statement(
  'webhooks_lock',
  (sql) => `SELECT id FROM webhooks WHERE id = $1 AND account_id = $2 ${sql.forUpdate}`
)

/** Reads a webhook of the caller's account. Throws WebhookNotFound. */
export async function requireWebhook (sql: Sql, caller: Caller, sentId: string): Promise<WebhookRow> {
  const id = toRowId(sentId)
  const row = id === null ? undefined : await sql.first(findWebhook, [caller.accountId, id])
  if (row === undefined) throw new WebhookNotFound(sentId)
  return row
}

/**
 * Reads and locks a webhook until the transaction ends. With `state`, its attempts cannot be recorded either: the state
 * is locked first, as deliveries do. Throws WebhookNotFound.
 */
export async function lockWebhook (tx: Transaction, sentId: string, { state = false } = {}): Promise<WebhookRow> {
  const id = toRowId(sentId)
  const key = [id, tx.caller.accountId]
  if (state) await tx.sql.first(lockStateRow, key)
  if (id === null || await tx.sql.first(lockRow, key) === undefined) throw new WebhookNotFound(sentId)
  return requireWebhook(tx.sql, tx.caller, sentId)
}
