import { createHash } from 'node:crypto'
import { findEnabledUsers } from '../access/enabled-users.js'
import { toDatabase, toMilliseconds } from '../basics/time.js'
import { MINUTE_MS } from '../basics/units.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { findDropFolder } from '../drop-folders/definitions/rows.js'
import { mayUse } from '../drop-folders/definitions/seen.js'
import { AssetNotFound, isFailure, NoFileReady, RoleRefused } from '../errors.js'
import { aboutAsset, assetKind } from '../items/kinds.js'
import { requireItem } from '../items/require.js'
import type { AssetRow } from '../items/rows.js'
import { mayChange } from '../items/standing.js'
import type { SendOutTask } from '../media/thread/messages.js'
import { begin, dueFiles, listPlaced, type EjectFileRow, type FileClaim } from './files.js'
import { advanceEject, isUnderWay, lockEject, type EjectRow } from './rows.js'
import { settleFile } from './settle.js'
import { sourceOf } from './sources.js'

/** How often the history of an asset tells that its file is being written. */
const TELL_MS = 10 * MINUTE_MS

/** What is to be written, and when the history was told. */
export interface Begun extends Pick<SendOutTask, 'source' | 'size' | 'sha256'> {
  readonly told: string | null
}

/** Begins to write a file, which is asked for again. `over` if there is nothing to write any more. */
export async function beginFile (tx: Transaction, claim: FileClaim): Promise<Begun | 'over'> {
  const { sql, caller: { accountId } } = tx
  const eject = await sql.first(lockEject, [accountId, claim.row.eject_id])
  if (eject === undefined || !isUnderWay(eject)) return 'over'
  await dueFiles.hold(tx, claim)
  const found = claim.row.asset_id === null ? await listOf(tx, eject) : await askAgain(tx, eject, claim.row)
  if (typeof found === 'string') {
    await settleFile(tx, claim, eject, { status: 'failed', error: found })
    return 'over'
  }
  const told = found.asset === null ? null : await tellOfProgress(tx, eject, found.asset, claim.row.told_at)
  const toldAt = told === null ? null : toDatabase(new Date(told))
  await dueFiles.update(tx, claim, begin, [claim.token, found.sha256, toldAt])
  await sql.run(advanceEject, [accountId, eject.id, 0, 0, 0])
  return { ...found, told }
}

interface Found extends Omit<Begun, 'told'> {
  readonly asset: AssetRow | null
}

/** What sha256sum reads. Names have no signs that it would have to escape. */
async function listOf ({ sql }: Transaction, eject: EjectRow): Promise<Found> {
  const placed = await sql.all(listPlaced, [eject.id, eject.account_id])
  const text = placed.map(({ placed, sha256 }) => `${sha256}  ${placed}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { source: { kind: 'text', text }, size: Buffer.byteLength(text), sha256, asset: null }
}

/** A file as its user may still have it; or the error if not. */
async function askAgain (
  { sql }: Transaction, eject: EjectRow, file: EjectFileRow
): Promise<Found | string> {
  const { account_id: accountId, user_id: userId, asset_id: assetId, file_id: fileId } = file
  const refused = new RoleRefused().message
  const [user] = await findEnabledUsers(sql, accountId, [userId])
  if (user === undefined) return refused
  const asset = await assetOf({ sql, caller: user }, assetId)
  if (asset === null || (eject.type !== 'asset' && asset.cohort_id !== null)) return new AssetNotFound().message
  const dropFolder = await sql.first(findDropFolder, [accountId, eject.drop_folder_id])
  const isAllowed = dropFolder !== undefined && await mayUse(sql, user, dropFolder) &&
    await mayChange('asset', sql, user, asset.id)
  if (!isAllowed) return refused
  const source = await sourceOf(sql, accountId, fileId!, eject.rendition)
  if (source === null) return new NoFileReady().message
  const { key, size, sha256 } = source
  return { source: { kind: 'stored', key }, size, sha256, asset }
}

/** The asset of a file, as the caller sees it. Null if it is not there; the list of digests has none. */
export async function assetOf (
  { sql, caller }: Pick<Transaction, 'sql' | 'caller'>, assetId: string | null
): Promise<AssetRow | null> {
  return assetId === null
    ? null
    : requireItem(assetKind, sql, caller, assetId).catch((error: Error) => {
      if (isFailure(error)) return null
      throw error
    })
}

/** Tells the history of an asset that its file is being written, now and then. Returns when that was. */
export async function tellOfProgress (
  tx: Transaction, eject: EjectRow, asset: AssetRow, told: string | null
): Promise<string> {
  if (told !== null && tx.time.getTime() - Date.parse(told) < TELL_MS) return told
  await record(tx, { event: 'ASSET_UPDATED_EJECT', ...aboutFile(eject, asset) })
  return toMilliseconds(tx.time)
}

/** What events say of a file. */
export function aboutFile ({ id, drop_folder_id: dropFolderId }: EjectRow, asset: AssetRow) {
  const { targets, data } = aboutAsset(asset)
  return { targets: { ...targets, eject_id: id, drop_folder_id: dropFolderId }, data }
}
