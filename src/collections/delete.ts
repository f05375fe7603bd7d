import { record } from '../core/events/record.js'
import { releaseThings, type ReleaseOfRemoved } from '../core/release.js'
import type { Transaction } from '../core/transact.js'
import type { collectionEvents } from './events.js'
import { collectionKind } from './kind.js'
import { COLLECTIONS_JOB } from './leftovers.js'
import { firstPrivate, presentCollection, withCounts, type CollectionRow, type CountedCollection } from './rows.js'

export type CollectionEvent = Exclude<keyof typeof collectionEvents, `ASSET_${string}` | `${string}_FAVORITE`>

/** Collections whose assets a transaction counts. */
const AT_ONCE = 10

/** Records events of a collection, with the collection as the caller sees it. */
export async function recordChange (
  tx: Transaction, row: CollectionRow, events: readonly CollectionEvent[]
): Promise<CountedCollection> {
  const [counted] = await withCounts(tx.sql, tx.caller, [row])
  const data = { collection: presentCollection(counted!) }
  await record(tx, ...events.map((event) => ({ event, targets: { collection_id: row.id }, data })))
  return counted!
}

/** Deletes a locked collection. It is gone at once; its assets are taken out by a job. */
export async function deleteCollection (tx: Transaction, row: CollectionRow): Promise<void> {
  await releaseThings(tx, collectionKind.type, [row.id])
  await recordChange(tx, row, ['COLLECTION_DELETED'])
  await tx.prisma.collection.updateMany({
    where: { id: row.id, accountId: tx.caller.accountId }, data: { deletedAt: tx.time }
  })
  tx.wake(COLLECTIONS_JOB)
}

/** Deletes the private collections of a removed user. */
export const collectionsOfRemoved: ReleaseOfRemoved = {
  async inPieces (tx, { id: userId }) {
    const rows = await tx.sql.all(firstPrivate, [userId, tx.caller.accountId, AT_ONCE])
    for (const row of rows) await deleteCollection(tx, row)
    return rows.length
  }
}
