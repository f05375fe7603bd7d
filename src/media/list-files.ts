import { statement, type Dialect } from '../database/sql.js'
import type { AnalysedFile } from './rows.js'

/** A file with the asset that it belongs to. */
export interface OwnedFile extends AnalysedFile {
  readonly asset_id: string
}

/** A file that another one has replaced. */
export interface VersionRow extends AnalysedFile {
  readonly replaced_at: string
  /** The user who replaced it. */
  readonly replaced_by: number
}

/**
 * The number of a file among those of its asset that were ready, in the order in which they were. One from before there
 * were numbers has the one that it gets with the next file. Null before the file is ready.
 */
export const versionOf = `COALESCE(file.version, CASE WHEN file.status IN ('ready', 'replaced') THEN
      (SELECT versions FROM assets WHERE id = file.asset_id) + (SELECT COUNT(*) FROM media_files AS earlier
        WHERE earlier.asset_id = file.asset_id AND earlier.version IS NULL AND earlier.status IN ('ready', 'replaced') AND
          (earlier.finished_at, earlier.created_at, earlier.id) <= (file.finished_at, file.created_at, file.id)) END)`

/** The place of a file among those of its asset, in the order of attaching: `keyOf` of the list makes the same. */
export const placeOf = (sql: Dialect) => `${sql.milliseconds('file.created_at')} || file.id`

/** The columns of a ListedFile. */
export const listedColumns = (sql: Dialect) => `file.id, file.filename, file.error, file.content_type,
    CASE file.status WHEN 'replaced' THEN 'ready' ELSE file.status END AS status,
    ${sql.milliseconds('file.created_at')} AS created_at, file.progress, file.total,
    media_blobs.size, media_blobs.sha256`

const columns = (sql: Dialect) => `${listedColumns(sql)}, ${versionOf} AS version,
    media_analyses.status AS analysis, media_blobs.content_type AS analysed_type,
    (SELECT ${sql.joined('json', 'kind')} FROM (
      SELECT kind, ${sql.object([['kind', 'kind'], ['width', 'width'], ['height', 'height']])} AS json
      FROM media_previews WHERE blob_id = file.blob_id ORDER BY kind) AS shown) AS previews,
    media_blobs.playback, media_renderings.status AS proxy_status, media_renderings.progress AS proxy_progress,
    (SELECT ${sql.joined('json', 'kind')} FROM (
      SELECT kind, ${sql.object([['kind', 'kind'], ['width', 'width'], ['height', 'height'], ['duration', 'duration'],
        ['size', 'size'], ['tiles', sql.json('tiles')]])} AS json
      FROM media_proxies WHERE blob_id = file.blob_id ORDER BY kind) AS made) AS proxies`

const tables = `media_files AS file LEFT JOIN media_blobs ON media_blobs.id = file.blob_id
    LEFT JOIN media_analyses ON media_analyses.id = file.id
    LEFT JOIN media_renderings ON media_renderings.id = file.id`

/** $1 asset, $2 account, $3 after this place, $4 limit */
export const listFiles = statement<AnalysedFile>('media_files_list', (sql) => `
  SELECT ${columns(sql)} FROM ${tables}
  WHERE file.asset_id = $1 AND file.account_id = $2 AND ${placeOf(sql)} > $3 AND file.status <> 'replaced'
  ORDER BY file.created_at, file.id LIMIT $4`)

/** $1 account, $2 JSON list of assets, $3 limit */
export const listFilesOf = statement<OwnedFile>('media_files_list_of_assets', (sql) => `
  SELECT file.asset_id, ${columns(sql)} FROM ${tables}
  WHERE file.account_id = $1 AND ${sql.among('file.asset_id', sql.strings('$2'))} AND file.status <> 'replaced'
  ORDER BY file.asset_id, file.created_at, file.id LIMIT $3`)

/** $1 asset, $2 account */
export const listVersions = statement<VersionRow>('media_versions_list', (sql) => `
  SELECT ${columns(sql)}, ${sql.milliseconds('file.replaced_at')} AS replaced_at, file.replaced_by FROM ${tables}
  WHERE file.asset_id = $1 AND file.account_id = $2 AND file.status = 'replaced'
  ORDER BY file.replaced_at DESC, file.created_at DESC, file.id DESC`)
