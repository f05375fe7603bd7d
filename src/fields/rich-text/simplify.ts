import { defaultTreeAdapter, html as markup, parseFragment } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { allowedTags } from './allowed-tags.js'
import { expectedRichText, maximumDepth, maximumElements, RichTextRefused } from './refused.js'

type Element = DefaultTreeAdapterTypes.Element
type ChildNode = DefaultTreeAdapterTypes.ChildNode

/** Elements whose contents are no text that a reader would see. SVG and MathML go whole as well. */
const removedWhole = new Set([
  'script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'iframe', 'xmp', 'plaintext', 'title', 'audio',
  'video'
])

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' }

/**
 * Reduces markup to the allowed tags, without attributes, and escaped text.
 *
 * This is for the price, not for safety, which is DOMPurify's affair: jsdom takes seconds for a few kilobytes of
 * deeply nested elements, and this parser, the one inside jsdom, takes milliseconds. After it DOMPurify has little to
 * remove and never meets a deep tree. Time and memory are linear in the length of the value.
 *
 * @throws RichTextRefused beyond `maximumElements`, or where allowed tags nest deeper than `maximumDepth`
 */
export function simplify (html: string): string {
  const written: string[] = []
  const open = [{ children: parse(html), next: 0, endTag: '' }]
  let depth = 0
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const node = level.children[level.next++]
    if (node === undefined) {
      if (level.endTag !== '') depth--
      written.push(level.endTag)
      open.pop()
    } else if (defaultTreeAdapter.isTextNode(node)) {
      written.push(escapeText(node.value))
    } else if (defaultTreeAdapter.isElementNode(node) && keepsContents(node)) {
      const kept = allowedTags.has(node.tagName)
      if (kept && ++depth > maximumDepth) throw new RichTextRefused(expectedRichText.depth)
      if (kept) written.push(`<${node.tagName}>`)
      open.push({ children: node.childNodes, next: 0, endTag: kept ? `</${node.tagName}>` : '' })
    }
  }
  return written.join('')
}

function keepsContents (element: Element): boolean {
  return element.namespaceURI === markup.NS.HTML && !removedWhole.has(element.tagName)
}

/** Parses as a browser does what is assigned to the `innerHTML` of a `div`. */
function parse (html: string): ChildNode[] {
  // The parser makes two of its own.
  let elements = -2
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    // Formatting elements that were never closed are opened again in each paragraph, so a short value can become large.
    createElement (...parameters) {
      if (++elements > maximumElements) throw new RichTextRefused(expectedRichText.elements)
      return defaultTreeAdapter.createElement(...parameters)
    }
  }
  const context = defaultTreeAdapter.createElement('div', markup.NS.HTML, [])
  return parseFragment(context, html, { treeAdapter }).childNodes
}

function escapeText (text: string): string {
  return text.replace(/[&<>\u00a0]/g, (character) => references[character] ?? character)
}
