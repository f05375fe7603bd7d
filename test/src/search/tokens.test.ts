import t from 'tap'
import { fold, GAP, piecesOf, wordsOf } from '#src/search/tokens.js'
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

t.test('Folding or cutting a text a second time changes nothing', async (t) => {
  for (const [text] of cuts) {
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

t.test('A query is read as words, phrases, prefixes and exclusions', async (t) => {
  const read = (q: string) => {
    const parsed = parseWords(q)
    if ('rule' in parsed) return parsed.rule
    const show = ({ words, isPrefix }: { words: readonly string[], isPrefix: boolean }) =>
      words.join('+') + (isPrefix ? '*' : '')
    return [...parsed.words.wanted.map(show), ...parsed.words.unwanted.map((term) => `-${show(term)}`)].join(' ')
  }
  t.equal(read('Night "the city" -draft -"b c" inter* -be* b-roll'), 'night the+city inter* b+roll -draft -b+c -be*')
  t.equal(read('foo"bar baz" & - x'), 'foo bar+baz x')
  t.equal(read('b-ro* "be*"'), 'b+ro be')
  t.equal(read('🎬 東京 -京* "二 人"'), wordRules.prefix)
  t.equal(read('🎬 東京* -都庁 "二 人" 港'), '🎬 東+京 二+__+人 港 -都+庁')
  t.equal(read('\u200einter*\u200b \u2011draft co\ufeffop'), 'inter* coop -draft')
  for (const q of ['', ' ', '-x', '*', '""', '-🎬', '\u200b']) t.equal(read(q), wordRules.nothing, q)
  for (const q of ['"x', 'x "y', '-"y', 'x"']) t.equal(read(q), wordRules.quotes, q)
  for (const q of ['a*', 'é*', 'x -a*', '東*', '🎬*', '👍🏽*']) t.equal(read(q), wordRules.prefix, q)
  t.equal(read('é'.repeat(1000)), 'e'.repeat(255))
  t.equal(read('x'.repeat(1001)), wordRules.length)
  const words = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`).join(' ')
  t.equal(read(words(32)), words(32))
  t.equal(read(words(33)), wordRules.terms)
  t.equal(read('x '.repeat(33)), 'x', 'a repeated word counts once')
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
