import { allowedTags } from './allowed-tags.js'
import { maximumDepth, maximumElements } from './refused.js'

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const inlineTags = new Set(['strong', 'em', 'ins'])

/** Characters that a parser drops or changes, or that a serialiser would write as a reference. */
const rewrittenText = /[\0\r\f\u00a0]|&(?!(?:amp|lt|gt|nbsp);)/
const textThenTag = /[^<>]*<(\/?)([a-z][a-z1-6]*)>/y

/**
 * Whether cleaning would give the value back letter for letter, so that it need not be cleaned.
 *
 * True without any `<`: such a value is text to every parser, and DOMPurify leaves it alone. True also for what a
 * serialiser writes of a tree of the allowed tags that a parser would build just so. Where that takes more than a look
 * to see, the answer is no: a no costs a cleaning, a wrong yes would store a value that the next cleaning changes.
 * A yes is safe in any case, as nothing but bare allowed tags is ever let through.
 */
export function isCanonical (html: string): boolean {
  if (!html.includes('<')) return true
  if (rewrittenText.test(html)) return false
  const open: string[] = []
  let elements = 0
  let position = 0
  while (true) {
    textThenTag.lastIndex = position
    const match = textThenTag.exec(html)
    if (match === null) break
    position = textThenTag.lastIndex
    const [, slash, tag = ''] = match
    if (slash === '/') {
      if (open.pop() !== tag) return false
    } else {
      if (++elements > maximumElements || !staysInside(open, tag)) return false
      open.push(tag)
    }
  }
  return open.length === 0 && !html.includes('<', position) && !html.includes('>', position)
}

/** Whether a parser with these elements open puts the new one inside the innermost and closes none of them first. */
function staysInside (open: string[], tag: string): boolean {
  if (!allowedTags.has(tag) || open.length >= maximumDepth) return false
  if (inlineTags.has(tag)) return !open.includes(tag)
  if (open.includes('p')) return false
  if (headings.has(tag)) return !open.some((name) => headings.has(name))
  if (tag === 'li') return open.findLast((name) => !inlineTags.has(name)) !== 'li'
  return true
}
