/** In text without spaces each character is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** An emoji is a word. */
const EMOJI = /(?![#*\d])\p{Emoji}|[\u{1f300}-\u{1faff}]|\u20e3/u
/** Characters that are not seen, and divide no word. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/**
 * The query to send while somebody types: the last word may be the beginning of one, a quote may still be open, and
 * terms without a letter, a digit or an emoji are left out.
 */
export function queryOf (typed: string): string {
  const terms = closed(typed).match(/-?"[^"]*"|\S+/g)?.filter((term) => /[\p{L}\p{N}]/u.test(term) || EMOJI.test(term)) ?? []
  const last = terms.pop()
  if (last === undefined) return ''
  return [...terms, ...beginning(last, terms.length > 0)].join(' ')
}

/** The text of the search field for a query. */
export function typedOf (query: string): string {
  return query.replace(/(?<=[\p{L}\p{N}])\*$/u, '')
}

/** Without the last quote, if it is open: its words are searched for. An excluded phrase is left out until its end. */
function closed (typed: string): string {
  const at = typed.lastIndexOf('"')
  if (at < 0 || typed.split('"').length % 2 === 1) return typed
  return typed[at - 1] === '-' ? typed.slice(0, at - 1) : `${typed.slice(0, at)} ${typed.slice(at + 1)}`
}

function beginning (term: string, hasOthers: boolean): string[] {
  if (/^-|["*]/.test(term) || UNSPACED.test(term) || EMOJI.test(term)) return [term]
  const words = term.replace(UNSEEN, '').match(WORD)!
  const last = words.pop()!
  const before = words.length > 1 ? [`"${words.join(' ')}"`] : words
  if ([...last].length > 1) return [...before, `${last}*`]
  // Too many words begin with one letter.
  return hasOthers || before.length > 0 ? before : [last]
}
