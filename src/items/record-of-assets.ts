import { MEBIBYTE } from '../basics/units.js'
import { record, type EventDraft } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { piecesOf } from '../work/pieces/fitting.js'
import { createYielder } from '../work/turns/yielding.js'
import { assetKind } from './kinds.js'
import type { AssetRow } from './rows.js'
import { sizesOf } from './sizes.js'

/** What is in memory at the same time. */
const LIMITS = { items: 200, bytes: 4 * MEBIBYTE }

/**
 * Records an event for each asset, with the asset: a few in memory at a time, as some have megabytes. Others have a
 * turn of the event loop between two pieces. Missing assets are left out.
 */
export async function recordOfAssets (
  tx: Transaction, assetIds: readonly string[], eventOf: (asset: AssetRow) => EventDraft
): Promise<void> {
  const { accountId } = tx.caller
  const yieldNow = createYielder()
  for (const piece of piecesOf(await sizesOf(tx.sql, accountId, assetIds), LIMITS)) {
    const rows = await tx.sql.all<AssetRow>(assetKind.statements.findList, [accountId, JSON.stringify(piece)])
    const byId = new Map(rows.map((row) => [row.id, row]))
    await record(tx, ...piece.flatMap((id) => {
      const row = byId.get(id)
      return row === undefined ? [] : [eventOf(row)]
    }))
    // Otherwise the consumers would hold the assets of all pieces.
    for (const consumer of tx.consumers) await consumer.flush?.(tx)
    await yieldNow()
  }
}
