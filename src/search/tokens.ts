import { fold, HYPHENS, UNSEEN } from '../basics/folding.js'

/**
 * Cuts text into words, for the index and for queries. Both databases get the same words, and so does every version of
 * Node: letters and digits, with case and accents folded; emoji; and the single characters of scripts without spaces.
 */

/** Longer words are cut, in the index and in queries. */
const LONGEST_WORD = 255

const BEYOND_ASCII = /[^\0-\x7f]/
const ASCII_WORDS = /[a-z0-9]+/g

/**
 * Pictographs. A version of Node may not know the newest of them by their property, so their block is named: all of it
 * are signs. In a keycap `#` and `*` may be wide.
 */
const PICTOGRAPH = '(?:(?![0-9#*])[\\p{Emoji}\\u{1f300}-\\u{1faff}])'
const MODIFIERS = '(?:\\p{Emoji_Modifier}|[\\ufe0e\\ufe0f]\\u20e3?|\\u20e3|[\\u{e0020}-\\u{e007f}])*'
const EMOJI = `\\p{RI}{2}|[0-9#*\uff03\uff0a]\\ufe0f?\\u20e3|${PICTOGRAPH}${MODIFIERS}(?:\\u200d${PICTOGRAPH}${MODIFIERS})*`
/** Signs of keycaps, as the index has them: for FTS5 a sign of ASCII separates words. */
const WIDE: Readonly<Record<string, string>> = { '#': '\uff03', '*': '\uff0a' }
/** How an emoji is shown, which makes no difference. */
const PRESENTATION = /[\ufe0e\ufe0f]/g
const wholeEmoji = new RegExp(`^(?:${EMOJI})$`, 'u')
const emoji = new RegExp(EMOJI, 'gu')
const unseenOrEmoji = new RegExp(`(${EMOJI})|${UNSEEN}`, 'gu')

/** Letters of Han that a version of Node may not know yet fill two planes. */
const MORE_HAN = '\\u{20000}-\\u{3ffff}'
const scripts = ['Han', 'Bopomofo', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
/** A character of a script that has no spaces between words. */
const UNSPACED = `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}${MORE_HAN}]`
const runs = new RegExp(`[\\p{L}\\p{M}\\p{N}${MORE_HAN}]+`, 'gu')
const characterOrWord = new RegExp(`${UNSPACED}|(?:(?!${UNSPACED})[^])+`, 'gu')
const endsUnspaced = new RegExp(`${UNSPACED}$`, 'u')
const beginsUnspaced = new RegExp(`^${UNSPACED}`, 'u')
const hasUnspaced = new RegExp(UNSPACED, 'u')
/** Between the words of a name in Katakana, where some write nothing. */
const ONLY_MIDDLE_DOT = /^\u30fb?$/
/** Stands where characters of such scripts do not stand together. It is no word. */
export const GAP = '__'

/** A piece rarely has more words. */
const WORDS_AT_ONCE = 100

/** A text without what is not seen, but for what emoji are made of. */
export function withoutUnseen (text: string): string {
  return BEYOND_ASCII.test(text) ? text.replace(unseenOrEmoji, '$1').replace(HYPHENS, '-') : text
}

export function isEmoji (word: string): boolean {
  return wholeEmoji.test(word)
}

/** The words of a text, in order. */
export function wordsOf (text: string): string[] {
  return [...piecesOf(text)].flat()
}

/** The same in pieces. Each takes a millisecond at most. A text is folded before its first word. */
export function * piecesOf (text: string): Generator<readonly string[]> {
  if (!BEYOND_ASCII.test(text)) return yield (text.toLowerCase().match(ASCII_WORDS) ?? []).map(shorten)
  let words: string[] = []
  for (const word of eachWord(text)) {
    if (words.push(word) < WORDS_AT_ONCE) continue
    yield words
    words = []
  }
  yield words
}

function * eachWord (text: string): Generator<string> {
  let start = 0
  for (const { 0: found, index } of text.matchAll(emoji)) {
    yield * textWords(text.slice(start, index))
    yield shorten(found.replace(PRESENTATION, '').replace(/^[#*]/, (sign) => WIDE[sign]!))
    start = index + found.length
  }
  yield * textWords(text.slice(start))
}

/** The words of a text without emoji, and the gaps in it. */
function * textWords (text: string): Generator<string> {
  const folded = fold(text)
  /** Where the last character of a script without spaces ended, if no word came since. */
  let end: number | null = null
  for (const { 0: run, index } of folded.matchAll(runs)) {
    if (!hasUnspaced.test(run)) {
      yield shorten(run)
      end = null
      continue
    }
    if (end !== null && beginsUnspaced.test(run) && !ONLY_MIDDLE_DOT.test(folded.slice(end, index))) yield GAP
    for (const [word] of run.matchAll(characterOrWord)) yield shorten(word)
    end = endsUnspaced.test(run) ? index + run.length : null
  }
}

function shorten (word: string): string {
  return word.length <= LONGEST_WORD ? word : word.slice(0, LONGEST_WORD).toWellFormed().replace(/\ufffd$/, '')
}
