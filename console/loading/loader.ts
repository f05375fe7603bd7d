import { addSheet, get, insist } from './load.ts'

/**
 * Loads the application of a page. This file has no hash in its name, so that every process has it, and may be of
 * another release than the page: the page says what it needs, by `data-src`, its style sheets and its template.
 */
const entry = new URL(document.querySelector<HTMLScriptElement>('script[data-src]')!.dataset.src!, location.href).href
const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((link) => !hasRules(link))
for (const link of missing) link.remove()

insist(async (failures) => {
  await Promise.all(missing.map(({ href }) => addSheet(href)))
  // Older browsers remember that a module was missing. They have it in their cache when the page is loaded again.
  if (failures > 0) await get(entry)
  await import(/* @vite-ignore */ entry)
}).catch((error) => {
  document.getElementById('app')!.replaceChildren(document.querySelector('template')!.content)
  document.querySelector('button')!.addEventListener('click', () => location.reload())
  throw error
})

/** Of a sheet that is missing some browsers have one without rules, others none. No script runs before it is known. */
function hasRules ({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet!.cssRules.length > 0
  } catch {
    return false
  }
}
