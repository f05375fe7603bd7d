/** Where the bytes of a file come from. */
export type FileSource =
  /** The service fetches them. */
  | { readonly kind: 'url', readonly url: string }
  /** The service has received them: a client has sent them. They cannot be asked for again. */
  | { readonly kind: 'upload' }

/** An upload has no URL. */
export function toSourceUrl (source: FileSource): string {
  return source.kind === 'url' ? source.url : ''
}

export function sourceOf ({ source_url: url }: { readonly source_url: string }): FileSource {
  return url === '' ? { kind: 'upload' } : { kind: 'url', url }
}
