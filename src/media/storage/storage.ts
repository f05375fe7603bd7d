import type { Readable } from 'node:stream'

/** An object of the storage. */
export interface StoredObject {
  readonly key: string
  /** Bytes. */
  readonly size: number
}

/** The source of a download: a local file, or a URL of the storage. */
export type Source =
  | { readonly kind: 'file', readonly path: string }
  | { readonly kind: 'url', readonly url: string }

/** Headers of a download that the storage itself answers. */
export interface DownloadOptions {
  readonly method: 'GET' | 'HEAD'
  readonly contentType: string
  readonly contentDisposition: string
  /** Lifetime of a URL of the storage, in seconds. */
  readonly expiresIn: number
}

/**
 * Keeps the bytes of files. A key comes from `newKey`, always names the same bytes, and is never used again after its
 * removal: every call may be repeated, whatever other processes do.
 */
export interface MediaStorage {
  /** Moves a whole file into the storage, durably or not at all. */
  place (path: string, key: string): Promise<void>
  /** The size of an object; null if it is missing. */
  sizeOf (key: string): Promise<number | null>
  /** The bytes of an object. Fails, or the stream does, if it is missing. */
  read (key: string): Promise<Readable>
  /** The path of an object; null if it is not a local file. */
  pathOf (key: string): string | null
  source (key: string, options: DownloadOptions): Promise<Source>
  /** Removes an object, if it exists. */
  remove (key: string): Promise<void>
  /** Lists all objects in no order, foreign ones too. */
  list (): AsyncIterable<StoredObject>
}
