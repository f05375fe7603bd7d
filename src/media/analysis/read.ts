import type { Unit } from '../../core/unit.js'
import { statement } from '../../database/sql.js'
import { assetKind } from '../../items/kinds.js'
import { requireItem } from '../../items/require.js'
import type { FileMetadata } from './task.js'
import { isShownFile } from '../rows.js'

/** $1 asset, $2 account: the newest file */
const findMetadata = statement<{ metadata: string | null }>('media_metadata_find', () => `
  SELECT blob.metadata FROM media_files AS file
    JOIN media_analyses AS analysis ON analysis.id = file.id
    JOIN media_blobs AS blob ON blob.id = file.blob_id
  WHERE file.asset_id = $1 AND file.account_id = $2 AND ${isShownFile('file')}
    AND analysis.status IN ('done', 'unsupported')
  ORDER BY file.id DESC LIMIT 1`)

/** The metadata of the file of an asset; null if there is no file, or no analysis yet. Throws AssetNotFound. */
export async function readMetadata (
  { caller, reads: { sql } }: Pick<Unit, 'caller' | 'reads'>, assetId: string
): Promise<FileMetadata | null> {
  const asset = await requireItem(assetKind, sql, caller, assetId)
  const row = await sql.first(findMetadata, [asset.id, caller.accountId])
  return row === undefined || row.metadata === null ? null : JSON.parse(row.metadata) as FileMetadata
}
