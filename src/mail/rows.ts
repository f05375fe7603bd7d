import { MINUTE_MS } from '../basics/units.js'
import { statement } from '../database/sql.js'
import type { Claim } from '../work/claims/claim.js'
import { dueRows } from '../work/claims/due-rows.js'

/** A message that waits. */
export interface MessageRow {
  readonly id: string
  readonly account_id: number
  readonly user_id: number
  readonly kind: string
  readonly recipient: string
  /** A MessageBody as JSON. */
  readonly body: string
  /** Attempts that have failed. */
  readonly failures: number
  readonly created_at: string
  readonly expires_at: string
}

export type MessageClaim = Claim<MessageRow>

export const messageRows = dueRows<MessageRow>({
  table: 'messages',
  columns: (sql) => `id, account_id, user_id, kind, recipient, body, failures,
    ${sql.milliseconds('created_at')} AS created_at, ${sql.milliseconds('expires_at')} AS expires_at`,
  longestMs: 5 * MINUTE_MS
})

/** Ends the wait of a message, and removes its text. $4 status, $5 error */
export const settleMessage = messageRows.held('settle', () =>
  'status = $4, error = $5, body = NULL, due_at = NULL, lease_token = NULL')

/** $4 error, $5 time */
export const retryMessage = messageRows.held('retry', (sql) =>
  `failures = failures + 1, error = $4, due_at = ${sql.moment('$5')}, lease_token = NULL`)

/** $1 now, $2 limit */
export const giveUpEnded = statement('messages_give_up_ended', (sql) => `
  UPDATE messages SET status = 'given_up', body = NULL, error = 'its link has ended', due_at = NULL, lease_token = NULL
  WHERE ${sql.among('id', `
    SELECT id FROM messages WHERE due_at IS NOT NULL AND expires_at <= ${sql.moment('$1')} ORDER BY expires_at
      LIMIT $2`)}`)

/** $1 first id that is kept, $2 limit */
export const removeOld = statement('messages_remove_old', (sql) => `
  DELETE FROM messages WHERE due_at IS NULL AND ${sql.among('id', `
    SELECT id FROM messages WHERE id < $1 AND due_at IS NULL ORDER BY id LIMIT $2`)}`)
