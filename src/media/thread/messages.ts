import type { AddressGuardOptions } from '../../outbound/index.js'
import type { Place } from '../../process/location-settings.js'
import type { Sums } from './file-digest.js'

/** The part of a file that has arrived, and what a request for the rest needs. */
export interface Arrived {
  /** The temporary file's name. */
  readonly partial: string
  /** Bytes that are on disk. */
  readonly bytes: number
  /** The size of the whole file, if the sender has named it. */
  readonly total: number | null
  /**
   * A strong ETag or a Last-Modified: it tells the sender whether its bytes are still the same. Null if it sent none.
   */
  readonly validator: string | null
  readonly contentType: string | null
}

/** The largest file that is taken, and whether the service's setting bounds it or what is left to the account. */
export interface SizeLimit {
  readonly bytes: number
  readonly of: 'file' | 'account'
}

/** One attempt at fetching a file. */
export interface FetchTask {
  /** Prefix of the temporary files. */
  readonly fileId: string
  readonly url: string
  /** What earlier attempts have fetched; null if there is nothing. */
  readonly arrived: Arrived | null
  readonly limit: SizeLimit
  /** As it was asked for. */
  readonly filename: string
}

/** One attempt at reading a file of a location. */
export interface ReadTask extends Pick<FetchTask, 'fileId' | 'arrived' | 'limit'> {
  readonly place: Place
  readonly path: Uint8Array
  /** The file as it was seen: see `Entry`. */
  readonly state: string
}

/** The result of an attempt. `error` is a sentence for the user. */
export type FetchResult =
  /** It is whole, and on disk. */
  | { readonly kind: 'whole', readonly arrived: Arrived, readonly sums: Sums }
  /** A repetition would not help. */
  | { readonly kind: 'refused', readonly error: string }
  /** A repetition may help. */
  | { readonly kind: 'broken', readonly error: string, readonly arrived: Arrived | null }
  /** The caller gave it up. */
  | { readonly kind: 'stopped', readonly arrived: Arrived | null }

/** Settings of the thread. */
export interface FileThreadSettings {
  readonly folder: string
  readonly storage: { readonly MEDIA_DIR: string, readonly MEDIA_URL?: string }
  /** A sender that is silent for longer is given up. */
  readonly idleTimeoutMs: number
  readonly addresses: AddressGuardOptions
  readonly userAgent: string
  /** The mark of this process in the names of its temporary files. */
  readonly mark: string
}

/** An upload that is opened to receive its next piece. */
export interface NextPiece {
  /** Prefix of the temporary files. */
  readonly uploadId: string
  /** The writer from now on. Orders of others are ignored until the file is opened again. */
  readonly writer: string
  /** What has arrived; null to start from the beginning. */
  readonly arrived: Pick<Arrived, 'partial' | 'bytes'> | null
  /** How many bytes may still come. */
  readonly room: number
  /** The algorithm of the checksum, if the piece has one. */
  readonly checksum: string | null
}

/** An open upload and its writer. */
export interface OpenUpload {
  readonly partial: string
  readonly writer: string
}

/** The bytes of an upload that are on disk, and the digest of the piece in Base64. */
export interface Written {
  readonly partial: string
  readonly bytes: number
  readonly digest: string | null
}

/** Where a file goes outside of the service. */
export interface SendOutPlace {
  readonly place: Place
  /** Path of its folder, which is made where it is missing. */
  readonly folder: string
  readonly name: string
  /** Names the temporary file of this attempt. */
  readonly part: string
}

export interface SendOutTask extends SendOutPlace {
  /** Path of a file without which nothing is written. */
  readonly marker: string
  /** Whether others have files in its folder, too: there its name must not be taken in other case either. */
  readonly isShared: boolean
  /** The temporary file of an earlier attempt; null if there was none. */
  readonly before: string | null
  readonly source: { readonly kind: 'stored', readonly key: string } | { readonly kind: 'text', readonly text: string }
  readonly size: number
  readonly sha256: string
}

/** The name that the file has; null if nothing is written there now. */
export type SentOut = { readonly name: string } | null

/** What the thread reports before its answer: what has arrived, or how many bytes of a stored file were read. */
export type Progress = Arrived | number

/** What the thread is asked for, and what it answers. An upload that is named must be open, by the same writer. */
export interface FileOrders {
  /** One attempt to fetch a file. It reports what has arrived. An abort ends it as `stopped`. */
  fetch (task: FetchTask): FetchResult
  /** The same of a file in a location. */
  read (task: ReadTask): FetchResult
  /** Opens an upload to receive its next piece. The answer says where it goes on. */
  open (piece: NextPiece): Written
  /** Appends to an upload. */
  write (upload: OpenUpload, chunks: readonly Uint8Array[]): void
  /** Syncs what was written. With `isLast` the answer has the digest of the piece. */
  sync (upload: OpenUpload, isLast: boolean): Written
  /** Drops the piece. */
  undo (upload: OpenUpload): void
  /** Ends the writer's turn. The file stays open for the next piece. */
  rest (upload: OpenUpload): void
  /** Takes no further pieces. The answer has the sums of the whole file. */
  seal (upload: OpenUpload): Sums
  /** Sums up an upload that is whole, and syncs it. The answer is null if its bytes are gone. */
  finish (arrived: Arrived): Sums | null
  /** Moves a whole temporary file into the storage. With `copy`, a temporary file of that name keeps the same bytes. */
  place (partial: string, key: string, copy: string | null): void
  discard (partial: string): void
  /** Reads a stored object, and returns its SHA-256. */
  sum (key: string): string
  /** Copies a stored object into a temporary file. */
  load (key: string, partial: string): void
  /** Writes a file outside of the service. It reports how many bytes were read. */
  sendOut (task: SendOutTask): SentOut
  /** Removes what a killed attempt to send a file out may have left. */
  discardSentOut (place: SendOutPlace): void
}

export type OrderName = keyof FileOrders

/** An order, by its name in `FileOrders`. */
export type Order = {
  [Name in OrderName]: { readonly name: Name, readonly given: Parameters<FileOrders[Name]> }
}[OrderName]

export type OrderResult = ReturnType<FileOrders[OrderName]>
