/** What is kept of rich text. The service keeps the same, and it is cleaned here once more before it is shown. */
const KEPT = new Set(['p', 'strong', 'em', 'ins', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** What browsers write while one edits, and what is meant. */
const MEANT: Readonly<Record<string, string>> = { b: 'strong', i: 'em', u: 'ins', div: 'p' }
/** Their text is none that anybody wrote to be read. */
const DROPPED = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript', 'math', 'svg', 'title', 'textarea'])
const DEEPEST = 100

/**
 * Rich text as nodes: made anew, of the kept tags alone, without attributes. Nothing of the markup is ever handed to
 * the page: it is read in a document of its own, in which nothing runs or loads.
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

/** The markup of nodes, of the kept tags alone. */
export function markupOf (from: Node): string {
  const fragment = document.createDocumentFragment()
  copyChildren(from, fragment, 0)
  const holder = document.createElement('div')
  holder.append(fragment)
  const isEmpty = holder.textContent!.trim() === ''
  return isEmpty ? '' : holder.innerHTML
}
