import { PREVIEW_TYPE } from './analysis/task.js'
import { proxyTypes } from './proxies/task.js'
import { isShown, type ListedFile, type SignedFile, type SignedUrl } from './rows.js'

/** An attached file as the API shows it. It can be downloaded when it is ready. */
export function presentMedia (file: ListedFile, signed: SignedUrl | null) {
  const isKnown = isShown(file.status) && file.sha256 !== null
  return {
    id: file.id,
    filename: file.filename,
    content_type: file.content_type,
    size: isKnown ? file.size : file.total,
    checksum: isKnown ? { algorithm: 'sha256', value: file.sha256 } : null,
    status: file.status,
    progress: file.progress,
    error: file.error,
    created_at: file.created_at,
    download_url: signed?.url ?? null,
    download_url_expires_at: signed?.expiresAt ?? null
  }
}

/** The same with its analysis and its proxies, and with URLs to view it. */
export function presentAnalysedMedia (file: SignedFile) {
  return {
    ...presentMedia(file, file.signed),
    version: file.version,
    analysis: file.analysis ?? 'pending',
    previews: file.signedPreviews.map(({ kind, width, height, tiles, signed }) => ({
      kind,
      width,
      height,
      content_type: PREVIEW_TYPE,
      ...presentUrl(signed),
      ...tiles
    })),
    proxies: file.signedProxies.map(({ kind, width, height, duration, size, signed }) => ({
      kind,
      width,
      height,
      duration,
      size,
      content_type: proxyTypes[kind],
      ...presentUrl(signed)
    })),
    ...presentProgress(file),
    view_url: file.view?.url ?? null,
    view_url_expires_at: file.view?.expiresAt ?? null
  }
}

function presentUrl ({ url, expiresAt }: SignedUrl) {
  return { url, url_expires_at: expiresAt }
}

/** Nothing is known of proxies before the end of the analysis. */
function presentProgress ({ analysis, proxy_status: status, proxy_progress: progress }: SignedFile) {
  const isAnalysed = analysis !== null && analysis !== 'pending' && analysis !== 'running'
  const shown = status ?? (isAnalysed ? 'none' : 'pending')
  return { proxy_status: shown, proxy_progress: shown === 'running' ? progress : null }
}

/** Reads the files of assets as JSON arrays. */
export interface MediaReader {
  /** Leaves assets out if there are very many files: they are read one by one. */
  readonly ofAssets: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** The oldest thousand: the list of the asset has all. */
  readonly ofAsset: (id: string) => Promise<string>
}
