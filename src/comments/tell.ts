import { findUserId } from '../access/enabled-users.js'
import type { EventOf } from '../core/events/record.js'
import { defineSentences, itemOf, type Detail, type Reason, type ReasonsOf, type Teller, type Told } from '../core/events/teller.js'
import type { Transaction } from '../core/transact.js'
import { statement, type Sql } from '../database/sql.js'

type Added = EventOf<'ASSET_ADDED_COMMENT' | 'PROJECT_ADDED_COMMENT'>
type Edited = EventOf<'ASSET_EDITED_COMMENT' | 'PROJECT_EDITED_COMMENT'>

/** $1 comment, $2 account: its author, 0 for a guest */
const findAuthor = statement<{ id: number }>('comments_author', () =>
  'SELECT user_id AS id FROM comments WHERE id = $1 AND account_id = $2')

/** $1 comment, $2 account, $3 before this reply: who has replied, the last one first */
const listRepliers = statement<{ id: number }>('comments_repliers', () => `
  SELECT user_id AS id FROM comments WHERE reply_to = $1 AND account_id = $2 AND id < $3 AND user_id <> 0
  GROUP BY user_id ORDER BY MAX(id) DESC`)

/** $1 account, $2 JSON list of ids: those of guests */
const listGuests = statement<{ id: number, who: string }>('comments_guests', (sql) => `
  SELECT id, guest_name AS who FROM comments
  WHERE account_id = $1 AND ${sql.among('id', sql.integers('$2'))} AND guest_name IS NOT NULL`)

const sentences = defineSentences({
  mention: (who, title) => `${who} mentions you on ${title}`,
  reply: (who, title) => `${who} has replied on ${title}`,
  comment: (who, title) => `${who} has commented on ${title}`
})

declare module '../core/events/teller.js' {
  interface Reasons extends ReasonsOf<typeof sentences> {}
}

/** Tells of comments: those who are mentioned, who have written before, and the owner of the item. */
export const commentTeller: Teller = {
  whom: {
    ASSET_ADDED_COMMENT: ofNew,
    PROJECT_ADDED_COMMENT: ofNew,
    ASSET_EDITED_COMMENT: ofChanged,
    PROJECT_EDITED_COMMENT: ofChanged
  },
  about: 'comment',
  sentences,
  details: guestsOf
}

/** The guests who have written comments: nobody shall take one for a colleague. */
async function guestsOf (
  sql: Sql, accountId: number, ids: readonly number[]
): Promise<ReadonlyMap<number, Detail>> {
  const rows = await sql.all(listGuests, [accountId, JSON.stringify(ids)])
  return new Map(rows.map(({ id, who }) => [id, { who: `${who} (guest)` }]))
}

async function ofNew ({ sql, caller: { accountId } }: Transaction, event: Added): Promise<Told[]> {
  const { id, reply_to: first } = event.data.comment
  const before = first === null
    ? []
    : [
        ...await sql.all(findAuthor, [first, accountId]),
        ...await sql.all(listRepliers, [first, accountId, id])
      ]
  const { owner } = 'asset' in event.data ? event.data.asset : event.data.project
  const ownerId = await findUserId(sql, accountId, owner)
  return [told(event, [
    ...mentionsOf(event),
    ...before.filter(({ id }) => id !== 0).map(({ id }): Reason => [id, 'reply']),
    ...ownerId === null ? [] : [[ownerId, 'comment'] as const]
  ])]
}

/** After a change only those are told who were not mentioned before. */
function ofChanged (_tx: Transaction, event: Edited): Told[] {
  return [told(event, mentionsOf(event))]
}

function mentionsOf ({ mentioned = [] }: Added | Edited): Reason[] {
  return mentioned.map((userId) => [userId, 'mention'])
}

/** What an event of a comment tells. */
export function told (event: Added | Edited, reasons: readonly Reason[]): Told {
  const { id, text, guest, author } = event.data.comment
  return { reasons, item: itemOf(event), aboutId: id, text, author: guest ? author : undefined }
}
