import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import type { DropFolderRow } from '../definitions/rows.js'

/** An asset that has the same bytes, or had them: its file was removed, and its previews are kept. */
interface Same {
  readonly id: string
  readonly status: 'ready' | 'removed'
}

const find = (name: string, where: string) => statement<Same>(name, () => `
  SELECT asset.id, file.status FROM media_files AS file JOIN assets AS asset ON asset.id = file.asset_id
  WHERE file.blob_id = $1 AND file.account_id = $2 AND file.status IN ('ready', 'removed') AND asset.account_id = $2
    AND asset.cohort_id IS NULL AND ${where} ORDER BY file.status, asset.id LIMIT 1`)

/** $1 blob, $2 account, $3 project */
const findInProject = find('arrivals_same_in_project', 'asset.project_id = $3')
/** $1 blob, $2 account, $3 drop folder */
const findOfFolder = find('arrivals_same_of_folder', `EXISTS (SELECT 1 FROM arrivals AS earlier
  WHERE earlier.asset_id = asset.id AND earlier.drop_folder_id = $3)`)

/** $1 SHA-256: until the transaction ends nobody else decides about the same bytes */
const lockBytes = statement<{ id: string }>('arrivals_lock_bytes', (sql) =>
  `SELECT id FROM media_blobs WHERE sha256 = $1 ${sql.forUpdate}`)

/** The asset of the project, or without one of the drop folder, that has the same bytes. Null if there is none. */
export async function findSame (
  { sql }: Transaction, folder: DropFolderRow, projectId: string | null, sha256: string
): Promise<Same | null> {
  const blob = await sql.first(lockBytes, [sha256])
  if (blob === undefined) return null
  const found = projectId === null
    ? await sql.first(findOfFolder, [blob.id, folder.account_id, folder.id])
    : await sql.first(findInProject, [blob.id, folder.account_id, projectId])
  return found ?? null
}
