/**
 * What the address of the page names beside its link: an asset, a comment on it, a folder. The token stays in the
 * fragment, which no server is told of.
 */

export function named (what: 'asset' | 'comment'): string | null {
  return new URLSearchParams(location.search).get(what)
}

/** The address of an asset that the link shows, or of a comment on it. */
export function addressOf (asset: string, comment?: number): string {
  const query = new URLSearchParams({ asset, ...comment !== undefined && { comment: String(comment) } })
  return new URL(`?${query}${location.hash}`, location.href).href
}

/** The titles of the projects on the way to a folder; none for all that the link shows. */
export type Folder = readonly string[]

export function namedFolder (): Folder {
  return new URLSearchParams(location.search).getAll('folder')
}

export function addressOfFolder (folder: Folder): string {
  const query = new URLSearchParams(folder.map((title) => ['folder', title]))
  return `${location.pathname}${folder.length > 0 ? `?${query}` : ''}${location.hash}`
}
