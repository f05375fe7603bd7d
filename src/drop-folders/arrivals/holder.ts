import { toMilliseconds } from '../../basics/time.js'
import { record } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { AssetNotFound, RoleRefused } from '../../errors.js'
import { createAsset } from '../../assets/assets.js'
import { assignItem } from '../../items/assign.js'
import { aboutAsset, assetKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import type { AssetRow } from '../../items/rows.js'
import { HolderWaits, removeLoose, type Holder, type Taken } from '../../media/loose-files.js'
import { LeaseLost } from '../../work/claims/claim.js'
import { actorOf } from '../definitions/halt.js'
import { findDropFolder, lockRow, rulesOf, type DropFolderRow } from '../definitions/rows.js'
import { mayUse } from '../definitions/seen.js'
import { belowLocation, fromColumns } from '../looking/paths.js'
import { mayGuestAdd } from '../uploads/guests.js'
import { asUser } from './as-user.js'
import { attachTo } from './attach.js'
import { end } from './end.js'
import { fail } from './fail.js'
import { presentArrival } from './present.js'
import { findOfFile, isUpload, lockOfFile, type ArrivalRow } from './rows.js'
import { findSame } from './same.js'
import { setValues } from './set-values.js'
import { sidecarOf } from './sidecars.js'
import { targetOf } from './target.js'

/** $1 file, $2 account */
const findSum = statement<{ sha256: string }>('arrivals_sum', () => `
  SELECT blob.sha256 FROM media_files AS file JOIN media_blobs AS blob ON blob.id = file.blob_id
  WHERE file.id = $1 AND file.account_id = $2`)

/** $1 account */
const accountName = statement<{ name: string }>('arrivals_account', () => 'SELECT name FROM accounts WHERE id = $1')

/** The file of an arrival becomes what the rules of its drop folder say when its bytes are there. */
export const arrivalHolder: Holder = {
  async lock (tx, fileId) {
    const { accountId } = tx.caller
    const found = await tx.sql.first(findOfFile, [fileId, accountId])
    if (found === undefined) return null
    // One decision of a drop folder after the other.
    await tx.sql.first(lockRow, [accountId, found.drop_folder_id])
    const folder = await tx.sql.first(findDropFolder, [accountId, found.drop_folder_id])
    const row = await tx.sql.first(lockOfFile, [fileId, accountId])
    if (folder === undefined || row === undefined) throw new LeaseLost()
    const acting = await actorOf(tx.sql, folder)
    if (acting === null) throw new HolderWaits()
    const user = row.link_id === null ? acting : { ...acting, guestId: row.link_id }
    return decide(asUser(tx, user), folder, row, fileId)
  },

  async mayAdd (sql, user, fileId) {
    const row = await sql.first(findOfFile, [fileId, user.accountId])
    if (row === undefined) return null
    const folder = await sql.first(findDropFolder, [user.accountId, row.drop_folder_id])
    if (folder === undefined) return false
    return row.link_id === null ? mayUse(sql, user, folder) : mayGuestAdd(sql, folder, row.link_id)
  },

  async source (sql, { id, account_id: accountId }) {
    const row = await sql.first(findOfFile, [id, accountId])
    const folder = row === undefined ? undefined : await sql.first(findDropFolder, [accountId, row.drop_folder_id])
    if (row === undefined || isUpload(row) || folder === undefined || folder.location === null) return null
    const { name } = (await sql.first(accountName, [accountId]))!
    return {
      account: { id: accountId, name },
      location: folder.location,
      path: belowLocation(folder, fromColumns(row)),
      state: row.state
    }
  },

  async failed (tx, fileId, error) {
    const row = await tx.sql.first(lockOfFile, [fileId, tx.caller.accountId])
    if (row !== undefined) await fail(tx, row, error)
  }
}

/** Decides what the file becomes. `tx` is in the name of the drop folder's user. */
async function decide (tx: Transaction, folder: DropFolderRow, row: ArrivalRow, fileId: string): Promise<Taken> {
  const { sha256 } = (await tx.sql.first(findSum, [fileId, folder.account_id]))!
  const sidecar = await sidecarOf(tx.sql, row, tx.time.getTime())
  if (sidecar === 'waits') throw new HolderWaits()
  const taken = sidecar === null ? null : await attachTo(tx, folder, row, { ...sidecar, fileId, sha256 })
  if (taken !== null) return taken
  const projectId = await targetOf(tx, folder, row)
  const same = await findSame(tx, folder, projectId, sha256)
  if (same?.status === 'ready') {
    await end(tx, folder, row, { status: 'duplicate', assetId: same.id, projectId, sha256 })
    await removeLoose(tx, [fileId])
    return 'released'
  }
  const asset = same !== null
    ? await lockItem(assetKind, tx, same.id, 'read')
    : await findEarlier(tx, folder, row) ?? await makeAsset(tx, folder, row, projectId)
  await end(tx, folder, row, { status: 'done', assetId: asset.id, projectId, sha256 })
  const arrival = presentArrival({
    ...row,
    status: 'done',
    asset_id: asset.id,
    checksum: sha256,
    progress: row.size,
    error: null,
    finished_at: toMilliseconds(tx.time)
  })
  const { targets, data } = aboutAsset(asset)
  await record(tx, {
    event: 'INCOMING_ASSET_ADDED_TO_DROP_FOLDER',
    targets: { ...targets, drop_folder_id: folder.id },
    data: { ...data, arrival }
  })
  return { asset, tell: async () => {} }
}

/** The asset whose file was at this path before, if this is to be its version. */
async function findEarlier (tx: Transaction, folder: DropFolderRow, row: ArrivalRow): Promise<AssetRow | null> {
  if (folder.changed !== 'version' || row.earlier_asset_id === null) return null
  const asset = await lockItem(assetKind, tx, row.earlier_asset_id, 'change').catch((error: unknown) => {
    if (error instanceof AssetNotFound || error instanceof RoleRefused) return null
    throw error
  })
  return asset === null || asset.cohort_id !== null ? null : asset
}

async function makeAsset (
  tx: Transaction, folder: DropFolderRow, row: ArrivalRow, projectId: string | null
): Promise<AssetRow> {
  const { category, tags, custom_fields: values } = rulesOf(folder)
  const asset = await createAsset(tx, { title: row.path.split('/').at(-1)!, category, tags })
  await setValues(tx, asset, values)
  if (projectId === null) return asset
  await assignItem(assetKind, tx, asset.id, projectId)
  return { ...asset, project_id: projectId }
}
