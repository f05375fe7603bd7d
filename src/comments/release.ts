import { systemCaller } from '../core/caller.js'
import type { Release } from '../core/release.js'
import type { Transact } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { doJobs, type PieceOutcome } from '../work/pieces/pieces.js'
import { removeComments } from './rows.js'

/**
 * The comments on items that are deleted for good. Nobody sees them any more, as only an item that is there shows its
 * comments. Two hundred items may have a million: so the transaction that deletes the items removes a few, and a job
 * removes the others, a thousand at a time.
 */

/** The job that removes what is left. */
export const COMMENTS_JOB = 'comments'

/** Comments that a transaction removes. */
const AT_ONCE = 1000
/** Leftovers that are read at once. */
const LEFTOVERS = 20

/** $1 account, $2 JSON list of items, $3 limit */
const firstOfItems = statement('comments_first_of_items', (sql) => `
  SELECT id FROM comments WHERE account_id = $1 AND ${sql.among('item_id', sql.strings('$2'))} LIMIT $3`)

/** $1 item, $2 account */
const insertLeftover = statement('comment_leftovers_insert', () =>
  'INSERT INTO comment_leftovers (item_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING')

/** $1 limit */
const findLeftovers = statement('comment_leftovers_find', () =>
  'SELECT item_id AS id, account_id FROM comment_leftovers ORDER BY item_id LIMIT $1')

/** $1 item */
const removeLeftover = statement('comment_leftovers_remove', () => 'DELETE FROM comment_leftovers WHERE item_id = $1')

interface Leftover {
  readonly id: string
  readonly account_id: number
}

export const commentRelease: Release = {
  async before ({ sql, caller: { accountId }, wake }, _type, items) {
    const list = JSON.stringify(items.map(({ id }) => id))
    const found = await sql.all<{ id: number }>(firstOfItems, [accountId, list, AT_ONCE])
    if (found.length > 0) await sql.run(removeComments, [accountId, JSON.stringify(found.map(({ id }) => id))])
    if (found.length < AT_ONCE) return
    for (const { id } of items) await sql.run(insertLeftover, [id, accountId])
    wake(COMMENTS_JOB)
  }
}

export interface LeftoversDependencies {
  readonly database: Database
  readonly transact: Transact
}

/** The job: removes the comments of deleted items in pieces. */
export function removeLeftComments ({ database, transact }: LeftoversDependencies) {
  const removePiece = ({ id, account_id: accountId }: Leftover): Promise<PieceOutcome> =>
    transact(systemCaller({ id: accountId, name: '' }), async ({ sql }) => {
      const found = await sql.all<{ id: number }>(firstOfItems, [accountId, JSON.stringify([id]), AT_ONCE])
      if (found.length > 0) await sql.run(removeComments, [accountId, JSON.stringify(found.map((row) => row.id))])
      if (found.length === AT_ONCE) return 'more'
      await sql.run(removeLeftover, [id])
      return 'done'
    })

  return async (signal: AbortSignal, onPiece: () => void): Promise<void> => {
    await doJobs<Leftover>({
      find: () => database.reads.sql.all<Leftover>(findLeftovers, [LEFTOVERS]),
      prepare: (leftover) => () => removePiece(leftover)
    }, { signal, onPiece })
  }
}
