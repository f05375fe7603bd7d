/** Where the bytes of a file come from. */
export type FileSource =
  /** The service fetches them. */
  | { readonly kind: 'url', readonly url: string }
  /** The service has received them: a client has sent them. They cannot be asked for again. */
  | { readonly kind: 'upload' }
  /** The service reads them from a location: its holder knows where they are. */
  | { readonly kind: 'location' }

const OF_LOCATION = 'location:'

/** An upload has no URL, and neither has a file of a location. */
export function toSourceUrl (source: FileSource): string {
  return source.kind === 'url' ? source.url : source.kind === 'location' ? OF_LOCATION : ''
}

export function sourceOf ({ source_url: url }: { readonly source_url: string }): FileSource {
  if (url === OF_LOCATION) return { kind: 'location' }
  return url === '' ? { kind: 'upload' } : { kind: 'url', url }
}
