/** A file as presentAnalysedMedia shows it, as far as it matters here. */
export type ShownFile = Readonly<Record<string, unknown>> & {
  readonly content_type: string | null
  readonly proxy_status: string
  readonly proxies: ReadonlyArray<{ readonly kind: string }>
  readonly previews: ReadonlyArray<{ readonly kind: string }>
}

/** Without the original, if guests can see or hear the same by something that was made of it. */
export function withoutDownload (file: ShownFile): object {
  const { download_url: _url, download_url_expires_at: _end, ...rest } = file
  return isShownWithout(file) ? { ...rest, view_url: null, view_url_expires_at: null } : rest
}

function isShownWithout ({ content_type: type, proxy_status: status, proxies, previews }: ShownFile): boolean {
  if (proxies.some(({ kind }) => kind === 'mp4' || kind === 'audio')) return true
  // Before the end of an analysis nothing is known of proxies.
  const isPicture = type === null || !/^(?:video|audio|image)\//.test(type) ? status === 'none' : type.startsWith('image/')
  return isPicture && type !== 'application/pdf' && previews.some(({ kind }) => kind === 'preview')
}
