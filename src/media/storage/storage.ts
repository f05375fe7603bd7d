import type { Readable } from 'node:stream'

/** What is in the storage under a key. */
export interface StoredObject {
  readonly key: string
  /** Bytes. */
  readonly size: number
}

/**
 * How the bytes of a key reach whoever downloads them: from a local file, or from where the storage itself serves them.
 */
export type Source =
  | { readonly kind: 'file', readonly path: string }
  | { readonly kind: 'url', readonly url: string }

/** What a download is answered with besides the bytes, where the storage itself answers it. */
export interface DownloadOptions {
  readonly method: 'GET' | 'HEAD'
  readonly contentType: string
  readonly contentDisposition: string
  /** Seconds for which a URL of the storage stays valid. */
  readonly expiresIn: number
}

/**
 * Where the bytes of files are kept. A key comes from `newKey`, names the same bytes for ever, and is never used again
 * after it was removed: so everything may be repeated, and nobody has to know what another process is doing.
 */
export interface MediaStorage {
  /**
   * Puts a file that is whole and on disk in its place, and takes it away from where it was. It is there durably, or
   * not at all.
   */
  place (path: string, key: string): Promise<void>
  /** The number of bytes under a key; null where there is nothing. */
  sizeOf (key: string): Promise<number | null>
  /** The bytes of a key. Fails, or the stream does, where there is nothing. */
  read (key: string): Promise<Readable>
  /** Where the bytes of a key lie as a file; null where they are elsewhere. */
  pathOf (key: string): string | null
  source (key: string, options: DownloadOptions): Promise<Source>
  /** Nothing happens where there is nothing. */
  remove (key: string): Promise<void>
  /** Everything that is stored, in no order, and what else lies there, whatever it is called. */
  list (): AsyncIterable<StoredObject>
}
