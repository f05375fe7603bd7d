import { firstIdAt, newId } from '../../basics/ids.js'
import { toDatabase } from '../../basics/time.js'
import { HOUR_MS } from '../../basics/units.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { tokenKinds, type TokenKind } from '../../tokens/tokens.js'

/** The name of the job that sends messages. */
export const MAIL_JOB = 'mail'

/** The most resets that are sent to a user within an hour: anybody may ask for one. */
const MOST_RESETS = 3

/** What is sent. It may have the token of a link. */
export interface MessageBody {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What is stored of a message that is written when it is sent. */
type Unwritten = Readonly<Record<string, unknown>>

/**
 * Writes a message of a kind when it is sent, from what is stored of it. Null if there is nothing to say any more: then
 * it is not sent.
 */
export type WriteMessage = (
  message: { readonly account_id: number, readonly user_id: number, readonly body: string }
) => Promise<MessageBody | null>

interface NewMessage {
  readonly userId: number
  readonly recipient: string
  /** That of its token, or the word of the domain that sends it. */
  readonly kind: TokenKind | string
  readonly body: MessageBody | Unwritten
  /** When its link ends, if it has one: later it is of no use. */
  readonly expiresAt: Date
}

/** $1 id, $2 account, $3 user, $4 kind, $5 recipient, $6 body, $7 now, $8 end */
const insert = statement('messages_insert', (sql) => `
  INSERT INTO messages (id, account_id, user_id, kind, recipient, body, status, created_at, expires_at, due_at)
  VALUES ($1, $2, $3, $4, $5, $6, 'waiting', ${sql.moment('$7')}, ${sql.moment('$8')}, ${sql.moment('$7')})`)

/** $1 user, $2 first id, $3 kind */
const countSince = statement('messages_count_since', () => `
  SELECT COUNT(*) AS messages FROM messages WHERE user_id = $1 AND id >= $2 AND kind = $3`)

/** $1 user, $2 account, $3 kind or null for all */
const withdraw = statement('messages_withdraw', () => `
  UPDATE messages SET status = 'given_up', body = NULL, error = 'its link has ended', due_at = NULL, lease_token = NULL
  WHERE user_id = $1 AND account_id = $2 AND due_at IS NOT NULL AND kind = COALESCE($3, kind)
    AND kind IN (${Object.keys(tokenKinds).map((kind) => `'${kind}'`).join(', ')})`)

/** Whether another reset may be sent to the user now. The user is locked: holdUser (src/access/session-writes.ts). */
export async function mayReset (tx: Transaction, userId: number): Promise<boolean> {
  return maySend(tx, userId, 'reset_password', MOST_RESETS)
}

/** Whether another message of a kind may be sent to the user now: at most so many within an hour. */
export async function maySend (
  { sql, time }: Transaction, userId: number, kind: string, most: number
): Promise<boolean> {
  const since = firstIdAt(new Date(time.getTime() - HOUR_MS))
  const { messages } = (await sql.first<{ messages: number }>(countSince, [userId, since, kind]))!
  return messages < most
}

/** Leaves a message to the job. It is sent by any process, also after a kill. */
export async function insertMessage (
  tx: Transaction, { userId, recipient, kind, body, expiresAt }: NewMessage
): Promise<void> {
  const { sql, caller: { accountId }, time } = tx
  await sql.run(insert, [
    newId(), accountId, userId, kind, recipient, JSON.stringify(body), toDatabase(time), toDatabase(expiresAt)
  ])
  tx.wake(MAIL_JOB)
}

/** Messages whose token has ended are not sent any more: of one kind, or all of a user of the caller's account. */
export async function withdrawMessages (
  { sql, caller: { accountId } }: Transaction, userId: number, kind: TokenKind | null = null
): Promise<void> {
  await sql.run(withdraw, [userId, accountId, kind])
}
