import { systemCaller } from '../../core/caller.js'
import type { Release } from '../../core/release.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { statement, type Sql } from '../../database/sql.js'
import { doJobs, type PieceOutcome } from './pieces.js'

/** Rows that a transaction removes. */
const AT_ONCE = 1000
/** Leftovers that are read at once. */
const LEFTOVERS = 20

interface LeftoversOptions {
  /** The table of items that are gone, but not all of their rows: `item_id`, `account_id`. */
  readonly table: string
  /** The job that removes what is left. */
  readonly job: string
  /** Removes rows of items, at most `limit`. Resolves to how many it has removed. */
  readonly removeSome: (sql: Sql, accountId: number, itemIds: readonly string[], limit: number) => Promise<number>
}

interface Leftover {
  readonly id: string
  readonly account_id: number
}

/**
 * The rows of items that are deleted for good, of which two hundred items may have a million. The transaction that
 * deletes the items removes a few, and a job removes the others, a thousand at a time.
 */
export function createLeftovers ({ table, job, removeSome }: LeftoversOptions) {
  /** $1 item, $2 account */
  const insertLeftover = statement(`${table}_insert`, () =>
    `INSERT INTO ${table} (item_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`)

  /** $1 limit */
  const findLeftovers = statement<Leftover>(`${table}_find`, () =>
    `SELECT item_id AS id, account_id FROM ${table} ORDER BY item_id LIMIT $1`)

  /** $1 item */
  const removeLeftover = statement(`${table}_remove`, () => `DELETE FROM ${table} WHERE item_id = $1`)

  const removePiece = async (sql: Sql, accountId: number, itemIds: readonly string[]): Promise<PieceOutcome> =>
    await removeSome(sql, accountId, itemIds, AT_ONCE) < AT_ONCE ? 'done' : 'more'

  const before: NonNullable<Release['before']> = async ({ sql, caller: { accountId }, wake }, _type, items) => {
    if (await removePiece(sql, accountId, items.map(({ id }) => id)) === 'done') return
    for (const { id } of items) await sql.run(insertLeftover, [id, accountId])
    wake(job)
  }

  /** The job. */
  function removeLeft ({ database, transact }: { readonly database: Database, readonly transact: Transact }) {
    const removeOf = ({ id, account_id: accountId }: Leftover): Promise<PieceOutcome> =>
      transact(systemCaller({ id: accountId, name: '' }), async ({ sql }) => {
        const outcome = await removePiece(sql, accountId, [id])
        if (outcome === 'done') await sql.run(removeLeftover, [id])
        return outcome
      })

    return async (signal: AbortSignal, onPiece: () => void): Promise<void> => {
      await doJobs<Leftover>({
        find: () => database.reads.sql.all(findLeftovers, [LEFTOVERS]),
        prepare: (leftover) => () => removeOf(leftover)
      }, { signal, onPiece })
    }
  }

  return { before, removeLeft }
}
