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
  readonly url: string
  /** What earlier attempts have left; null where there is nothing. */
  readonly received: Received | null
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

/** What the receiving thread is told to do. Before an answer it says what it has received so far. */
export type Order =
  | { readonly kind: 'receive', readonly task: ReceiveTask }
  | { readonly kind: 'place', readonly partial: string, readonly key: string }
  | { readonly kind: 'discard', readonly partial: string }
  | { readonly kind: 'fetch', readonly key: string, readonly partial: string }
