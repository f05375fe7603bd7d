import { digest, newToken } from '../basics/secrets.js'
import { toDatabase } from '../basics/time.js'
import { DAY_MS, HOUR_MS } from '../basics/units.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { withdrawMessages } from '../mail/outbox/messages.js'
import { KEYS } from './bus.js'

/** How long a session lasts after its last use; a kept one also ends a fixed time after its beginning. */
const IDLE_MS = 12 * HOUR_MS
const KEPT_IDLE_MS = 30 * DAY_MS
export const KEPT_MS = 90 * DAY_MS
/** The most sessions of a user: with one more, the longest unused ends. */
const MOST_SESSIONS = 100
/** Some programs send much more. */
const LONGEST_USER_AGENT = 500

export interface SessionRow {
  readonly id: number
  readonly userAgent: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}

/** How a user has signed in. */
export interface Visit {
  /** Whether the session outlives the browser. */
  readonly keep: boolean
  readonly userAgent: string | undefined
}

/** $1 user */
const lockUserRow = statement<{ disabled_at: unknown }>('users_lock', (sql) =>
  `SELECT disabled_at FROM users WHERE id = $1 ${sql.forUpdate}`)

/** $1 user */
const findPassword = statement<{ hash: string }>('passwords_find', () =>
  'SELECT hash FROM passwords WHERE user_id = $1')

/** $1 user, $2 account, $3 hash, $4 now */
const storePassword = statement('passwords_store', (sql) => `
  INSERT INTO passwords (user_id, account_id, hash, updated_at) VALUES ($1, $2, $3, ${sql.moment('$4')})
  ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, updated_at = excluded.updated_at`)

/** $1 user: the longest unused sessions beyond the maximum */
const removeMost = statement('sessions_remove_most', () => `
  DELETE FROM sessions WHERE user_id = $1 AND id IN (
    SELECT id FROM sessions WHERE user_id = $1 ORDER BY last_used_at DESC, id DESC LIMIT ${MOST_SESSIONS}
      OFFSET ${MOST_SESSIONS})`)

/** Locks a user until the transaction ends, so that no session begins while the password changes. */
export async function holdUser ({ sql }: Transaction, userId: number): Promise<{ isDisabled: boolean }> {
  const user = await sql.first(lockUserRow, [userId])
  return { isDisabled: user?.disabled_at !== null }
}

/** The stored form of the user's password; null if there is none. */
export async function passwordOf ({ sql }: Pick<Transaction, 'sql'>, userId: number): Promise<string | null> {
  return (await sql.first(findPassword, [userId]))?.hash ?? null
}

/** The end of a session that is used now. */
export function sessionEnd ({ keep, createdAt }: { keep: boolean, createdAt: Date }, now: Date): Date {
  const idleEnd = now.getTime() + (keep ? KEPT_IDLE_MS : IDLE_MS)
  return new Date(keep ? Math.min(idleEnd, createdAt.getTime() + KEPT_MS) : idleEnd)
}

/** Begins a session of a user of the caller's account. The token is for the cookie, and is stored nowhere. */
export async function insertSession (
  tx: Transaction, userId: number, { keep, userAgent }: Visit
): Promise<{ row: SessionRow, token: string }> {
  const token = newToken()
  const createdAt = tx.time
  const row = await tx.prisma.session.create({
    data: {
      accountId: tx.caller.accountId,
      userId,
      hash: digest(token),
      keep,
      userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
      createdAt,
      lastUsedAt: createdAt,
      expiresAt: sessionEnd({ keep, createdAt }, createdAt)
    }
  })
  await tx.sql.run(removeMost, [userId])
  return { row, token }
}

/** Ends sessions of a user: all, or those that are named. Returns how many there were. */
export async function endSessions (
  tx: Transaction, userId: number, { only, but }: { only?: number, but?: number | undefined } = {}
): Promise<number> {
  const { count } = await tx.prisma.session.deleteMany({
    where: { userId, accountId: tx.caller.accountId, id: { equals: only, not: but } }
  })
  if (count > 0) tx.wake(KEYS)
  return count
}

/** Ends the user's links, and withdraws the messages with them. */
export async function endTokens (tx: Transaction, userId: number): Promise<void> {
  await withdrawMessages(tx, userId)
  await tx.prisma.token.deleteMany({ where: { userId, accountId: tx.caller.accountId } })
}

/** Sets a password. All other sessions of the user end, and so do links to set one. */
export async function setPassword (
  tx: Transaction, { userId, hash, session }: { userId: number, hash: string, session?: number | undefined }
): Promise<void> {
  await tx.sql.run(storePassword, [userId, tx.caller.accountId, hash, toDatabase(tx.time)])
  await endSessions(tx, userId, { but: session })
  await endTokens(tx, userId)
  await record(tx, { event: 'USER_EDITED', targets: { user_id: userId, change: 'password' } })
}
