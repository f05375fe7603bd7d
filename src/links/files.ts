import { downloadOfGuests, fileOfGuests, previewOfGuests, proxyOfGuests } from '../media/schema.js'

/** A file as presentAnalysedMedia shows it, as far as it matters here. */
export type ShownFile = Readonly<Record<string, unknown>> & {
  readonly filename: string
  readonly status: string
  readonly version: number | null
  readonly content_type: string | null
  readonly proxy_status: string
  readonly proxies: ReadonlyArray<{ readonly kind: string }>
  readonly previews: ReadonlyArray<{ readonly kind: string }>
}

/**
 * A file as guests see it. If they may not download it, they do not get the original where they can see or hear the
 * same by something that was made of it.
 */
export function presentFileToGuests (file: ShownFile, download: boolean): object {
  return {
    ...fileOfGuests.of(file),
    previews: file.previews.map(previewOfGuests.of),
    proxies: file.proxies.map(proxyOfGuests.of),
    ...download ? downloadOfGuests.of(file) : isShownWithout(file) && { view_url: null, view_url_expires_at: null }
  }
}

function isShownWithout ({ content_type: type, proxy_status: status, proxies, previews }: ShownFile): boolean {
  if (proxies.some(({ kind }) => kind === 'mp4' || kind === 'audio')) return true
  // Before the end of an analysis nothing is known of proxies.
  const isPicture = type === null || !/^(?:video|audio|image)\//.test(type) ? status === 'none' : type.startsWith('image/')
  return isPicture && type !== 'application/pdf' && previews.some(({ kind }) => kind === 'preview')
}
