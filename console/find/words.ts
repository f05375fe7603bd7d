import { writtenTerms, type Written } from '../../src/search/written.ts'

/** In text without spaces each character is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** An emoji is a word. */
const EMOJI = /(?![#*\d])\p{Emoji}|[\u{1f300}-\u{1faff}]|\u20e3/u
/** Characters that are not seen, or only lengthen a word, and divide none. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u0640]/gu
/** Apostrophes that are letters divide words. */
const WORD = /(?:(?![\u02b9-\u02bf])[\p{L}\p{N}\p{M}])+/gu
const LETTER = /(?![\u02b9-\u02bf\u0640])[\p{L}\p{N}]/u
/** Between the words of a term that was written with a quote. */
const QUOTED = /[\p{L}\p{N}\p{M}]["“”„‟«»״″＂]/u

/**
 * The query to send while somebody types: the last word may be the beginning of one, a quote may still be open, and
 * terms without a letter, a digit or an emoji are left out.
 */
export function queryOf (typed: string): string {
  const terms = writtenTerms(typed).flatMap(closed).filter(({ text }) => LETTER.test(text) || EMOJI.test(text))
  const last = terms.pop()
  if (last === undefined) return ''
  return [...terms.map(({ written }) => written), ...beginning(last, terms.length > 0)].join(' ')
}

/** The text of the search field for a query. */
export function typedOf (query: string): string {
  return query.replace(/(?<=[\p{L}\p{N}])\*$/u, '')
}

/** The words behind a quote that is still open. An excluded phrase is left out until its end. */
function closed (term: Written): Written[] {
  if (!term.isOpen) return [term]
  return term.isExcluded ? [] : writtenTerms(term.text)
}

function beginning ({ written: term, isPhrase, isExcluded }: Written, hasOthers: boolean): string[] {
  if (isPhrase || isExcluded || /\*/.test(term) || QUOTED.test(term) || UNSPACED.test(term) || EMOJI.test(term)) return [term]
  const words = term.replace(UNSEEN, '').match(WORD)!
  const last = words.pop()!
  const before = words.length > 1 ? [`"${words.join(' ')}"`] : words
  if ([...last].length > 1) return [...before, `${last}*`]
  // Too many words begin with one letter.
  return hasOthers || before.length > 0 ? before : [last]
}
