import t from 'tap'
import { fold } from '#src/basics/folding.js'
import { GAP, piecesOf, wordsOf } from '#src/search/tokens.js'
import { titleKeyOf } from '#src/search/title-key.js'
import { compareTexts } from '#src/basics/texts.js'
import { parseWords, wordRules } from '#src/search/words.js'
import { createdTerms, createdWithin, momentsWithin, momentTerms } from '#src/search/terms.js'

const cuts: Array<[text: string, words: string[]]> = [
  ['Interview, day 1', ['interview', 'day', '1']],
  ['B-roll 2026-01 IMG_2041.MOV', ['b', 'roll', '2026', '01', 'img', '2041', 'mov']],
  ['Élan ÉLAN e\u0301lan', ['elan', 'elan', 'elan']],
  ['Straße STRASSE Øresund Œuvre İstanbul ΟΔΟΣ οδός', ['strasse', 'strasse', 'oresund', 'oeuvre', 'istanbul', 'οδοσ',
    'οδοσ']],
  ['שָׁלוֹם ﬁlm ①', ['שלום', 'film', '1']],
  ['हिन्दी', ['हिन्दी']],
  ['한국어', ['한국어']],
  ['ภาษาไทย', [...'ภาษาไทย']],
  ['ບໍ່ ខ្មែរ မြန်မာ', [...'ບໍ່', '__', ...'ខ្មែរ', '__', ...'မြန်မာ']],
  ['ABC公園2024年', ['abc', '公', '園', '2024', '年']],
  ['か\u3099 ﾀﾜｰ', ['が', '__', 'タ', 'ワ', 'ー']],
  ['レディー・ガガ、東京 x 都庁', [...'レディーガガ', '__', '東', '京', 'x', '都', '庁']],
  ['𠮷野家 \u{323b0}', [...'𠮷野家', '__', '\u{323b0}']],
  ['서울역', ['서울역']],
  ['co\u00adop\u200be\u2060ra\ufeffte b\u2011roll می\u200cخواهم 葛\u{e0100}', ['cooperate', 'b', 'roll', 'میخواهم', '葛']],
  ['a🎬b👍🏽👍 🇩🇪🇫🇷 1️⃣#️⃣ ❤️❤', ['a', '🎬', 'b', '👍🏽', '👍', '🇩🇪', '🇫🇷', '1⃣', '＃⃣', '❤', '❤']],
  ['👩‍🚀👨‍👩‍👧 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿', ['👩‍🚀', '👨‍👩‍👧', '🏳‍🌈', '🏴󠁧󠁢󠁥󠁮󠁧󠁿']],
  [' \0 % ^ * ( "', []],
  ['\ud800x', ['x']]
]

t.test('Text is cut into the words that people would type', async (t) => {
  for (const [text, words] of cuts) t.strictSame(wordsOf(text), words, text)
  t.equal(wordsOf('x'.repeat(1000))[0]!.length, 255)
  t.equal(fold('Ä-B'), 'a-b')
})

