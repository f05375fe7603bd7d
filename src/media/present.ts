import { toNumber, type ListedFile, type SignedUrl } from './rows.js'

/** An attached file as the API shows it. It can be downloaded when it is ready. */
export function presentMedia (file: ListedFile, signed: SignedUrl | null) {
  const isReady = file.status === 'ready' && file.sha256 !== null
  return {
    id: file.id,
    filename: file.filename,
    content_type: file.content_type,
    size: toNumber(isReady ? file.size : file.total),
    checksum: isReady ? { algorithm: 'sha256', value: file.sha256 } : null,
    status: file.status,
    progress: Number(file.progress),
    error: file.error,
    created_at: file.created_at,
    download_url: signed?.url ?? null,
    download_url_expires_at: signed?.expiresAt ?? null
  }
}
