import { systemCaller } from '../../core/caller.js'
import { statement } from '../../database/sql.js'
import { removeLoose } from '../../media/loose-files.js'
import { isMissingPath } from '../../basics/missing-paths.js'
import { toDatabase } from '../../basics/time.js'
import { LocationGone } from '../../locations/errors.js'
import { doJobs, type PieceOutcome } from '../../work/pieces/pieces.js'
import { findDropFolder } from '../definitions/rows.js'
import { belowLocation, fromColumns } from '../looking/paths.js'
import { locate } from '../place.js'
import { REMEMBERED_MS } from './fail.js'
import type { LookDependencies } from './look.js'
import { isUpload, removeArrival, type ArrivalRow } from './rows.js'

const AT_ONCE = 500
/** Drop folders, and rows, that are read at once. */
const SOME = 20

interface Removed {
  readonly id: number
  readonly account_id: number
}

/** $1 limit */
const findRemoved = statement<Removed>('drop_folders_removed', () =>
  'SELECT id, account_id FROM drop_folders WHERE removed_at IS NOT NULL ORDER BY removed_at, id LIMIT $1')

/** $1 drop folder, $2 account, $3 limit */
const firstArrivals = statement<{ id: string, file_id: string | null }>('arrivals_first', (sql) => `
  SELECT id, file_id FROM arrivals WHERE drop_folder_id = $1 AND account_id = $2 ORDER BY id LIMIT $3 ${sql.forUpdate}`)

/** $1 account, $2 JSON list of ids */
const removeAll = statement('arrivals_remove_all', (sql) =>
  `DELETE FROM arrivals WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`)

/** $1 drop folder, $2 account */
const removePlaces = statement('drop_folder_places_remove', () =>
  'DELETE FROM drop_folder_places WHERE drop_folder_id = $1 AND account_id = $2')
const removeFolder = statement('drop_folders_remove', () => 'DELETE FROM drop_folders WHERE id = $1 AND account_id = $2')

type OldRow = Pick<ArrivalRow, 'id' | 'account_id' | 'drop_folder_id' | 'path' | 'raw_path' | 'state' | 'asset_id'> &
  { readonly account_name: string }

/** $1 now, $2 limit */
const findOld = statement<OldRow>('arrivals_old', (sql) => `
  SELECT id, account_id, drop_folder_id, path, raw_path, state, asset_id,
    (SELECT name FROM accounts WHERE accounts.id = arrivals.account_id) AS account_name
  FROM arrivals WHERE sweep_at <= ${sql.moment('$1')} ORDER BY sweep_at, id LIMIT $2`)

/** $1 arrival, $2 account, $3 time */
const keepUntil = statement('arrivals_keep', (sql) =>
  `UPDATE arrivals SET sweep_at = ${sql.moment('$3')} WHERE id = $1 AND account_id = $2`)

/** Removes what is left of removed drop folders, and rows without a file and an asset. */
export function createLeftovers ({ database, transact, locations }: LookDependencies) {
  const { sql } = database.reads

  const removePiece = ({ id, account_id: accountId }: Removed): Promise<PieceOutcome> =>
    transact(systemCaller({ id: accountId, name: '' }), async (tx) => {
      const rows = await tx.sql.all(firstArrivals, [id, accountId, AT_ONCE])
      const files = rows.flatMap((row) => row.file_id ?? [])
      if (files.length > 0) await removeLoose(tx, files)
      await tx.sql.run(removeAll, [accountId, JSON.stringify(rows.map((row) => row.id))])
      if (rows.length === AT_ONCE) return 'more'
      await tx.sql.run(removePlaces, [id, accountId])
      await tx.sql.run(removeFolder, [id, accountId])
      return 'done'
    })

  /** Whether its asset, or its file, is still there. What cannot be told counts as there. */
  async function isNeeded (row: OldRow): Promise<boolean> {
    if (row.asset_id !== null) return true
    const folder = await sql.first(findDropFolder, [row.account_id, row.drop_folder_id])
    if (folder?.location == null || isUpload(row)) return false
    try {
      const location = await locate(locations, { id: row.account_id, name: row.account_name }, folder)
      return await location.look(belowLocation(folder, fromColumns(row))) !== null
    } catch (error) {
      return error instanceof LocationGone || !isMissingPath(error)
    }
  }

  async function judge (row: OldRow): Promise<PieceOutcome> {
    const stays = await isNeeded(row)
    await transact(systemCaller({ id: row.account_id, name: row.account_name }), async (tx) => {
      const next = toDatabase(new Date(tx.time.getTime() + REMEMBERED_MS))
      if (stays) await tx.sql.run(keepUntil, [row.id, row.account_id, next])
      else await tx.sql.run(removeArrival, [row.id, row.account_id])
    })
    return 'done'
  }

  return async (signal: AbortSignal, onPiece: () => void): Promise<void> => {
    await doJobs<Removed>({
      find: () => sql.all(findRemoved, [SOME]), prepare: (folder) => () => removePiece(folder)
    }, { signal, onPiece })
    await doJobs<OldRow>({
      find: () => sql.all(findOld, [toDatabase(new Date()), SOME]), prepare: (row) => () => judge(row)
    }, { signal, onPiece })
  }
}
