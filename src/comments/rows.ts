import { calledIn } from '../access/user-name.js'
import type { AttachmentRow } from '../attachments/rows.js'
import { statement, type Dialect } from '../database/sql.js'
import { versionOf } from '../media/list-files.js'

/** A comment, as statements read it. */
export interface CommentRow {
  readonly id: number
  readonly text: string
  /** 0 for a guest. */
  readonly user_id: number
  /** The name of the user, else the e-mail; of a guest the name that was given. */
  readonly author: string
  /** The same without an e-mail: null for a user without a name. */
  readonly name: string | null
  readonly guest_name: string | null
  readonly internal: boolean | number
  readonly reply_to: number | null
  /** Seconds. */
  readonly time: number | null
  readonly duration: number | null
  readonly page: number | null
  /** JSON. */
  readonly area: string | null
  /** JSON. */
  readonly drawing: string | null
  /** JSON. */
  readonly mentions: string | null
  /** The ids of the groups that are still there, with commas between. */
  readonly mention_groups: string | null
  /** The file that the asset had. */
  readonly media_id: string | null
  /** The number of that file. */
  readonly version: number | null
  readonly done: boolean | number
  readonly created_at: string
  readonly updated_at: string
}

/** A comment with its attachments, which are read apart. */
export interface WholeComment extends CommentRow {
  readonly attachments: readonly AttachmentRow[]
}

/** A comment in a list. A large one is read by itself: its text and its drawing are null. */
export type ListedComment = Omit<WholeComment, 'text'> & { readonly text: string | null }

/** A comment with more bytes of text and drawing is large: a page of 1,000 has 8 MiB of them at most. */
const LARGE_BYTES = 8192

const bytes = '(octet_length(c.text) + COALESCE(octet_length(c.drawing), 0))'
const unlessLarge = (column: string) => `CASE WHEN ${bytes} > ${LARGE_BYTES} THEN NULL ELSE ${column} END`

/** The ids of the groups that a comment mentions and that are still there. */
const groupsLeft = (sql: Dialect) => `CASE WHEN c.mention_groups IS NULL THEN NULL ELSE (
      SELECT ${sql.joined('CAST(id AS text)', 'id')} FROM (
        SELECT g.id FROM user_groups AS g
        WHERE g.account_id = c.account_id AND ${sql.among('g.id', sql.integers('c.mention_groups'))} ORDER BY g.id
      ) AS listed) END`

export const commentColumns = (sql: Dialect, text = 'c.text', drawing = 'c.drawing') => `c.id, ${text} AS text, c.user_id,
    COALESCE(c.guest_name, ${calledIn('u')}, '') AS author,
    COALESCE(c.guest_name, NULLIF(u.name, '')) AS name, c.guest_name, c.internal, c.reply_to, c.time, c.duration, c.page,
    c.area, ${drawing} AS drawing, c.mentions, ${groupsLeft(sql)} AS mention_groups, c.media_id,
    COALESCE(c.version, (SELECT ${versionOf} FROM media_files AS file WHERE file.id = c.media_id)) AS version, c.done,
    ${sql.milliseconds('c.created_at')} AS created_at, ${sql.milliseconds('c.updated_at')} AS updated_at`

export const commentTables = 'comments AS c LEFT JOIN users AS u ON u.id = c.user_id'

/** $1 item, $2 account, $3 after this id, $4 limit, $5 1 with internal ones, else 0 */
export const listComments = statement<Omit<ListedComment, 'attachments'>>('comments_list', (sql) => `
  SELECT ${commentColumns(sql, unlessLarge('c.text'), unlessLarge('c.drawing'))} FROM ${commentTables}
  WHERE ${sql.behind('c.item_id', '$1', 'c.id', '$3')} AND c.account_id = $2 AND (CAST($5 AS integer) = 1 OR NOT c.internal)
  ORDER BY c.id LIMIT $4`)

/** $1 id, $2 item, $3 account */
export const findComment = statement<CommentRow>('comments_find', (sql) => `
  SELECT ${commentColumns(sql)} FROM ${commentTables} WHERE c.id = $1 AND c.item_id = $2 AND c.account_id = $3`)

/** How much of something an item has, and how much of that is guests'. */
export interface Counted {
  readonly all: number
  readonly of_guests: number
}

/** $1 item, $2 account */
export const countComments = statement<Counted>('comments_count', () => `
  SELECT COUNT(*) AS "all", COUNT(guest_name) AS of_guests FROM comments WHERE item_id = $1 AND account_id = $2`)

/** $1 item, $2 account, $3 a comment, or 0: the points of the drawings of the others */
export const countPoints = statement<Counted>('comments_points', () => `
  SELECT COALESCE(SUM(points), 0) AS "all",
    COALESCE(SUM(CASE WHEN guest_name IS NULL THEN 0 ELSE points END), 0) AS of_guests
  FROM comments WHERE item_id = $1 AND account_id = $2 AND points IS NOT NULL AND id <> $3`)

/** $1 item, $2 account, $3 after this id, $4 limit */
export const listCommentsOf = statement<CommentRow>('comments_of_item', (sql) => `
  SELECT ${commentColumns(sql)} FROM ${commentTables}
  WHERE c.item_id = $1 AND c.account_id = $2 AND c.id > $3 ORDER BY c.id LIMIT $4`)

/** $1 comment, $2 account, $3 limit */
export const listReplies = statement<CommentRow>('comments_replies', (sql) => `
  SELECT ${commentColumns(sql)} FROM ${commentTables}
  WHERE ${sql.behind('c.reply_to', '$1', 'c.id', '$1')} AND c.account_id = $2 ORDER BY c.id LIMIT $3`)

/** $1 comment, $2 account, $3 limit: the size of each reply */
export const weighReplies = statement<{ bytes: number }>('comments_weigh_replies', (sql) => `
  SELECT ${bytes} AS bytes FROM comments AS c
  WHERE ${sql.behind('c.reply_to', '$1', 'c.id', '$1')} AND c.account_id = $2 ORDER BY c.id LIMIT $3`)

/** $1 account, $2 JSON list of ids */
export const removeComments = statement('comments_remove', (sql) => `
  DELETE FROM comments WHERE account_id = $1 AND ${sql.among('id', sql.integers('$2'))}`)

/** A part of a picture, as fractions of its width and height. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The ids of the groups that a comment mentions. */
export function mentionGroupsOf ({ mention_groups: ids }: Pick<CommentRow, 'mention_groups'>): number[] {
  return ids === null ? [] : ids.split(',').map(Number)
}

/** The ids of the users whom a comment mentions. */
export function mentionsOf ({ mentions }: Pick<CommentRow, 'mentions'>): number[] {
  return mentions === null ? [] : JSON.parse(mentions) as number[]
}
