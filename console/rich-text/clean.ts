/** The allowed tags of rich text. The service allows the same; cleaning again here is a second barrier. */
const KEPT = new Set(['p', 'strong', 'em', 'ins', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** Tags that browsers write while somebody edits, and their replacements. */
const MEANT: Readonly<Record<string, string>> = { b: 'strong', i: 'em', u: 'ins', div: 'p' }
/** Elements that are removed with their text. */
const DROPPED = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript', 'math', 'svg', 'title', 'textarea'])
const DEEPEST = 100

/**
 * Rich text as new nodes of the allowed tags, without attributes. The markup is parsed in a document of its own, where
 * nothing runs or loads; the page never gets it.
 */
export function cleanNodes (markup: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(markup, 'text/html')
  const fragment = document.createDocumentFragment()
  copyChildren(parsed.body, fragment, 0)
  return fragment
}

function copyChildren (from: Node, to: Node, depth: number): void {
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) to.appendChild(document.createTextNode(child.nodeValue ?? ''))
    if (child.nodeType !== Node.ELEMENT_NODE || depth > DEEPEST) continue
    const name = (child as Element).localName
    if (DROPPED.has(name)) continue
    const kept = MEANT[name] ?? name
    if (KEPT.has(kept)) copyChildren(child, to.appendChild(document.createElement(kept)), depth + 1)
    else copyChildren(child, to, depth + 1)
  }
}

/** The markup of nodes, with the allowed tags only. */
export function markupOf (from: Node): string {
  const fragment = document.createDocumentFragment()
  copyChildren(from, fragment, 0)
  const holder = document.createElement('div')
  holder.append(fragment)
  const isEmpty = holder.textContent!.trim() === ''
  return isEmpty ? '' : holder.innerHTML
}