/** The same text by two keyboards. */
const keyboards: Array<[script: string, one: string, other: string]> = [
  ['Persian yeh and kaf', '\u06a9\u062a\u0627\u0628\u06cc', '\u0643\u062a\u0627\u0628\u064a'],
  ['alef maksura', '\u0645\u0635\u0637\u0641\u0649', '\u0645\u0635\u0637\u0641\u064a'],
  ['tatweel', '\u0645\u062d\u0640\u0640\u0645\u062f', '\u0645\u062d\u0645\u062f'],
  ['alef with wasla, hamza', '\u0671\u0644\u0623\u0645\u0631', '\u0627\u0644\u0627\u0645\u0631'],
  ['Arabic and Persian digits', '\u0662\u0660\u0662\u0666 \u06f4', '2026 \u0664'],
  ['Urdu heh, teh marbuta', '\u06c1\u0645\u06c3', '\u0647\u0645\u0629'],
  ['Persian heh with yeh above', '\u062e\u0627\u0646\u06c0', '\u062e\u0627\u0646\u0647\u0654'],
  ['Kurdish', '\u06be\u06d5\u0648\u0644\u06ce\u0631 \u06a9\u06d5', '\u0647\u0647\u200c\u0648\u0644\u06ce\u0631 \u0643\u0647\u200c'],
  ['Pashto gaf', '\u06ab\u0631\u0627\u0646', '\u06af\u0631\u0627\u0646'],
  ['Yiddish', '\u05f0\u05f1\u05f2', '\u05d5\u05d5\u05d5\u05d9\u05d9\u05d9'],
  ['Hebrew gershayim', 'רמטכ״ל ג׳ירפה', 'רמטכ"ל ג\'ירפה'],
  ['Ukrainian apostrophes', 'комп\u02bcютер', 'комп\u2019ютер'],
  ['Cyrillic, composed', '\u0439\u0451\u0457', '\u0438\u0306\u0435\u0308\u0456\u0308'],
  ['Hawaiian', 'Hawai\u02bbi', "Hawai'i"],
  ['Uzbek', 'O\u02bbzbek', 'O\u2018zbek'],
  ['Romanian', '\u0219i \u021bar\u0103', '\u015fi \u0163ar\u0103'],
  ['Turkish', 'Diyarbak\u0131r \u0130zmir', 'DIYARBAKIR izmir'],
  ['German', 'STRA\u1e9eE', 'strasse'],
  ['Croatian', '\u01c6ep \u01c8ubav', 'd\u017eep ljubav'],
  ['Vietnamese', '\u0110\u1ebf', '\u0189e\u0302\u0301'],
  ['Pinyin', 'p\u012bn \u0251\u0261', 'pin ag'],
  ['Greek', '\u1f79\u03b4\u03cc\u03c2 \u00b5 \u2126', '\u03bf\u03b4\u03bf\u03c3 \u03bc \u03c9'],
  ['signs of units', '5 \u212a 3 \u212b', '5 k 3 \u00e5'],
  ['Devanagari', '\u095b\u0930\u093e \u0967\u0968', '\u091c\u093c\u0930\u093e 12'],
  ['Bengali', '\u09b8\u09ce', '\u09b8\u09a4\u09cd\u200d'],
  ['Malayalam', '\u0d05\u0d35\u0d7b', '\u0d05\u0d35\u0d28\u0d4d\u200d'],
  ['Tamil', '\u0bb6\u0bcd\u0bb0\u0bc0', '\u0bb8\u0bcd\u0bb0\u0bc0'],
  ['Thai', '\u0e19\u0e49\u0e33 \u0e41\u0e21\u0e48', '\u0e19\u0e4d\u0e49\u0e32 \u0e40\u0e40\u0e21\u0e48'],
  ['Lao', '\u0e99\u0ec9\u0eb3 \u0ec1\u0edc', '\u0e99\u0ecd\u0ec9\u0eb2 \u0ec0\u0ec0\u0eab\u0e99'],
  ['Khmer', '\u1780\u17be \u1780\u17c4 \u17d2\u178a', '\u1780\u17c1\u17b8 \u1780\u17c1\u17b6 \u17d2\u178f'],
  ['Japanese', '\uff76\uff9e\uff73 関\u30f6原 １２', 'ガウ 関ケ原 12'],
  ['Korean', '\u1112\u1161\u11ab', '한'],
  ['compatible Han', '\uf9dc\u2f00', '隆一']
]

t.test('Letters that look alike and mean the same are one, in every script', async (t) => {
  for (const [script, one, other] of keyboards) {
    t.strictSame(wordsOf(one), wordsOf(other), script)
    t.ok(wordsOf(one).length > 0, script)
  }
  t.strictSame(wordsOf('\u0640'), [], 'tatweel alone')
  t.equal(read('\u0640'), wordRules.nothing)
  t.equal(titleKeyOf('\u0645\u0634\u0647\u062f \u06f1\u06f2'), titleKeyOf('\u0645\u0634\u0647\u062f 12'))
})

t.test('Letters that mean something else stay apart', async (t) => {
  const others = [['\u0433', '\u0491'], ['\u06cc', '\u06d2'], ['\u06a9', '\u06aa'], ['\u0643', '\u06af'], ['\u0647', '\u0629'], ['へ', 'べ'],
    ['ア', 'あ'], ['\u0e40', '\u0e41'], ['\u091c\u093c', '\u091c'], ['\u5e7f', '\u5ee3'], ['\u05de', '\u05dd'], ['\u0430', 'a']]
  for (const [one, other] of others) t.not(wordsOf(one!).join(), wordsOf(other!).join(), `${one} ${other}`)
})

