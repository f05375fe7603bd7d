import { statement, type Dialect } from '../database/sql.js'
import type { AnalysedFile } from './rows.js'

/** A file with the asset that it belongs to. */
export interface OwnedFile extends AnalysedFile {
  readonly asset_id: string
}

const columns = (sql: Dialect) => `file.id, file.filename, file.status, file.error, file.content_type,
    ${sql.milliseconds('file.created_at')} AS created_at,
    file.progress, file.total, media_blobs.size, media_blobs.sha256,
    media_analyses.status AS analysis, media_blobs.content_type AS analysed_type,
    (SELECT ${sql.joined('json', 'kind')} FROM (
      SELECT kind, ${sql.object([['kind', 'kind'], ['width', 'width'], ['height', 'height']])} AS json
      FROM media_previews WHERE blob_id = file.blob_id ORDER BY kind) AS shown) AS previews`

const tables = `media_files AS file LEFT JOIN media_blobs ON media_blobs.id = file.blob_id
    LEFT JOIN media_analyses ON media_analyses.id = file.id`

/** $1 asset, $2 account, $3 after this id, $4 limit */
export const listFiles = statement('media_files_list', (sql) => `
  SELECT ${columns(sql)} FROM ${tables}
  WHERE file.asset_id = $1 AND file.account_id = $2 AND file.id > $3 ORDER BY file.id LIMIT $4`)

/** $1 account, $2 JSON list of assets, $3 limit */
export const listFilesOf = statement('media_files_list_of_assets', (sql) => `
  SELECT file.asset_id, ${columns(sql)} FROM ${tables}
  WHERE file.account_id = $1 AND ${sql.among('file.asset_id', sql.strings('$2'))}
  ORDER BY file.asset_id, file.id LIMIT $3`)
