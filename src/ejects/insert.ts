import { newId } from '../basics/ids.js'
import { toDatabase } from '../basics/time.js'
import type { Transaction } from '../core/transact.js'
import { recordOfAssets } from '../items/record-of-assets.js'
import { createYielder } from '../work/turns/yielding.js'
import { insertFiles } from './files.js'
import type { PlannedFile } from './plan.js'
import { insertEject, type EjectRow } from './rows.js'

/** Rows of one statement. */
const AT_ONCE = 250

interface InsertedEject extends Pick<EjectRow, 'type' | 'rendition' | 'path' | 'folder'> {
  readonly id: string
  readonly dropFolderId: number
}

/** Makes the rows of an eject: a file each, and the list of their digests. */
export async function insertPlanned (
  tx: Transaction, eject: InsertedEject, planned: readonly PlannedFile[]
): Promise<void> {
  const { accountId, userId } = tx.caller
  const time = toDatabase(tx.time)
  const good = planned.filter(({ error }) => error === null)
  const size = good.reduce((sum, file) => sum + file.size, 0)
  const { id: ejectId, dropFolderId, type, rendition, path, folder } = eject
  await tx.sql.run(insertEject, [ejectId, accountId, userId, dropFolderId, type, rendition, path, folder,
    planned.length, planned.length - good.length, size, time])
  const rows = planned.map(({ assetId, fileId, path, size, error }, position) =>
    [newId(), position, assetId, fileId, path, size, error === null ? 'waiting' : 'failed', error])
  rows.push([newId(), planned.length, null, null, '', 0, 'waiting', null])
  const yieldNow = createYielder()
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await yieldNow()
    const some = JSON.stringify(rows.slice(start, start + AT_ONCE))
    await tx.sql.run(insertFiles, [accountId, userId, ejectId, time, some])
  }
  await recordOfAssets(tx, 'OUTGOING_ASSET_ADDED_TO_DROP_FOLDER', good.map(({ assetId }) => assetId), (assetId) =>
    ({ asset_id: assetId, eject_id: ejectId, drop_folder_id: dropFolderId }))
}