t.test('Folding or cutting a text a second time changes nothing', async (t) => {
  for (const text of [...cuts.map(([text]) => text), ...keyboards.flat()]) {
    t.equal(fold(fold(text)), fold(text), text)
    t.strictSame(wordsOf(wordsOf(text).join(' ')).filter((word) => word !== GAP), wordsOf(text).filter((word) => word !== GAP), text)
  }
})

t.test('A text of 100,000 characters of any kind is cut into words, and no long run of marks is normalised', async (t) => {
  const texts = ['👨‍👩‍👧'.repeat(12_500), '1️⃣a'.repeat(25_000), '東 '.repeat(50_000), `x${'\u200d'.repeat(99_999)}`, '㌖'.repeat(100_000), `a${'\u0301\u0323'.repeat(49_999)}`, 'あ ア '.repeat(25_000), '漢字'.repeat(50_000)]
  // The time of normalising a run of combining marks grows with the square of its length: 100,000 took 2.8 s.
  const { normalize } = String.prototype
  let longestRun = 0
  Reflect.defineProperty(String.prototype, 'normalize', {
    configurable: true,
    writable: true,
    value (this: string, form?: string) {
      for (const [marks] of this.matchAll(/\p{M}+/gu)) longestRun = Math.max(longestRun, marks.length)
      return normalize.call(this, form)
    }
  })
  t.teardown(() => Reflect.defineProperty(String.prototype, 'normalize', { configurable: true, writable: true, value: normalize }))
  for (const text of texts) {
    let words = 0
    for (const piece of piecesOf(text)) words += piece.length
    t.ok(words > 0, text.slice(0, 10))
  }
  t.ok(longestRun > 0 && longestRun <= 100, `${longestRun} marks`)
  t.strictSame([...piecesOf('one 漢字 two')].flat(), wordsOf('one 漢字 two'))
  t.strictSame(wordsOf(`e${'\u0301'.repeat(1000)}lan`), ['elan'])
})

t.test('Titles are in the order of the numbers in them, and of code points', async (t) => {
  const order = ['', '!', '0', '1', 'Take', 'take -1', 'Take 1', 'Take 1a', 'Take 2', 'Take 2 b', 'Take ２０', 'Take 0100', 'Take 99999999',
    'Take 100000000', `Take ${'9'.repeat(40)}`, `Take 1${'0'.repeat(40)}`, 'take a', 'take ä2', 'take ä10', 'مشهد ٢', 'مشهد ١٠', '場面3', '場面12']
  t.strictSame(order.toSorted((a, b) => compareTexts(titleKeyOf(a), titleKeyOf(b))), order)
  for (const [one, other] of [['Take 7', 'take 007'], ['0', '00'], ['ten\u00ad2', 'Ten2'], ['b\u2011roll', 'B-roll']]) {
    t.equal(titleKeyOf(one!), titleKeyOf(other!))
  }
})

/** A query as it is understood: words of a phrase with `+` between them, then what is excluded. */
function read (q: string): string {
  const parsed = parseWords(q)
  if ('rule' in parsed) return parsed.rule
  const show = ({ words, isPrefix }: { words: readonly string[], isPrefix: boolean }) =>
    words.join('+') + (isPrefix ? '*' : '')
  return [...parsed.words.wanted.map(show), ...parsed.words.unwanted.map((term) => `-${show(term)}`)].join(' ')
}

