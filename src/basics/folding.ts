/**
 * Folding: texts that mean the same to people are one, whichever keyboard they were typed on. The search and the
 * console fold alike, and so does every version of Node.
 */

const BEYOND_ASCII = /[^\0-\x7f]/

/**
 * Characters that are not seen, and those that only lengthen a word, as tatweel. Those of category Cf that are seen
 * stand before Arabic and Kaithi numbers.
 */
export const UNSEEN = '(?![\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}])[\\p{Default_Ignorable_Code_Point}\\p{Cf}\\u0640\\u07fa]'
const unseen = new RegExp(UNSEEN, 'gu')
/** Hyphens that are no `-`: one that does not break, and the one that it is made from. */
export const HYPHENS = /[\u2010\u2011]/g

/** Marks of letters: accents, and the vowel points of Hebrew and Arabic. */
const ACCENTS = new RegExp(`[${[
  [0x300, 0x36f], [0x1ab0, 0x1aff], [0x1dc0, 0x1dff], [0x20d0, 0x20ff], [0xfe20, 0xfe2f],
  [0x591, 0x5bd], [0x5bf, 0x5bf], [0x5c1, 0x5c2], [0x5c4, 0x5c5], [0x5c7, 0x5c7],
  [0x610, 0x61a], [0x64b, 0x65f], [0x670, 0x670]
].map(([first, last]) => `${String.fromCodePoint(first!)}-${String.fromCodePoint(last!)}`).join('')}]`, 'g')

/**
 * What Unicode does not decompose: letters that look alike and mean the same, of which keyboards have one or the other,
 * and what people type for letters that their keyboards lack. Any of the first stands for the second.
 */
const LETTERS: ReadonlyArray<readonly [letters: string, same: string]> = [
  // The capitals of the three look alike.
  ['đðɖ', 'd'], ['ø', 'o'], ['ł', 'l'], ['ħ', 'h'], ['ŧ', 't'], ['ı', 'i'], ['æ', 'ae'], ['œ', 'oe'], ['ß', 'ss'],
  ['þ', 'th'],
  // Keyboards for Pinyin.
  ['ɑ', 'a'], ['ɡ', 'g'],
  ['ς', 'σ'],
  // Apostrophes: ‘ ’ ‛ ′, and letters as in Ukrainian, Hawaiian and Uzbek, ʹ ʺ ʻ ʼ ʽ ʾ ʿ ˈ ˮ ꞌ.
  ['\u2018\u2019\u201b\u2032\u02b9\u02ba\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u02ee\ua78c', "'"],
  // Yiddish: two vavs, vav and yod, two yods.
  ['\u05f0', '\u05d5\u05d5'], ['\u05f1', '\u05d5\u05d9'], ['\u05f2', '\u05d9\u05d9'],
  // Alef with wasla. Yeh and kaf of Arabic are those of Persian, Urdu, Kurdish and Pashto; so is alef maksura.
  ['\u0671', '\u0627'], ['\u064a\u0649', '\u06cc'], ['\u0643', '\u06a9'],
  // Gaf of Pashto. Teh marbuta of Urdu.
  ['\u06ab', '\u06af'], ['\u06c3', '\u0629'],
  // Heh of Kurdish and Uyghur, in Urdu a breath; of Urdu; a vowel of Kurdish, which older keyboards write as heh.
  ['\u06be\u06c1\u06d5', '\u0647'],
  // Letters of Bengali and Malayalam that were written with a joiner.
  ['\u09ce', '\u09a4\u09cd'], ['\u0d7a', '\u0d23\u0d4d'], ['\u0d7b', '\u0d28\u0d4d'], ['\u0d7c', '\u0d30\u0d4d'],
  ['\u0d7d', '\u0d32\u0d4d'], ['\u0d7e', '\u0d33\u0d4d'], ['\u0d7f', '\u0d15\u0d4d'],
  // 関ヶ原, 関ケ原
  ['ヶ', 'ケ'], ['ヵ', 'カ']
]
const SEVERAL: ReadonlyArray<readonly [letters: string, same: string]> = [
  // Shri in Tamil.
  ['\u0bb6\u0bcd\u0bb0\u0bc0', '\u0bb8\u0bcd\u0bb0\u0bc0'],
  // Vowels of Thai, Lao and Khmer that are typed as one or as two. Below others, two letters of Khmer look alike.
  ['\u0e40\u0e40', '\u0e41'], ['\u0ec0\u0ec0', '\u0ec1'], ['\u17c1\u17b8', '\u17be'], ['\u17c1\u17b6', '\u17c4'],
  ['\u17d2\u178a', '\u17d2\u178f']
]
/** The zeros of living scripts. The other digits follow them. */
const ZEROS = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
  0xf20, 0x1040, 0x17e0, 0x1810]
const SAME: ReadonlyMap<string, string> = new Map([
  ...LETTERS.flatMap(([letters, same]) => [...letters].map((letter) => [letter, same] as const)),
  ...SEVERAL,
  ...ZEROS.flatMap((zero) => [...'0123456789'].map((digit) => [String.fromCodePoint(zero + Number(digit)), digit] as const))
])
const same = new RegExp(
  `${SEVERAL.map(([letters]) => letters).join('|')}|[${[...SAME.keys()].filter((letters) => letters.length === 1).join('')}]`,
  'g'
)
/** A vowel of Thai and Lao is typed as one, behind the tone, or as two, with the tone between them. */
const POINT_AND_TONE = /([\u0e4d\u0ecd])([\u0e48-\u0e4b\u0ec8-\u0ecb]+)(?=[\u0e32\u0eb2])/g

/** More marks in a row than any language has. The time of normalising a run of marks grows with its square. */
const MOST_MARKS = 30
const TOO_MANY_MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, 'gu')

/** Folds case, accents, and letters and digits that mean the same. */
export function fold (text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  return text.replace(unseen, '').replace(TOO_MANY_MARKS, '$1').normalize('NFKD').replace(ACCENTS, '').normalize('NFC')
    .toLowerCase().replace(ACCENTS, '').replace(HYPHENS, '-').replace(POINT_AND_TONE, '$2$1')
    .replace(same, (letters) => SAME.get(letters)!)
}
