import { findEnabledUsers } from '../../access/enabled-users.js'
import { toDatabase } from '../../basics/time.js'
import { MINUTE_MS } from '../../basics/units.js'
import { systemCaller, type Caller } from '../../core/caller.js'
import type { Teller } from '../../core/events/teller.js'
import type { Transact, Transaction } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { findPreference } from '../../mail/outbox/preference.js'
import { doJobs, type PieceOutcome } from '../../work/pieces/pieces.js'
import { keepSeen } from '../seen.js'
import { putAtOnce, putTogether } from './put.js'
import { isOfGuest, listUnsent, markSent } from './unsent.js'
import { MOST_AN_HOUR, MOST_OF_GUESTS, sendingTime, type Sent } from './when.js'

/** Users that are looked for at once. */
const USERS_AT_ONCE = 50
/** How soon a user is looked at again for whom only what guests did waits. */
const AGAIN_MS = MINUTE_MS

/** $1 now, $2 limit */
const findDue = statement<DueUser>('notification_mails_due', (sql) => `
  SELECT user_id, account_id FROM notification_mails WHERE due_at IS NOT NULL AND due_at <= ${sql.moment('$1')}
  ORDER BY due_at LIMIT $2`)

/** $1 user, $2 account, $3 now */
const hold = statement<HeldUser>('notification_mails_hold', (sql) => `
  SELECT sent, sent_of_guests FROM notification_mails WHERE user_id = $1 AND account_id = $2 AND due_at <= ${sql.moment('$3')}
  ${sql.forUpdateSkipLocked}`)

/** $1 user, $2 account, $3 due time or null, $4 times of messages, $5 times of those that tell of guests alone */
const settle = statement('notification_mails_settle', (sql) => `
  UPDATE notification_mails SET due_at = ${sql.moment('$3')}, sent = $4, sent_of_guests = $5
  WHERE user_id = $1 AND account_id = $2`)

interface DueUser {
  readonly user_id: number
  readonly account_id: number
}

/** JSON arrays of times. */
interface HeldUser {
  readonly sent: string
  readonly sent_of_guests: string
}

export interface MailJobDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly tellers: readonly Teller[]
  /** How long a notification is unread before a message tells of it. */
  readonly delayMs: number
  readonly clock?: () => number
}

/**
 * The job: hands messages about notifications to the outbox. A user is looked at when something was written for the
 * user, and again when a message is due. A message holds ids alone: its text is written when it is sent.
 */
export function writeNotificationMails (
  { database, transact, tellers, delayMs, clock = Date.now }: MailJobDependencies
) {
  const atOnce = new Set(tellers.flatMap(({ atOnce = [] }) => atOnce))

  const doUser = ({ user_id: userId, account_id: accountId }: DueUser): Promise<PieceOutcome> =>
    transact(systemCaller({ id: accountId, name: '' }), async (tx) => {
      const now = clock()
      const own = [userId, accountId] as const
      const held = await tx.sql.first(hold, [...own, toDatabase(new Date(now))])
      if (held === undefined) return 'taken'
      const timesOf = (text: string) => (JSON.parse(text) as number[]).filter((time) => time <= now)
      const before = { all: timesOf(held.sent), ofGuests: timesOf(held.sent_of_guests) }
      const [user] = await findEnabledUsers(tx.sql, accountId, [userId])
      const { dueAt, sent } = user === undefined ? { dueAt: null, sent: before } : await look(tx, user, before, now)
      await tx.sql.run(settle, [...own, dueAt === null ? null : toDatabase(new Date(dueAt)),
        JSON.stringify(sent.all.slice(-MOST_AN_HOUR)), JSON.stringify(sent.ofGuests.slice(-MOST_OF_GUESTS))])
      return 'done'
    })

  async function look (
    tx: Transaction, user: Caller, sent: Sent, now: number
  ): Promise<{ dueAt: number | null, sent: Sent }> {
    const seen = await keepSeen(tx.sql, user, await listUnsent(tx, user))
    const preference = await findPreference(tx.sql, user.accountId, user.userId)
    const urgent = seen.filter(({ kind }) => atOnce.has(kind))
    if (urgent.length > 0) {
      await markSent(tx, user, urgent)
      if (preference !== 'none') await putAtOnce(tx, user, urgent, now)
    }
    const unsent = seen.filter(({ kind }) => !atOnce.has(kind))
    if (unsent.length === 0) return { dueAt: null, sent }
    const oldest = (isGuests: boolean) => {
      const last = unsent.findLast((row) => isOfGuest(row) === isGuests)
      return last === undefined ? null : Date.parse(last.created_at)
    }
    const [ofUsers, ofGuests] = [oldest(false), oldest(true)]
    const dueAt = sendingTime(preference, { ofUsers, ofGuests, delayMs, sent })
    // What a user does meanwhile does not wait for what guests did.
    const isOfGuests = ofUsers === null && preference === 'each'
    if (dueAt === null) return { dueAt, sent }
    if (dueAt > now) return { dueAt: isOfGuests ? Math.min(dueAt, now + AGAIN_MS) : dueAt, sent }
    await markSent(tx, user, unsent)
    return { dueAt: null, sent: await putTogether(tx, user, unsent, sent, now) }
  }

  return async (signal: AbortSignal, onPiece: () => void): Promise<void> => {
    await doJobs<DueUser>({
      find: () => database.reads.sql.all(findDue, [toDatabase(new Date(clock())), USERS_AT_ONCE]),
      prepare: (user) => () => doUser(user)
    }, { signal, onPiece })
  }
}
