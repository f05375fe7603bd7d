/**
 * Cuts text into words, for the index and for queries. Both databases get the same words: letters and digits, with case
 * and accents folded.
 */

/** Longer words are cut, in the index and in queries. */
const LONGEST_WORD = 255
/** The segmenter's time grows faster than its text, so it gets pieces of this length. */
const LONGEST_SEGMENT = 300

const BEYOND_ASCII = /[^\0-\x7f]/
const ASCII_WORDS = /[a-z0-9]+/g
const WORDS = /[\p{L}\p{M}\p{N}]+/gu
/** Marks of letters: accents, and the vowel points of Hebrew and Arabic. */
const ACCENTS = new RegExp(`[${[
  [0x300, 0x36f], [0x1ab0, 0x1aff], [0x1dc0, 0x1dff], [0x20d0, 0x20ff], [0xfe20, 0xfe2f],
  [0x591, 0x5bd], [0x5bf, 0x5bf], [0x5c1, 0x5c2], [0x5c4, 0x5c5], [0x5c7, 0x5c7],
  [0x610, 0x61a], [0x64b, 0x65f], [0x670, 0x670]
].map(([first, last]) => `${String.fromCodePoint(first!)}-${String.fromCodePoint(last!)}`).join('')}]`, 'g')
/** Letters that Unicode does not decompose, and what people type for them. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ς: 'σ'
}
const PLAINER = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Folds case and accents. */
export function fold (text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase().replace(ACCENTS, '')
    .replace(PLAINER, (letter) => PLAIN[letter]!)
}

/** The words of a text, in order. */
export function wordsOf (text: string): string[] {
  const folded = fold(text)
  const found = BEYOND_ASCII.test(folded)
    ? (folded.match(WORDS) ?? []).flatMap(segment)
    : folded.match(ASCII_WORDS) ?? []
  return found.map(shorten)
}

function segment (run: string): string[] {
  if (!UNSPACED.test(run)) return [run]
  const words: string[] = []
  for (let start = 0; start < run.length; start += LONGEST_SEGMENT) {
    for (const { segment: word } of segmenter.segment(run.slice(start, start + LONGEST_SEGMENT).toWellFormed())) {
      words.push(word)
    }
  }
  return words
}

function shorten (word: string): string {
  return word.length <= LONGEST_WORD ? word : word.slice(0, LONGEST_WORD).toWellFormed().replace(/\ufffd$/, '')
}
