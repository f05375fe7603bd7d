import { findEnabledUsers } from '../../access/enabled-users.js'
import { toDatabase } from '../../basics/time.js'
import { DAY_MS } from '../../basics/units.js'
import { systemCaller } from '../../core/caller.js'
import type { Transact, Transaction } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { insertMessage } from '../../mail/outbox/messages.js'
import { findPreference } from '../../mail/outbox/preference.js'
import { doJobs, type PieceOutcome } from '../../work/pieces/pieces.js'
import { MOST_OF_USER, type About } from '../rows.js'
import { keepSeen } from '../seen.js'
import { MOST_AN_HOUR, sendingTime } from './when.js'

/** The kind of these messages. */
export const NOTIFICATIONS_MESSAGE = 'notifications'

/** Users that are looked for at once. */
const USERS_AT_ONCE = 50
/** How long a message is tried: later nobody needs it. */
const LIFETIME_MS = 3 * DAY_MS

/** $1 now, $2 limit */
const findDue = statement('notification_mails_due', (sql) => `
  SELECT user_id, account_id FROM notification_mails WHERE due_at IS NOT NULL AND due_at <= ${sql.moment('$1')}
  ORDER BY due_at LIMIT $2`)

/** $1 user, $2 account, $3 now */
const hold = statement('notification_mails_hold', (sql) => `
  SELECT sent FROM notification_mails WHERE user_id = $1 AND account_id = $2 AND due_at <= ${sql.moment('$3')}
  ${sql.forUpdateSkipLocked}`)

/** $1 user, $2 account, $3 due time or null, $4 times of messages */
const settle = statement('notification_mails_settle', (sql) => `
  UPDATE notification_mails SET due_at = ${sql.moment('$3')}, sent = $4 WHERE user_id = $1 AND account_id = $2`)

/** $1 user, $2 account, $3 limit */
const listUnsent = statement('notifications_unsent', (sql) => `
  SELECT id, item_type, item_id, ${sql.milliseconds('created_at')} AS created_at FROM notifications
  WHERE user_id = $1 AND account_id = $2 AND is_read = FALSE AND is_sent = FALSE ORDER BY id DESC LIMIT $3`)

/** $1 user, $2 account, $3 JSON list of ids */
const markSent = statement('notifications_mark_sent', (sql) => `
  UPDATE notifications SET is_sent = TRUE
  WHERE ${sql.among('id', sql.integers('$3'))} AND user_id = $1 AND account_id = $2`)

interface Unsent extends About {
  readonly id: number
  readonly created_at: string
}

interface DueUser {
  readonly user_id: number
  readonly account_id: number
}

export interface MailJobDependencies {
  readonly database: Database
  readonly transact: Transact
  /** How long a notification is unread before a message tells of it. */
  readonly delayMs: number
  readonly clock?: () => number
}

/**
 * The job: hands messages about notifications to the outbox. A user is looked at when something was written for the
 * user, and again when a message is due. The message holds ids alone: its text is written when it is sent.
 */
export function writeNotificationMails ({ database, transact, delayMs, clock = Date.now }: MailJobDependencies) {
  const doUser = ({ user_id: userId, account_id: accountId }: DueUser): Promise<PieceOutcome> =>
    transact(systemCaller({ id: accountId, name: '' }), async (tx) => {
      const now = clock()
      const own = [userId, accountId] as const
      const held = await tx.sql.first<{ sent: string }>(hold, [...own, toDatabase(new Date(now))])
      if (held === undefined) return 'taken'
      const sent = (JSON.parse(held.sent) as number[]).filter((time) => time <= now)
      const next = await look(tx, own, { sent, now })
      const dueAt = next.dueAt === null ? null : toDatabase(new Date(next.dueAt))
      await tx.sql.run(settle, [...own, dueAt, JSON.stringify(next.sent.slice(-MOST_AN_HOUR))])
      return 'done'
    })

  async function look (
    tx: Transaction, own: readonly [number, number], { sent, now }: { sent: readonly number[], now: number }
  ): Promise<{ dueAt: number | null, sent: readonly number[] }> {
    const [userId, accountId] = own
    const [user] = await findEnabledUsers(tx.sql, accountId, [userId])
    if (user === undefined) return { dueAt: null, sent }
    const rows = await tx.sql.all<Unsent>(listUnsent, [...own, MOST_OF_USER])
    const unsent = await keepSeen(tx.sql, user, rows)
    if (unsent.length === 0) return { dueAt: null, sent }
    const since = Date.parse(unsent.at(-1)!.created_at)
    const dueAt = sendingTime(await findPreference(tx.sql, accountId, userId), { since, delayMs, sent })
    if (dueAt === null || dueAt > now) return { dueAt, sent }
    const ids = unsent.map(({ id }) => id)
    await tx.sql.run(markSent, [...own, JSON.stringify(ids)])
    await insertMessage(tx, {
      userId, recipient: user.email, kind: NOTIFICATIONS_MESSAGE, body: { ids }, expiresAt: new Date(now + LIFETIME_MS)
    })
    return { dueAt: null, sent: [...sent, now] }
  }

  return async (signal: AbortSignal, onPiece: () => void): Promise<void> => {
    await doJobs<DueUser>({
      find: () => database.reads.sql.all<DueUser>(findDue, [toDatabase(new Date(clock())), USERS_AT_ONCE]),
      prepare: (user) => () => doUser(user)
    }, { signal, onPiece })
  }
}
