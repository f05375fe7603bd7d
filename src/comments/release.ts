import type { Release } from '../core/release.js'
import { statement } from '../database/sql.js'
import { createLeftovers } from '../work/pieces/leftovers.js'
import { removeComments } from './rows.js'

/**
 * The comments on items that are deleted for good. Nobody sees them any more, as only an item that is there shows its
 * comments.
 */

/** The job that removes what is left. */
export const COMMENTS_JOB = 'comments'

/** $1 account, $2 JSON list of items, $3 limit */
const firstOfItems = statement<{ id: number }>('comments_first_of_items', (sql) => `
  SELECT id FROM comments WHERE account_id = $1 AND ${sql.among('item_id', sql.strings('$2'))} LIMIT $3`)

const leftovers = createLeftovers({
  table: 'comment_leftovers',
  job: COMMENTS_JOB,
  async removeSome (sql, accountId, itemIds, limit) {
    const found = await sql.all(firstOfItems, [accountId, JSON.stringify(itemIds), limit])
    if (found.length > 0) await sql.run(removeComments, [accountId, JSON.stringify(found.map(({ id }) => id))])
    return found.length
  }
})

export const commentRelease: Release = { before: leftovers.before }

/** The job: removes the comments of deleted items in pieces. */
export const removeLeftComments = leftovers.removeLeft
