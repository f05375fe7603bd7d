import { signal } from '@preact/signals'
import { pagesPath } from '../api/home.ts'

/** Where in the console one is: everything that a link can say. */
export interface Place {
  /** Without what all pages begin with: `assets/17`. */
  readonly path: string
  readonly params: URLSearchParams
}

export const place = signal(read())

function read (): Place {
  const { pathname, search } = window.location
  return { path: pathname.startsWith(pagesPath) ? pathname.slice(pagesPath.length) : '', params: new URLSearchParams(search) }
}

/** The address of a page, for links. */
export function addressOf (path: string, params?: URLSearchParams): string {
  const query = params?.toString() ?? ''
  return pagesPath + path + (query === '' ? '' : `?${query}`)
}

/** Leads to another page; or, with `replace`, says in the address what has changed on this one. */
export function go (path: string, params?: URLSearchParams, { replace = false } = {}): void {
  const address = addressOf(path, params)
  if (replace) history.replaceState(history.state, '', address)
  else {
    history.pushState({ inside: true }, '', address)
    window.scrollTo(0, 0)
  }
  place.value = read()
}

/** Where one came from within the console; otherwise `path`. */
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
