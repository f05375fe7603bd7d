import { MEBIBYTE } from '../basics/units.js'
import type { FormedKind, TargetsOf } from '../core/events/forms.js'
import { record, type EventDraft } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { piecesOf } from '../work/pieces/fitting.js'
import { createYielder } from '../work/turns/yielding.js'
import { aboutAsset, assetKind } from './kinds.js'
import { sizesOf } from './sizes.js'
import type { Placed } from './tree.js'

/** What is in memory at the same time. */
const LIMITS = { items: 200, bytes: 4 * MEBIBYTE }
/** What an asset without its texts takes. */
const PLACE_BYTES = 100

/** $1 account, $2 JSON list of ids */
const findPlaces = statement<Placed>('assets_places', (sql) => `
  SELECT id, project_id FROM assets WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`)

/**
 * Records an event for each asset, with the asset: a few in memory at a time, as some have megabytes. If no consumer
 * shows the assets, only their places are read. Others have a turn of the event loop between two pieces. Missing assets
 * are left out.
 */
export async function recordOfAssets<Kind extends FormedKind> (
  tx: Transaction, event: Kind, assetIds: readonly string[], targetsOf: (assetId: string) => TargetsOf<Kind>
): Promise<void> {
  const { accountId } = tx.caller
  const isShown = await isDataShown(tx, event)
  const sizes = isShown
    ? await sizesOf(tx.sql, accountId, assetIds)
    : assetIds.map((id) => ({ id, bytes: PLACE_BYTES }))
  const yieldNow = createYielder()
  for (const piece of piecesOf(sizes, LIMITS)) {
    const found = await (isShown ? readAll : readPlaces)(tx, piece)
    await record(tx, ...piece.flatMap((id): EventDraft[] => {
      const data = found.get(id)
      return data === undefined ? [] : [{ event, targets: targetsOf(id), data } as unknown as EventDraft]
    }))
    // Otherwise the consumers would hold the assets of all pieces.
    for (const consumer of tx.consumers) await consumer.flush?.(tx)
    await yieldNow()
  }
}

type DataOfAssets = Map<string, object>

async function readAll ({ sql, caller }: Transaction, ids: readonly string[]): Promise<DataOfAssets> {
  const rows = await sql.all(assetKind.statements.findList, [caller.accountId, JSON.stringify(ids)])
  return new Map(rows.map((row) => [row.id, aboutAsset(row).data]))
}

/** What the log of changes keeps of an asset. */
async function readPlaces ({ sql, caller }: Transaction, ids: readonly string[]): Promise<DataOfAssets> {
  const rows = await sql.all(findPlaces, [caller.accountId, JSON.stringify(ids)])
  return new Map(rows.map((asset) => [asset.id, { asset }]))
}

async function isDataShown (tx: Transaction, event: FormedKind): Promise<boolean> {
  for (const consumer of tx.consumers) if (await consumer.showsData?.(tx, event) === true) return true
  return false
}
