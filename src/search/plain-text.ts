/** Tags that separate words; `strong`, `em` and `ins` may be inside a word. */
const BREAKS = /<\/?(?:p|ul|ol|li|h[1-6])>/g
const TAGS = /<[^<>]*>/g
const REFERENCE = /&(?:amp|lt|gt|nbsp|quot|#39);/g
const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&quot;': '"',
  '&#39;': "'"
}

/** The text of cleaned rich text (src/fields/rich-text). */
export function plainText (html: string): string {
  return html.replace(BREAKS, '\n').replace(TAGS, '').replace(REFERENCE, (reference) => characters[reference]!)
}
