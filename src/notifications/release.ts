import { systemCaller } from '../core/caller.js'
import type { Release } from '../core/release.js'
import type { Transact } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { statement, type Sql } from '../database/sql.js'
import { doJobs, type PieceOutcome } from '../work/pieces/pieces.js'
import { removeOfApproval } from './rows.js'

/**
 * Notifications go with their items and approvals, and with their comments: follow.ts. An item may have a hundred
 * thousand of them: the transaction that deletes the item for good removes some, and a job removes the others.
 */

/** The job that removes what is left. */
export const NOTIFICATIONS_JOB = 'notifications'

/** Notifications that a transaction removes. */
const AT_ONCE = 1000
/** Leftovers that are read at once. */
const LEFTOVERS = 20

/** $1 account, $2 JSON list of items, $3 limit */
const removeOfItems = statement('notifications_remove_of_items', (sql) => `
  DELETE FROM notifications WHERE account_id = $1 AND ${sql.among('id', `
    SELECT id FROM notifications WHERE account_id = $1 AND ${sql.among('item_id', sql.strings('$2'))} LIMIT $3`)}`)

/** $1 item, $2 account */
const insertLeftover = statement('notification_leftovers_insert', () =>
  'INSERT INTO notification_leftovers (item_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING')

/** $1 limit */
const findLeftovers = statement('notification_leftovers_find', () =>
  'SELECT item_id AS id, account_id FROM notification_leftovers ORDER BY item_id LIMIT $1')

/** $1 item */
const removeLeftover = statement('notification_leftovers_remove', () =>
  'DELETE FROM notification_leftovers WHERE item_id = $1')

/** $1 account: items that are gone, but not all of their notifications */
export const listLeftovers = statement('notification_leftovers_list', () =>
  'SELECT item_id AS id FROM notification_leftovers WHERE account_id = $1')

interface Leftover {
  readonly id: string
  readonly account_id: number
}

export const notificationRelease: Release = {
  async before ({ sql, caller: { accountId }, wake }, _type, items) {
    if (await removeSome(sql, accountId, items.map(({ id }) => id)) === 'done') return
    for (const { id } of items) await sql.run(insertLeftover, [id, accountId])
    wake(NOTIFICATIONS_JOB)
  },
  async ofDomain ({ sql, caller: { accountId } }, type, id) {
    if (type === 'approval') await sql.run(removeOfApproval, [Number(id), accountId])
  }
}

async function removeSome (sql: Sql, accountId: number, ids: readonly string[]): Promise<PieceOutcome> {
  return await sql.run(removeOfItems, [accountId, JSON.stringify(ids), AT_ONCE]) === AT_ONCE ? 'more' : 'done'
}

/** The job: removes the notifications of deleted items in pieces. */
export function removeLeftNotifications ({ database, transact }: { database: Database, transact: Transact }) {
  const removePiece = ({ id, account_id: accountId }: Leftover): Promise<PieceOutcome> =>
    transact(systemCaller({ id: accountId, name: '' }), async ({ sql }) => {
      const outcome = await removeSome(sql, accountId, [id])
      if (outcome === 'done') await sql.run(removeLeftover, [id])
      return outcome
    })

  return async (signal: AbortSignal, onPiece: () => void): Promise<void> => {
    await doJobs<Leftover>({
      find: () => database.reads.sql.all<Leftover>(findLeftovers, [LEFTOVERS]),
      prepare: (leftover) => () => removePiece(leftover)
    }, { signal, onPiece })
  }
}
