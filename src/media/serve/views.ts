import type { Database } from '../../database/database.js'
import { statement, type Statement } from '../../database/sql.js'
import { NotFound } from '../../errors.js'
import { toItemId } from '../../basics/ids.js'
import { PREVIEW_TYPE, previewSizes, type PreviewKind } from '../analysis/task.js'
import { proxyTypes, type ProxyKind } from '../proxies/task.js'
import { isViewed } from './content-type.js'
import type { SentPermit, SignedUrls } from './signed-urls.js'

/** An admitted file, or what was made of it. */
export interface View {
  readonly filename: string
  readonly contentType: string
  readonly sha256: string
  readonly key: string
  /** Seconds until the URL expires. */
  readonly expiresIn: number
  /** Whether it is small, and meant for programs. */
  readonly isRead?: boolean
  /** Whether it is shown, not saved. By default, its type decides. */
  readonly isInline?: boolean
}

/** $1 file. Its type is the detected one, or the announced one before its analysis. */
const findFile = statement<Required<FoundRow>>('media_view_file', () => `
  SELECT file.filename, COALESCE(blob.content_type, file.content_type) AS content_type, blob.sha256, blob.key
  FROM media_files AS file JOIN media_blobs AS blob ON blob.id = file.blob_id
  WHERE file.id = $1 AND file.status IN ('ready', 'replaced')`)

/** $1 file, $2 kind */
const findMade = (name: string, table: string) => statement<Row>(name, () => `
  SELECT file.filename, made.sha256, made.key
  FROM media_files AS file JOIN ${table} AS made ON made.blob_id = file.blob_id
  WHERE file.id = $1 AND made.kind = $2 AND file.status IN ('ready', 'replaced', 'removed')`)
const findPreview = findMade('media_view_preview', 'media_previews')
const findProxy = findMade('media_view_proxy', 'media_proxies')

type Row = Pick<View, 'filename' | 'sha256' | 'key'>
type FoundRow = Row & { readonly content_type?: string }

/** What is made of a file, with its type, the end of its name, and where it is found. */
const made = new Map<string, { readonly type: string, readonly end: string, readonly find: Statement<Row> }>([
  ...previewSizes.map(([kind]) => [kind, { type: PREVIEW_TYPE, end: ` ${kind}.webp`, find: findPreview }] as const),
  ...([['mp4', 'mp4'], ['audio', 'm4a'], ['waveform', 'json'], ['filmstrip', 'webp']] as const).map(([kind, extension]) =>
    [kind, { type: proxyTypes[kind], end: kind === extension ? `.${extension}` : ` ${kind}.${extension}`, find: findProxy }] as const)
])

/** Whether a text names something that can be viewed. */
export function isView (text: string): text is 'view' | PreviewKind | ProxyKind {
  return text === 'view' || made.has(text)
}

/** Views by signed URLs: a file, or what was made of it, for an hour, without a key. */
export function createViews ({ database, signedUrls }: { database: Database, signedUrls: SignedUrls }) {
  return {
    /** Throws DownloadRefused if the signature is wrong or has expired, and NotFound if there is nothing to view. */
    async open (what: 'view' | PreviewKind | ProxyKind, fileId: string, sent: SentPermit): Promise<View> {
      const { expiresIn } = await signedUrls.admit(what, fileId, sent)
      const id = toItemId(fileId)
      const { sql } = database.reads
      const kind = made.get(what)
      const row = id === null
        ? undefined
        : await (kind === undefined ? sql.first(findFile, [id]) : sql.first<FoundRow>(kind.find, [id, what]))
      const contentType = kind?.type ?? row?.content_type
      if (row === undefined || contentType === undefined || (kind === undefined && !isViewed(contentType))) {
        throw new NotFound()
      }
      const filename = kind === undefined ? row.filename : `${row.filename.replace(/\.[^.]*$/, '')}${kind.end}`
      return { filename, contentType, sha256: row.sha256, key: row.key, expiresIn, isInline: true, isRead: what === 'waveform' }
    }
  }
}
