import type { Dialect } from '../database/sql.js'
import type { PreviewKind } from './analysis/task.js'
import type { Playback, ProxyKind, Tiles } from './proxies/task.js'
import type { Arrived } from './thread/messages.js'

/** The state of the analysis of a file. */
export type AnalysisStatus = 'pending' | 'running' | 'done' | 'failed' | 'unsupported'

/** The state of the proxies of a file. */
export type ProxyStatus = 'none' | 'pending' | 'running' | 'done' | 'failed'

export const mediaStatuses = ['pending', 'ingesting', 'ready', 'failed', 'removed'] as const
export type MediaStatus = typeof mediaStatuses[number]

/** Whether a file may be the one of its asset that is shown: it is ready, or was removed and its previews are left. */
export const isShown = (status: string): boolean => status === 'ready' || status === 'removed'

/** The same as a condition. */
export const isShownFile = (file: string) => `${file}.status IN ('ready', 'removed')`

/** A file as the statements read it. */
export interface FileRow {
  readonly id: string
  readonly account_id: number
  /** Null for a loose file. */
  readonly asset_id: string | null
  /** The user who attached it. */
  readonly user_id: number
  readonly filename: string
  readonly source_url: string
  readonly error: string | null
  readonly failures: number
  readonly created_at: string
  readonly partial: string | null
  readonly progress: number
  readonly total: number | null
  readonly validator: string | null
  readonly content_type: string | null
  readonly blob_id: string | null
  readonly import_id: string | null
  /** The run of an action that has brought it. */
  readonly run_id: string | null
  /** The guest who has sent it. */
  readonly guest_id: number | null
}

/** The columns of a FileRow. */
export const fileColumns = (sql: Dialect) => `id, account_id, asset_id, user_id, filename, source_url, error, failures,
  ${sql.milliseconds('created_at')} AS created_at, partial, progress, total, validator, content_type, blob_id, import_id, run_id,
  guest_id`

/** What has arrived of a file; null if there is nothing. */
export function arrivedOf ({ partial, progress, total, validator, content_type: contentType }: FileRow) {
  if (partial === null) return null
  return { partial, bytes: progress, total, validator, contentType } satisfies Arrived
}

/** Assignments that store what has arrived. They take five parameters, beginning with this number. */
export const arrivedColumns = (first: number) =>
  ['partial', 'progress', 'total', 'validator', 'content_type'].map((column, index) => `${column} = $${first + index}`)
    .join(', ')

/** The parameters of arrivedColumns. */
export function arrivedValues (arrived: Arrived | null) {
  return arrived === null
    ? [null, 0, null, null, null]
    : [arrived.partial, arrived.bytes, arrived.total, arrived.validator, arrived.contentType]
}

/** A URL that allows a download for a while. */
export interface SignedUrl {
  readonly url: string
  readonly expiresAt: string
}

/** A file as lists read it. Digest and size are null before it is ready. */
export interface ListedFile {
  readonly id: string
  readonly filename: string
  readonly status: MediaStatus
  readonly error: string | null
  readonly content_type: string | null
  readonly created_at: string
  readonly progress: number
  readonly total: number | null
  readonly size: number | null
  readonly sha256: string | null
}

/** A file with its analysis, its previews and its proxies. */
export interface AnalysedFile extends ListedFile {
  /** Its number among the files that were ready; null before. */
  readonly version: number | null
  readonly analysis: AnalysisStatus | null
  /** Detected from the content; null if unknown. */
  readonly analysed_type: string | null
  readonly playback: Playback | null
  /** A JSON array of ListedPreview, or null. */
  readonly previews: string | null
  /** Null for what is neither a film nor a sound. */
  readonly proxy_status: ProxyStatus | null
  readonly proxy_progress: number | null
  /** A JSON array of ListedProxy, or null. */
  readonly proxies: string | null
}

export interface ListedPreview {
  readonly kind: PreviewKind | 'filmstrip'
  readonly width: number
  readonly height: number
  /** For a filmstrip only. */
  readonly tiles?: Tiles
}

export interface ListedProxy {
  readonly kind: ProxyKind
  readonly width: number | null
  readonly height: number | null
  readonly duration: number | null
  readonly size: number
  readonly tiles: Tiles | null
}

/** With its URL. */
type Signed<Made> = Made & { readonly signed: SignedUrl }

/** A file with its URLs, which it has when it is ready. */
export interface SignedFile extends AnalysedFile {
  readonly signed: SignedUrl | null
  readonly view: SignedUrl | null
  /** The thumbnail first. */
  readonly signedPreviews: ReadonlyArray<Signed<ListedPreview>>
  /** What plays first. */
  readonly signedProxies: ReadonlyArray<Signed<ListedProxy>>
}
