/** What XML 1.0 has no place for. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** The ampersand first, as the others have one. */
const ESCAPES = [
  ['&', '&amp;'], ['<', '&lt;'], ['>', '&gt;'], ['"', '&quot;'], ["'", '&apos;'], ['\n', '&#10;'], ['\r', '&#13;'],
  ['\t', '&#9;']
] as const

/** A text inside an element, or in the quotes of an attribute, where line breaks would become spaces. */
export function escapeXml (text: string): string {
  return ESCAPES.reduce((escaped, [sign, name]) => escaped.replaceAll(sign, name), text.replace(FORBIDDEN, ''))
}
