import { signal } from '@preact/signals'
import { pagesPath } from '../api/home.ts'

/** The current place in the console: everything that a link contains. */
export interface Place {
  /** The path below that of all pages: `assets/17`. */
  readonly path: string
  readonly params: URLSearchParams
}

export const place = signal(read())

function read (): Place {
  const { pathname, search } = window.location
  return { path: pathname.startsWith(pagesPath) ? pathname.slice(pagesPath.length) : '', params: new URLSearchParams(search) }
}

/** The URL of a page, for links. */
export function addressOf (path: string, params?: URLSearchParams): string {
  const query = params?.toString() ?? ''
  return pagesPath + path + (query === '' ? '' : `?${query}`)
}

/** The URL of a comment on the page of its item. */
export function addressOfComment (itemPath: string, id: number): string {
  return addressOf(itemPath, new URLSearchParams({ comment: String(id) }))
}

/** The comment that a place names; null if it names none. */
export function commentIn ({ params }: Place): { readonly id: number } | null {
  const id = params.get('comment')
  return id === null ? null : { id: Number(id) }
}

/** Opens another page; or, with `replace`, changes the URL of this one. */
export function go (path: string, params?: URLSearchParams, { replace = false } = {}): void {
  const address = addressOf(path, params)
  if (replace) history.replaceState(history.state, '', address)
  else {
    history.pushState({ inside: true }, '', address)
    window.scrollTo(0, 0)
  }
  place.value = read()
}

/** Notes where the film of this page was, for who comes back to it. */
export function noteMoment (moment: number | null): void {
  history.replaceState({ ...history.state, left: { path: place.peek().path, moment } }, '')
}

/** Where the film of this page was when one left it; null if that was not noted. */
export function notedMoment (): number | null {
  const { left } = (history.state ?? {}) as { left?: { path: string, moment: number | null } }
  return left?.path === place.peek().path ? left.moment : null
}

/** Goes back within the console, or to `path`. */
export function goBack (path: string): void {
  if ((history.state as { inside?: boolean } | null)?.inside === true) history.back()
  else go(path)
}

/** Follows links between pages without loading the console again. */
export function followLinks (): void {
  window.addEventListener('popstate', () => { place.value = read() })
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = (event.target as Element).closest?.('a')
    if (link === null || link === undefined || link.target !== '' || link.hasAttribute('download')) return
    const { origin, pathname, searchParams } = new URL(link.href, window.location.href)
    if (origin !== window.location.origin || !pathname.startsWith(pagesPath)) return
    event.preventDefault()
    go(pathname.slice(pagesPath.length), searchParams)
  })
}
