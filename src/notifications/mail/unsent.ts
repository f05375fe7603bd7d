import type { Caller } from '../../core/caller.js'
import { GUEST_TARGET } from '../../core/events/kinds.js'
import type { ReasonKind } from '../../core/events/teller.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { MOST_OF_USER, ownOf, type About } from '../rows.js'

/** A notification that the user has not read. */
export interface Unread {
  readonly id: number
  readonly actor_id: number
  /** JSON. */
  readonly targets: string
}

export interface Unsent extends About, Unread {
  readonly kind: ReasonKind
  readonly created_at: string
}

/** $1 user, $2 account, $3 limit: those that were in no message, the newest first */
const list = statement<Unsent>('notifications_unsent', (sql) => `
  SELECT id, kind, item_type, item_id, actor_id, targets, ${sql.milliseconds('created_at')} AS created_at
  FROM notifications WHERE user_id = $1 AND account_id = $2 AND is_read = FALSE AND is_sent = FALSE
  ORDER BY id DESC LIMIT $3`)

/** $1 user, $2 account, $3 JSON list of ids */
const listAmong = statement<Unread>('notifications_unread_among', (sql) => `
  SELECT id, actor_id, targets FROM notifications
  WHERE ${sql.among('id', sql.integers('$3'))} AND user_id = $1 AND account_id = $2 AND is_read = FALSE`)

/** $1 user, $2 account, $3 JSON list of ids */
const mark = statement('notifications_mark_sent', (sql) => `
  UPDATE notifications SET is_sent = TRUE
  WHERE ${sql.among('id', sql.integers('$3'))} AND user_id = $1 AND account_id = $2`)

export const listUnsent = ({ sql }: Transaction, user: Caller) => sql.all(list, [...ownOf(user), MOST_OF_USER])

/** Those of some notifications that are there, and unread. */
export const listUnreadAmong = ({ sql }: Transaction, user: Caller, ids: readonly number[]) =>
  sql.all(listAmong, [...ownOf(user), JSON.stringify(ids)])

/** They are in no later message. */
export async function markSent ({ sql }: Transaction, user: Caller, rows: readonly Unsent[]): Promise<void> {
  await sql.run(mark, [...ownOf(user), JSON.stringify(rows.map(({ id }) => id))])
}

/** Whether it tells of what a guest did. */
export function isOfGuest ({ actor_id: actorId, targets }: Unread): boolean {
  return actorId === 0 && GUEST_TARGET in (JSON.parse(targets) as object)
}
