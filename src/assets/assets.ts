import { record } from '../core/events/record.js'
import { newId } from '../basics/ids.js'
import { requireExternalId } from '../external-ids/claims.js'
import { assignItem, unassignItem } from '../items/assign.js'
import { blankAsset } from '../items/columns.js'
import { assetKind } from '../items/kinds.js'
import { readItem, requireItem } from '../items/require.js'
import type { AssetRow } from '../items/rows.js'
import { sharedUpdate, updateItem, type Expectation, type ItemUpdate } from '../items/update.js'
import { toSeconds } from '../basics/time.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import type { Cascades } from '../trash/cascades.js'
import { restoreAsset, trashAsset } from '../trash/cohorts.js'
import { purgeAsset } from '../trash/purge.js'

export interface NewAsset {
  readonly title: string
  readonly description?: string
  readonly category?: string
  readonly tags?: readonly string[]
  readonly media_type?: 'live'
}

/** Set by imports only. */
export interface Origin {
  readonly externalId?: string | null
  readonly originalFilename?: string | null
}

/** The row of a new asset. */
export function newAssetRow (
  { time, caller }: Transaction, asset: NewAsset, { externalId = null, originalFilename = null }: Origin = {}
): AssetRow {
  const now = toSeconds(time)
  return {
    ...blankAsset,
    id: newId(),
    external_id: externalId,
    owner: caller.email,
    title: asset.title,
    description: asset.description ?? '',
    category: asset.category ?? '',
    tags: JSON.stringify(asset.tags ?? []),
    media_type: asset.media_type ?? 'placeholder',
    status: 'open',
    original_filename: originalFilename,
    created_date: now,
    modification_date: now,
    cohort_id: null
  }
}

/** Throws ExternalIdTaken if another item has the external id. */
export async function createAsset (tx: Transaction, asset: NewAsset, origin: Origin = {}): Promise<AssetRow> {
  const row = newAssetRow(tx, asset, origin)
  if (row.external_id !== null) await requireExternalId(tx, row.external_id, 'asset', row.id)
  await tx.sql.run(assetKind.statements.insert, [tx.caller.accountId, ...assetKind.shape.inserted(row, tx.time)])
  await record(tx, assetKind.event('ADDED', row))
  return row
}

/**
 * Assets, as sections 2.1 and 4.2 of the contract describe them. Functions with the id of a missing asset throw
 * AssetNotFound.
 */
export function createAssets ({ cascades }: { cascades: Cascades }) {
  return {
    require: ({ caller, reads }: Unit, id: string) => requireItem(assetKind, reads.sql, caller, id),
    /** The asset as the API shows it, as JSON. */
    read: ({ caller, reads }: Unit, id: string) => readItem(assetKind, reads.sql, caller, id),

    create: ({ transact }: Unit, asset: NewAsset) => transact((tx) => createAsset(tx, asset), { shared: {} }),
    update: ({ transact, caller }: Unit, id: string, changes: ItemUpdate, isExpected?: Expectation<AssetRow>) =>
      transact(
        (tx) => updateItem(assetKind, tx, id, changes, isExpected),
        sharedUpdate(assetKind, caller, id, changes)
      ),
    trash: (unit: Unit, id: string) => cascades.run(unit, (tx) => trashAsset(tx, id)),
    restore: (unit: Unit, id: string) => cascades.run(unit, (tx) => restoreAsset(tx, id)),
    purge: (unit: Unit, id: string) => cascades.run(unit, (tx) => purgeAsset(tx, id)),
    assign: (unit: Unit, id: string, toProjectId: string) =>
      cascades.run(unit, (tx) => assignItem(assetKind, tx, id, toProjectId)),
    unassign: (unit: Unit, id: string) => cascades.run(unit, (tx) => unassignItem(assetKind, tx, id))
  }
}

export type Assets = ReturnType<typeof createAssets>
