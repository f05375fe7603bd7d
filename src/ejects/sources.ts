import { statement, type Dialect, type Sql } from '../database/sql.js'
import { isViewed } from '../media/serve/content-type.js'
import type { Playback } from '../media/proxies/task.js'
import type { Rendition } from './schema.js'

/** The bytes that go out for an asset, and the name that they have. */
export interface Source {
  readonly asset_id: string
  readonly file_id: string
  readonly filename: string
  readonly size: number
  readonly sha256: string
  readonly key: string
}

/** What is made of a file, with the end of its name, in the order in which it is taken. */
const made = [
  ['mp4', 'media_proxies', '.mp4'], ['audio', 'media_proxies', ' audio.m4a'], ['preview', 'media_previews', ' preview.webp']
] as const

type MadeKind = typeof made[number][0]
type SourceRow = Source & { readonly content_type: string, readonly playback: Playback | null } &
  { readonly [Column in `${MadeKind}_${'size' | 'sha256' | 'key'}`]: never }

const select = (sql: Dialect, where: (sql: Dialect) => string) => `
  SELECT file.asset_id, file.id AS file_id, file.filename, blob.size, blob.sha256, blob.key,
    COALESCE(blob.content_type, file.content_type, '') AS content_type, blob.playback,
    ${made.map(([kind]) => `${kind}.size AS ${kind}_size, ${kind}.sha256 AS ${kind}_sha256, ${kind}.key AS ${kind}_key`).join(',\n    ')}
  FROM media_files AS file JOIN media_blobs AS blob ON blob.id = file.blob_id
    ${made.map(([kind, table]) => `LEFT JOIN ${table} AS ${kind} ON ${kind}.blob_id = blob.id AND ${kind}.kind = '${kind}'`).join('\n    ')}
  WHERE file.account_id = $1 AND ${where(sql)}`

/** $1 account, $2 JSON list of assets: the newest ready file of each */
const findReady = statement<SourceRow>('ejects_ready_files', (sql) => select(sql, (sql) => `
  ${sql.among('file.asset_id', sql.strings('$2'))} AND file.status = 'ready'
    AND file.id = (SELECT newest.id FROM media_files AS newest WHERE newest.asset_id = file.asset_id
      AND newest.account_id = $1 AND newest.status = 'ready' ORDER BY newest.id DESC LIMIT 1)`))

/** $1 account, $2 file */
const findFile = statement<SourceRow>('ejects_file', (sql) => select(sql, () =>
  "file.id = $2 AND file.status IN ('ready', 'replaced')"))

/** What goes out for each of some assets, if there is something. */
export async function sourcesOf (
  sql: Sql, accountId: number, assetIds: readonly string[], rendition: Rendition
): Promise<Source[]> {
  const rows = await sql.all(findReady, [accountId, JSON.stringify(assetIds)])
  return rows.flatMap((row) => toSource(row, rendition) ?? [])
}

/** What goes out of a file; null if it is gone. */
export async function sourceOf (
  sql: Sql, accountId: number, fileId: string, rendition: Rendition
): Promise<Source | null> {
  const row = await sql.first(findFile, [accountId, fileId])
  return row === undefined ? null : toSource(row, rendition)
}

function toSource (row: SourceRow, rendition: Rendition): Source | null {
  const { content_type: type, playback } = row
  if (rendition === 'original' || (isViewed(type, playback) && playback !== 'shown')) return row
  for (const [kind, , end] of made) {
    const key = row[`${kind}_key`] as string | null
    if (key === null) continue
    const [size, sha256] = [row[`${kind}_size`] as number, row[`${kind}_sha256`] as string]
    return { ...row, filename: `${row.filename.replace(/\.[^.]*$/, '')}${end}`, size, sha256, key }
  }
  return isViewed(type, playback) ? row : null
}
