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

/** A piece rarely has more words. */
const WORDS_AT_ONCE = 100
/** More marks in a row than any language has. The time of normalising a run of marks grows with its square. */
const MOST_MARKS = 30
const TOO_MANY_MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, 'gu')

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Folds case and accents. */
export function fold (text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  return text.replace(TOO_MANY_MARKS, '$1').normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase().replace(ACCENTS, '')
    .replace(PLAINER, (letter) => PLAIN[letter]!)
}

/** The words of a text, in order. */
export function wordsOf (text: string): string[] {
  return [...piecesOf(text)].flat()
}

/** The same in pieces, each of which takes a millisecond at most. The text is folded before the first one. */
export function * piecesOf (text: string): Generator<readonly string[]> {
  const folded = fold(text)
  if (!BEYOND_ASCII.test(folded)) return yield (folded.match(ASCII_WORDS) ?? []).map(shorten)
  const words: string[] = []
  for (const run of folded.match(WORDS) ?? []) {
    if (!UNSPACED.test(run)) words.push(shorten(run))
    else {
      for (let start = 0; start < run.length; start += LONGEST_SEGMENT) {
        words.push(...segment(run.slice(start, start + LONGEST_SEGMENT)))
        if (words.length >= WORDS_AT_ONCE) yield words.splice(0)
      }
    }
    if (words.length >= WORDS_AT_ONCE) yield words.splice(0)
  }
  yield words
}

function segment (part: string): string[] {
  return Array.from(segmenter.segment(part.toWellFormed()), ({ segment: word }) => shorten(word))
}

function shorten (word: string): string {
  return word.length <= LONGEST_WORD ? word : word.slice(0, LONGEST_WORD).toWellFormed().replace(/\ufffd$/, '')
}
