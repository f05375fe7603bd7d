import { systemCaller } from '../../core/caller.js'
import { record } from '../../core/events/record.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { AssetNotFound } from '../../errors.js'
import { aboutAsset, assetKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import type { AssetRow } from '../../items/rows.js'

/** $1 asset */
const findAccount = statement<{ id: number, name: string }>('media_removals_account', () => `
  SELECT accounts.id, accounts.name FROM assets JOIN accounts ON accounts.id = assets.account_id WHERE assets.id = $1`)

/** $1 JSON list of removals */
export const deleteDone = statement('media_removals_delete', (sql) => `
  DELETE FROM media_removals WHERE ${sql.among('id', sql.integers('$1'))}`)

interface ToldRemoval {
  readonly id: number
  readonly assetId: string
  /** Who has removed the file. */
  readonly userId: number
}

/** No bytes are kept for an asset any more: records it once, unless the asset has gone, or has a file again. */
export async function tellRemoved (
  { database, transact }: { readonly database: Database, readonly transact: Transact },
  { id, assetId, userId }: ToldRemoval
): Promise<void> {
  const account = await database.reads.sql.first(findAccount, [assetId])
  await transact(account === undefined ? systemCaller() : systemCaller(account, userId), async (tx) => {
    const asset = account === undefined ? null : await lockItem(assetKind, tx, assetId, 'change').catch(orGone)
    const isFirst = await tx.sql.run(deleteDone, [JSON.stringify([id])]) > 0
    if (!isFirst || asset?.media_type !== 'placeholder') return
    await record(tx, { event: 'ASSET_REMOVED_MEDIA', ...aboutAsset(asset) })
  })
}

function orGone (error: unknown): AssetRow | null {
  if (error instanceof AssetNotFound) return null
  throw error
}
