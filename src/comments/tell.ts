import { findUserId } from '../access/enabled-users.js'
import type { RecordedEvent } from '../core/events/record.js'
import { itemOf, type Detail, type Reason, type Teller, type Told } from '../core/events/teller.js'
import type { Transaction } from '../core/transact.js'
import { statement, type Sql } from '../database/sql.js'

interface Comment {
  readonly id: number
  readonly text: string
  readonly reply_to: number | null
}

/** $1 comment, $2 account: its author, 0 for a guest */
const findAuthor = statement('comments_author', () => 'SELECT user_id AS id FROM comments WHERE id = $1 AND account_id = $2')

/** $1 comment, $2 account, $3 before this reply: who has replied, the last one first */
const listRepliers = statement('comments_repliers', () => `
  SELECT user_id AS id FROM comments WHERE reply_to = $1 AND account_id = $2 AND id < $3 AND user_id <> 0
  GROUP BY user_id ORDER BY MAX(id) DESC`)

/** $1 account, $2 JSON list of ids: those of guests */
const listGuests = statement('comments_guests', (sql) => `
  SELECT id, guest_name AS who FROM comments
  WHERE account_id = $1 AND ${sql.among('id', sql.integers('$2'))} AND guest_name IS NOT NULL`)

/** Tells of comments: those who are mentioned, who have written before, and the owner of the item. */
export const commentTeller: Teller = {
  whom: {
    ASSET_ADDED_COMMENT: ofNew,
    PROJECT_ADDED_COMMENT: ofNew,
    ASSET_EDITED_COMMENT: ofChanged,
    PROJECT_EDITED_COMMENT: ofChanged
  },
  sentences: {
    mention: (who, title) => `${who} mentions you on ${title}`,
    reply: (who, title) => `${who} has replied on ${title}`,
    comment: (who, title) => `${who} has commented on ${title}`
  },
  details: guestsOf
}

/** The names of the guests who have written comments. */
export async function guestsOf (
  sql: Sql, accountId: number, ids: readonly number[]
): Promise<ReadonlyMap<number, Detail>> {
  const rows = await sql.all<{ id: number, who: string }>(listGuests, [accountId, JSON.stringify(ids)])
  return new Map(rows.map(({ id, who }) => [id, { who }]))
}

async function ofNew ({ sql, caller: { accountId } }: Transaction, event: RecordedEvent): Promise<Told[]> {
  const { id, reply_to: first } = commentOf(event)
  const before = first === null
    ? []
    : [
        ...await sql.all<{ id: number }>(findAuthor, [first, accountId]),
        ...await sql.all<{ id: number }>(listRepliers, [first, accountId, id])
      ]
  const { owner } = (event.data!.asset ?? event.data!.project) as { owner: string }
  const ownerId = await findUserId(sql, accountId, owner)
  return [told(event, [
    ...mentionsOf(event),
    ...before.filter(({ id }) => id !== 0).map(({ id }): Reason => [id, 'reply']),
    ...ownerId === null ? [] : [[ownerId, 'comment'] as const]
  ])]
}

/** After a change only those are told who were not mentioned before. */
function ofChanged (_tx: Transaction, event: RecordedEvent): Told[] {
  return [told(event, mentionsOf(event))]
}

function mentionsOf ({ mentioned = [] }: RecordedEvent): Reason[] {
  return mentioned.map((userId) => [userId, 'mention'])
}

function commentOf ({ data }: RecordedEvent): Comment {
  return (data as unknown as { comment: Comment }).comment
}

/** What an event of a comment tells. */
export function told (event: RecordedEvent, reasons: readonly Reason[]): Told {
  const { id, text } = commentOf(event)
  return { reasons, item: itemOf(event), about: { type: 'comment', id }, text }
}
