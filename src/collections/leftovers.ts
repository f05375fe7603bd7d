import { systemCaller } from '../core/caller.js'
import type { Transact } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { takeLock } from '../database/locks.js'
import { statement } from '../database/sql.js'
import { doJobs, type PieceOutcome } from '../work/pieces/pieces.js'
import { holdAssets, takeOut } from './rows.js'

/** The job that takes the assets out of deleted collections. */
export const COLLECTIONS_JOB = 'collections'

/** Assets that a transaction takes out. */
const AT_ONCE = 1000
/** Collections that are read at once. */
const COLLECTIONS = 20

interface Deleted {
  readonly id: number
  readonly account_id: number
}

/** $1 limit */
const findDeleted = statement<Deleted>('collections_deleted', () => `
  SELECT id, account_id FROM collections WHERE deleted_at IS NOT NULL ORDER BY deleted_at, id LIMIT $1`)

/** $1 collection, $2 limit */
const firstAssets = statement<{ id: string }>('collections_leftovers', () => `
  SELECT asset_id AS id FROM collection_assets WHERE collection_id = $1 ORDER BY asset_id LIMIT $2`)

const removeCollection = statement('collections_remove', () => 'DELETE FROM collections WHERE id = $1')

export interface LeftoversDependencies {
  readonly database: Database
  readonly transact: Transact
}

/** Removes what is left of deleted collections, in pieces: one may have thousands of assets. */
export function removeLeftovers ({ database, transact }: LeftoversDependencies) {
  const removePiece = ({ id, account_id: accountId }: Deleted): Promise<PieceOutcome> =>
    transact(systemCaller({ id: accountId, name: '' }), async (tx) => {
      const assets = await tx.sql.all(firstAssets, [id, AT_ONCE])
      const ids = JSON.stringify(assets.map((asset) => asset.id))
      await takeLock(tx.sql, holdAssets, [accountId, ids])
      await tx.sql.run(takeOut, [id, ids])
      if (assets.length === AT_ONCE) return 'more'
      await tx.sql.run(removeCollection, [id])
      return 'done'
    })

  return async (signal: AbortSignal, onPiece: () => void): Promise<void> => {
    await doJobs<Deleted>({
      find: () => database.reads.sql.all(findDeleted, [COLLECTIONS]),
      prepare: (collection) => () => removePiece(collection)
    }, { signal, onPiece })
  }
}
