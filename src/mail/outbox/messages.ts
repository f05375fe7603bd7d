import { firstIdAt, newId } from '../../basics/ids.js'
import { toDatabase } from '../../basics/time.js'
import { HOUR_MS, SECOND_MS } from '../../basics/units.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { TooManyRequests } from '../../errors.js'
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
  /** What it has in common with all messages about one thing: programs for mail show these together. */
  readonly thread?: string
  /** The page on which its reader stops such messages. */
  readonly stop?: string
}

/** What is stored of a message that is written when it is sent. */
type Unwritten = Readonly<Record<string, unknown>>

/**
 * Writes a message of a kind when it is sent, from what is stored of it. Null if there is nothing to say any more: then
 * it is not sent.
 */
export type WriteMessage = (
  message: { readonly account_id: number, readonly user_id: number, readonly body: string, readonly created_at: string }
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
const countSince = statement<{ messages: number }>('messages_count_since', () => `
  SELECT COUNT(*) AS messages FROM messages WHERE user_id = $1 AND id >= $2 AND kind = $3`)

/** $1 user, $2 first id, $3 kind, $4 limit: the newest first */
const listSince = statement<{ created_at: string }>('messages_list_since', (sql) => `
  SELECT ${sql.milliseconds('created_at')} AS created_at FROM messages
  WHERE user_id = $1 AND id >= $2 AND kind = $3 ORDER BY id DESC LIMIT $4`)

/** $1 user, $2 account, $3 kind or null for all */
const withdraw = statement('messages_withdraw', () => `
  UPDATE messages SET status = 'given_up', body = NULL, error = 'its link has ended', due_at = NULL, lease_token = NULL
  WHERE user_id = $1 AND account_id = $2 AND due_at IS NOT NULL AND kind = COALESCE($3, kind)
    AND kind IN (${Object.keys(tokenKinds).map((kind) => `'${kind}'`).join(', ')})`)

/** $1 user, $2 account */
const remove = statement('messages_remove', () => 'DELETE FROM messages WHERE user_id = $1 AND account_id = $2')

/** $1 user, $2 account, $3 kind: what the server has refused, and nobody sends now */
const findDelayed = statement<{ id: string, body: string }>('messages_find_delayed', (sql) => `
  SELECT id, body FROM messages
  WHERE user_id = $1 AND account_id = $2 AND kind = $3 AND due_at IS NOT NULL AND lease_token IS NULL AND failures > 0
  ${sql.forUpdateSkipLocked}`)

/** $1 account, $2 JSON list of ids */
const withdrawSome = statement('messages_withdraw_some', (sql) => `
  UPDATE messages SET status = 'withdrawn', body = NULL, due_at = NULL
  WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`)

/** Whether another reset may be sent to the user now. The user is locked: holdUser (src/access/session-writes.ts). */
export async function mayReset (tx: Transaction, userId: number): Promise<boolean> {
  return await countSent(tx, userId, 'reset_password') < MOST_RESETS
}

/** How many messages of a kind the user got within an hour. */
export async function countSent ({ sql, time }: Transaction, userId: number, kind: string): Promise<number> {
  const since = firstIdAt(new Date(time.getTime() - HOUR_MS))
  const { messages } = (await sql.first(countSince, [userId, since, kind]))!
  return messages
}

/**
 * Makes sure that so many messages of a kind, which the user sends to others, fit into an hour. The user is locked.
 * Throws TooManyRequests.
 */
export async function requireRoomToSend (
  { sql, time }: Transaction, userId: number, kind: string, { count, most }: { count: number, most: number }
): Promise<void> {
  const since = firstIdAt(new Date(time.getTime() - HOUR_MS))
  const sent = await sql.all(listSince, [userId, since, kind, most])
  const tooMany = sent.length + count - most
  if (tooMany <= 0) return
  // So many of the oldest have to be over first.
  const last = sent[sent.length - tooMany]!
  const leftMs = Date.parse(last.created_at) + HOUR_MS - time.getTime()
  throw Object.assign(new TooManyRequests(), { retryAfterS: Math.max(1, Math.ceil(leftMs / SECOND_MS)) })
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

/** Takes back the messages of a kind that a server has delayed, so that a new one says all. Returns what was stored. */
export async function takeDelayed (
  { sql, caller: { accountId } }: Transaction, userId: number, kind: string
): Promise<Unwritten[]> {
  const delayed = await sql.all(findDelayed, [userId, accountId, kind])
  if (delayed.length > 0) {
    await sql.run(withdrawSome, [accountId, JSON.stringify(delayed.map(({ id }) => id))])
  }
  return delayed.map(({ body }) => JSON.parse(body) as Unwritten)
}

/** Messages whose token has ended are not sent any more: of one kind, or all of a user of the caller's account. */
export async function withdrawMessages (
  { sql, caller: { accountId } }: Transaction, userId: number, kind: TokenKind | null = null
): Promise<void> {
  await sql.run(withdraw, [userId, accountId, kind])
}

/** Removes all messages of a user, waiting ones and what is kept of others. */
export async function removeMessages ({ sql, caller: { accountId } }: Transaction, userId: number): Promise<void> {
  await sql.run(remove, [userId, accountId])
}
