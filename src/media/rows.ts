import type { MediaBlob, MediaFile } from '../../prisma/generated/sqlite/client.js'
import { toMilliseconds } from '../time.js'
import type { Received } from './receive/messages.js'

export type { MediaBlob, MediaFile }

export type MediaStatus = 'pending' | 'ingesting' | 'ready' | 'failed'

/** A URL from which a file may be downloaded for a while. */
export interface SignedUrl {
  readonly url: string
  readonly expiresAt: Date
}

/** An attached file as the API shows it. It can be downloaded when it is ready. */
export function presentMedia (file: MediaFile & { blob: MediaBlob | null }, signed: SignedUrl | null) {
  const ready = file.status === 'ready' && file.blob !== null
  const size = ready ? file.blob!.size : file.total
  return {
    id: file.id,
    filename: file.filename,
    content_type: file.contentType,
    size: size === null ? null : Number(size),
    checksum: ready ? { algorithm: 'sha256', value: file.blob!.sha256 } : null,
    status: file.status as MediaStatus,
    progress: Number(file.progress),
    error: file.error,
    created_at: toMilliseconds(file.createdAt),
    download_url: signed?.url ?? null,
    download_url_expires_at: signed === null ? null : toMilliseconds(signed.expiresAt)
  }
}

/** What a row remembers of what was received; null where nothing is. */
export function receivedOf (file: MediaFile): Received | null {
  if (file.partial === null) return null
  const { partial, validator, contentType } = file
  return { partial, validator, contentType, bytes: Number(file.progress), total: file.total === null ? null : Number(file.total) }
}

/** The columns that remember what was received. */
export function receivedColumns (received: Received | null) {
  return {
    partial: received?.partial ?? null,
    progress: BigInt(received?.bytes ?? 0),
    total: received === null || received.total === null ? null : BigInt(received.total),
    validator: received?.validator ?? null,
    contentType: received?.contentType ?? null
  }
}
