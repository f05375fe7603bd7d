import type { Caller } from '../core/caller.js'
import type { ReasonKind } from '../core/events/teller.js'
import { calledIn } from '../access/user-name.js'
import { statement } from '../database/sql.js'

/** How many notifications of a user are kept: keep.ts. */
export const MOST_OF_USER = 1000

/** What a notification is about. Null for a webhook; `account` for what who sees all of the account sees. */
export interface About {
  readonly item_type: 'asset' | 'project' | 'account' | null
  readonly item_id: string | null
}

/** How many unread notifications are about an item. */
export interface UnreadAbout extends About {
  readonly unread: number
}

export interface NotificationRow extends About {
  readonly id: number
  readonly kind: ReasonKind
  readonly is_read: number | boolean
  readonly actor_id: number
  /** The name of a guest, as it was, or of a user, as it is now. */
  readonly author: string | null
  /** JSON. */
  readonly targets: string
  readonly status: string | null
  readonly text: string | null
  readonly created_at: string
}

/** $1 user, $2 account, $3 limit: what the unread ones are about, each item once. Reads nothing but an index. */
export const listUnread = statement<UnreadAbout>('notifications_unread', () => `
  SELECT item_type, item_id, COUNT(*) AS unread FROM (
    SELECT item_type, item_id, is_read FROM notifications
    WHERE user_id = $1 AND account_id = $2 ORDER BY id DESC LIMIT $3
  ) AS newest WHERE is_read = FALSE GROUP BY item_type, item_id`)

const author = `COALESCE(author, (SELECT ${calledIn('u')} FROM users AS u WHERE u.id = actor_id))`

/** $1 user, $2 account, $3 before this id, $4 1: only unread ones, $5 limit: the newest first */
export const listBefore = statement<NotificationRow>('notifications_before', (sql) => `
  SELECT id, kind, item_type, item_id, is_read, actor_id, targets, status, text, ${author} AS author,
    ${sql.milliseconds('created_at')} AS created_at
  FROM notifications WHERE user_id = $1 AND account_id = $2 AND id < $3 AND (CAST($4 AS integer) = 0 OR is_read = FALSE)
  ORDER BY id DESC LIMIT $5`)

/** $1 user, $2 account, $3 JSON list of ids */
export const markRead = statement('notifications_mark_read', (sql) => `
  UPDATE notifications SET is_read = TRUE
  WHERE ${sql.among('id', sql.integers('$3'))} AND user_id = $1 AND account_id = $2 AND is_read = FALSE`)

/** $1 user, $2 account, $3 id */
export const markReadUntil = statement('notifications_mark_read_until', () => `
  UPDATE notifications SET is_read = TRUE
  WHERE user_id = $1 AND id <= $3 AND account_id = $2 AND is_read = FALSE`)

/**
 * $1 account, $2 actor, $3 targets, $4 text, $5 item type, $6 item, $7 type and $8 id of what it is about, $9 now,
 * $10 JSON list of [user, kind], $11 author, $12 status
 */
export const insertNotifications = statement<{ id: number, user_id: number }>('notifications_insert', (sql) => `
  INSERT INTO notifications (account_id, actor_id, targets, text, item_type, item_id, about_type, about_id, created_at,
    author, status, user_id, kind)
  SELECT CAST($1 AS integer), CAST($2 AS integer), $3, $4, $5, $6, $7, CAST($8 AS integer), ${sql.moment('$9')},
    $11, $12, CAST(value ->> 0 AS integer), value ->> 1
  FROM ${sql.elements('$10')} WHERE TRUE RETURNING id, user_id`)

/** $1 account, $2 type, $3 JSON list of ids */
export const removeAbout = statement('notifications_remove_about', (sql) => `
  DELETE FROM notifications WHERE ${sql.among('about_id', sql.integers('$3'))} AND about_id IS NOT NULL AND about_type = $2
    AND account_id = $1`)

/** $1 before this time, $2 limit */
export const removeBefore = statement('notifications_remove_before', (sql) => `
  DELETE FROM notifications WHERE ${sql.among('id', `
    SELECT id FROM notifications WHERE created_at < ${sql.moment('$1')} ORDER BY created_at LIMIT $2`)}`)

export function presentNotification (row: NotificationRow) {
  return {
    id: row.id,
    kind: row.kind,
    created_at: row.created_at,
    read: Boolean(row.is_read),
    user_id: row.actor_id,
    targets: JSON.parse(row.targets) as Record<string, string | number>,
    text: row.text,
    author: row.author,
    status: row.status
  }
}

/** The user and the account, the first parameters of most statements. */
export function ownOf ({ userId, accountId }: Caller): [number, number] {
  return [userId, accountId]
}
