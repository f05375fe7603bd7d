import type { AddressGuardOptions } from '../../outbound/index.js'

/** What a temporary file holds of a file that is being received, and what is needed to ask for the rest. */
export interface Received {
  /** The temporary file's name. */
  readonly partial: string
  /** Bytes that are on disk for certain. */
  readonly bytes: number
  /** How many there will be, where the sender said so. */
  readonly total: number | null
  /**
   * A strong ETag or a Last-Modified, which tells whether the sender still has the same bytes; null where it gave none.
   */
  readonly validator: string | null
  readonly contentType: string | null
}

/** One attempt at receiving a file. */
export interface ReceiveTask {
  /** Names the temporary files. */
  readonly fileId: string
  /** Empty where the file was uploaded: it is all here, and there is nobody to ask for it again. */
  readonly url: string
  /** What earlier attempts have left; null where there is nothing. */
  readonly received: Received | null
}

/** Whether the file was sent to the service, instead of being fetched by it. */
export function isUpload ({ url }: Pick<ReceiveTask, 'url'>): boolean {
  return url === ''
}

/** How an attempt ended. `error` is a sentence for whoever wanted the file. */
export type ReceiveResult =
  /** It is whole, and on disk. */
  | { readonly kind: 'whole', readonly received: Received, readonly sha256: string }
  /** Asking again would not help. */
  | { readonly kind: 'refused', readonly error: string }
  /** It may go better another time. */
  | { readonly kind: 'broken', readonly error: string, readonly received: Received | null }
  /** It was given up by whoever asked for it. */
  | { readonly kind: 'stopped', readonly received: Received | null }

/** What the receiving thread needs to know from the start. */
export interface ReceiverSettings {
  readonly folder: string
  readonly storage: { readonly MEDIA_DIR: string, readonly MEDIA_URL?: string }
  readonly maxBytes: number
  /** A sender that is silent for so long is given up. */
  readonly idleTimeoutMs: number
  readonly addresses: AddressGuardOptions
  readonly userAgent: string
}

/** A file that is sent in pieces is opened for the next one. */
export interface OpenIncoming {
  /** Names the temporary files. */
  readonly uploadId: string
  /** Who writes from now on: nobody else's orders are heeded until the file is opened again. */
  readonly writer: string
  /** What is there; null to begin with nothing. */
  readonly received: { readonly partial: string, readonly bytes: number } | null
  /** Whether this process has begun the temporary file. */
  readonly isOwn: boolean
  /** How many bytes may still come. */
  readonly room: number
  /** How the piece is digested, where somebody asks for it. */
  readonly checksum: string | null
}

/** A file that was opened, and by whom. */
export interface OpenedIncoming {
  readonly partial: string
  readonly writer: string
}

/** How much of a file that is sent in pieces is on disk, and the digest of the piece, in Base64. */
export interface Incoming {
  readonly partial: string
  readonly bytes: number
  readonly digest: string | null
}

/** What is done with a file that is sent in pieces. */
export type IncomingOrder =
  | { readonly kind: 'open', readonly file: OpenIncoming }
  | { readonly kind: 'write', readonly open: OpenedIncoming, readonly chunk: Uint8Array }
  /** Puts on disk what was written; `isUndone` forgets the piece instead. `isLast` gives the digest of the piece. */
  | { readonly kind: 'settle', readonly open: OpenedIncoming, readonly isUndone: boolean, readonly isLast: boolean }
  /** Nobody writes for the moment. */
  | { readonly kind: 'rest', readonly open: OpenedIncoming }
  | { readonly kind: 'seal', readonly open: OpenedIncoming }

/** What the receiving thread is told to do. Before an answer it says what it has received so far. */
export type Order =
  | { readonly kind: 'receive', readonly task: ReceiveTask }
  /** With `copy` another temporary file has the same bytes afterwards. */
  | { readonly kind: 'place', readonly partial: string, readonly key: string, readonly copy: string | null }
  | { readonly kind: 'discard', readonly partial: string }
  | IncomingOrder
  | { readonly kind: 'fetch', readonly key: string, readonly partial: string }
