import type { AddressGuardOptions } from '../../outbound/index.js'
import type { Sums } from './file-digest.js'

/** The received part of a file, and what a request for the rest needs. */
export interface Received {
  /** The temporary file's name. */
  readonly partial: string
  /** Bytes that are on disk. */
  readonly bytes: number
  /** The size of the whole file, if the sender has named it. */
  readonly total: number | null
  /**
   * A strong ETag or a Last-Modified, by which the sender knows whether its bytes are the same; null if it sent none.
   */
  readonly validator: string | null
  readonly contentType: string | null
}

/** The largest file that is taken, and whether the service's setting bounds it or what is left to the account. */
export interface SizeLimit {
  readonly bytes: number
  readonly of: 'file' | 'account'
}

/** One attempt at receiving a file. */
export interface ReceiveTask {
  /** Prefix of the temporary files. */
  readonly fileId: string
  /** Empty if the file was uploaded: it is whole, and cannot be fetched again. */
  readonly url: string
  /** The part that earlier attempts have received; null if there is none. */
  readonly received: Received | null
  readonly limit: SizeLimit
  /** As it was asked for. */
  readonly filename: string
}

/** Whether the file was uploaded, not fetched. */
export function isUpload ({ url }: Pick<ReceiveTask, 'url'>): boolean {
  return url === ''
}

/** The result of an attempt. `error` is a sentence for the user. */
export type ReceiveResult =
  /** It is whole, and on disk. */
  | { readonly kind: 'whole', readonly received: Received, readonly sums: Sums }
  /** A repetition would not help. */
  | { readonly kind: 'refused', readonly error: string }
  /** A repetition may help. */
  | { readonly kind: 'broken', readonly error: string, readonly received: Received | null }
  /** The caller gave it up. */
  | { readonly kind: 'stopped', readonly received: Received | null }

/** Settings of the receiving thread. */
export interface ReceiverSettings {
  readonly folder: string
  readonly storage: { readonly MEDIA_DIR: string, readonly MEDIA_URL?: string }
  /** A sender that is silent for longer is given up. */
  readonly idleTimeoutMs: number
  readonly addresses: AddressGuardOptions
  readonly userAgent: string
}

/** An upload that is opened for its next piece. */
export interface OpenIncoming {
  /** Prefix of the temporary files. */
  readonly uploadId: string
  /** The writer from now on. Orders of others are ignored until the file is opened again. */
  readonly writer: string
  /** The received part; null to start from the beginning. */
  readonly received: { readonly partial: string, readonly bytes: number } | null
  /** Whether this process has begun the temporary file. */
  readonly isOwn: boolean
  /** How many bytes may still come. */
  readonly room: number
  /** The algorithm of the checksum, if the piece has one. */
  readonly checksum: string | null
}

/** An open upload and its writer. */
export interface OpenedIncoming {
  readonly partial: string
  readonly writer: string
}

/** The bytes of an upload that are on disk, and the digest of the piece in Base64. */
export interface Incoming {
  readonly partial: string
  readonly bytes: number
  readonly digest: string | null
}

/** Orders for uploads. */
export type IncomingOrder =
  | { readonly kind: 'open', readonly file: OpenIncoming }
  | { readonly kind: 'write', readonly open: OpenedIncoming, readonly chunks: readonly Uint8Array[] }
  /**
   * Syncs what was written; with `isUndone` the piece is dropped instead. With `isLast` the answer has the digest of
   * the piece.
   */
  | { readonly kind: 'settle', readonly open: OpenedIncoming, readonly isUndone: boolean, readonly isLast: boolean }
  /** Ends the writer's turn. */
  | { readonly kind: 'rest', readonly open: OpenedIncoming }
  | { readonly kind: 'seal', readonly open: OpenedIncoming }

/** What the thread reports before its answer: what was received, or how many bytes of a stored file were read. */
export type Progress = Received | number

/** Orders for the receiving thread. Before its answer it reports progress. */
export type Order =
  | { readonly kind: 'receive', readonly task: ReceiveTask }
  /** With `copy`, a temporary file of that name keeps the same bytes. */
  | { readonly kind: 'place', readonly partial: string, readonly key: string, readonly copy: string | null }
  | { readonly kind: 'discard', readonly partial: string }
  | IncomingOrder
  | { readonly kind: 'fetch', readonly key: string, readonly partial: string }
  /** Reads a stored object. The answer has its sums. */
  | { readonly kind: 'sum', readonly key: string }