t.test('A query is read as words, phrases, prefixes and exclusions', async (t) => {
  t.equal(read('Night "the city" -draft -"b c" inter* -be* b-roll'), 'night the+city inter* b+roll -draft -b+c -be*')
  t.equal(read('foo "bar baz" & - x'), 'foo bar+baz x')
  t.equal(read('b-ro* "be*"'), 'b+ro be')
  t.equal(read('🎬 東京 -京* "二 人"'), wordRules.prefix)
  t.equal(read('🎬 東京* -都庁 "二 人" 港'), '🎬 東+京 二+__+人 港 -都+庁')
  t.equal(read('\u200einter*\u200b \u2011draft co\ufeffop'), 'inter* coop -draft')
  for (const q of ['', ' ', '-x', '*', '""', '-🎬', '\u200b']) t.equal(read(q), wordRules.nothing, q)
  for (const q of ['"x', 'x "y', '-"y', 'x "', '12 "remix', '("x']) t.equal(read(q), wordRules.quotes, q)
  for (const q of ['a*', 'é*', 'x -a*', '東*', '🎬*', '👍🏽*']) t.equal(read(q), wordRules.prefix, q)
  t.equal(read('é'.repeat(1000)), 'e'.repeat(255))
  t.equal(read('x'.repeat(1001)), wordRules.length)
  const words = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`).join(' ')
  t.equal(read(words(32)), words(32))
  t.equal(read(words(33)), wordRules.terms)
  t.equal(read('x '.repeat(33)), 'x', 'a repeated word counts once')
})

t.test('A quote behind a letter or a digit opens no phrase, and quotes of phones and languages are quotes', async (t) => {
  const meanings: Array<[q: string, meaning: string]> = [
    ['דו"ח', 'דו+ח'],
    ['דו"ח צה"ל', 'דו+ח צה+ל'],
    ['"דו"ח שנתי" טיוטה', 'דו+ח+שנתי טיוטה'],
    ['״דו״ח שנתי״ רמטכ״ל', 'דו+ח+שנתי רמטכ+ל'],
    ['-דו״ח סרט', 'סרט -דו+ח'],
    ['12" remix', '12 remix'],
    ['12” remix 7″', '12 remix 7'],
    ['12" and 7" mix', '12 and 7 mix'],
    ['remix 12"', 'remix 12'],
    ['x" "two words"', 'x two+words'],
    ['5.5" 5\'11" tall', '5+5 5+11 tall'],
    ['"12" remix', '12 remix'],
    ['foo"bar baz" x', 'foo+bar baz x'],
    ['“two words” „zwei Wörter“ »to ord« « deux mots » ＂ｔｗｏ　ｏｎｅｓ＂', 'two+words zwei+worter to+ord deux+mots two+ones'],
    ['-“two words” „so it is" x', 'so+it+is x -two+words'],
    ['“two words', 'two words'],
    ['-“draft x', 'x -draft'],
    ['Home » Shoes', 'home shoes'],
    ['"a b"c "d e"', 'a+b c d+e'],
    ['"a b""c d"', 'a+b c+d'],
    ['他说“你好”', '他+说+__+你+好'],
    ['ab“ cd*', 'ab cd*']
  ]
  for (const [q, meaning] of meanings) t.equal(read(q), meaning, q)
})

t.test('A time span is a union of fewer than 600 terms, of which exactly the moments in it have one', async (t) => {
  const has = (terms: string[], span: string[]) => terms.some((term) => span.includes(term))
  const moments = ['0001-01-01T00:00:00.000Z', '1999-12-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z',
    '2024-02-29T12:30:15.500Z', '2026-01-15T10:30:00.250Z', '2026-01-15T10:30:00.251Z', '9999-12-31T23:59:59.999Z']
  for (const from of [null, ...moments]) {
    for (const to of [null, ...moments]) {
      const span = momentsWithin(7, from, to, false)
      t.ok(span.length < 600)
      for (const moment of moments) {
        t.equal(
          has(momentTerms(7, moment), span),
          (from === null || moment >= from) && (to === null || moment < to),
          `${moment} in ${from} to ${to}`
        )
      }
      const days = momentsWithin(7, from, to, true)
      for (const day of moments.map((moment) => moment.slice(0, 10))) {
        t.equal(
          has(momentTerms(7, day), days),
          (from === null || day >= from.slice(0, 10)) && (to === null || day < to.slice(0, 10)),
          `${day} in ${from} to ${to}`
        )
      }
    }
  }
  const seconds = [0, 1, 1768469400, 1768469401, 1800000000, 2 ** 32 - 1]
  for (const from of seconds) {
    for (const to of seconds) {
      for (const second of seconds) {
        t.equal(has(createdTerms(1, second), createdWithin(1, from, to)), second >= from && second < to)
      }
    }
  }
})
