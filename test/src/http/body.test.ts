import t from 'tap'
import { parseJson, REQUEST_LIMITS } from '#src/http/body.js'

const parseBody = (text: string, limits = REQUEST_LIMITS) => parseJson(Buffer.from(text), limits)

t.test('A body without long integers is parsed as by JSON.parse', async (t) => {
  for (
    const text of ['{}', '[]', 'null', '5', '"x"', ' {"a" : [1, 2.5, -3e2, "\\u00e9", true, null]} ', '{"a":1,"a":2}']
  ) {
    t.strictSame(parseBody(text), JSON.parse(text))
  }
})

t.test('Only integers that a double cannot hold become bigints', async (t) => {
  t.strictSame(parseBody('[9007199254740991,-9007199254740991,1000000000000000]'), [9007199254740991, -9007199254740991,
    1000000000000000])
  t.strictSame(parseBody('[9007199254740993,-9007199254740993]'), [9007199254740993n, -9007199254740993n])
  t.strictSame(parseBody('{"a":{"b":[99999999999999999999]}}'), { a: { b: [99999999999999999999n] } })
  t.strictSame(parseBody('99999999999999999999'), 99999999999999999999n)
})

t.test('The digits of a fraction or an exponent are not read as an integer', async (t) => {
  for (
    const text of ['0.12345678901234567890', '-0.1234567890123456789', '12345678901234567890.5',
      '1.5e0000000000000000001', '1234567890123456789e2', '1234567890123456789E-2', '1e-12345678901234567890',
      '[1.00000000000000000000,2]', '{"a":3.14159265358979323846}', '1.0000000000000000000001e5',
      '99999999999999999999.0']
  ) {
    t.strictSame(parseBody(text), JSON.parse(text), text)
    const beside = parseBody(`[99999999999999999999, ${text}]`)
    t.strictSame(beside, [99999999999999999999n, JSON.parse(text)], `${text} beside a long integer`)
  }
})

t.test('Digits in strings and keys stay strings, whatever is around them', async (t) => {
  for (
    const text of ['"99999999999999999999"', '{"99999999999999999999":1}',
      '["\\"99999999999999999999\\"", "\\\\", "a:99999999999999999999,"]', '{"a":"\\\\\\"","b":"99999999999999999999"}',
      '"\\u005c99999999999999999999"', '["[99999999999999999999]", "{\\"a\\":99999999999999999999}"]']
  ) {
    t.strictSame(parseBody(text), JSON.parse(text), text)
  }
  t.strictSame(parseBody('["99999999999999999999",99999999999999999999]'), ['99999999999999999999',
    99999999999999999999n])
})

t.test('__proto__ is an ordinary key, and pollutes nothing', async (t) => {
  for (const number of ['1', '99999999999999999999']) {
    const body = parseBody(`{"__proto__":{"polluted":${number}},"a":1}`) as object
    t.strictSame(Object.keys(body), ['__proto__', 'a'])
    t.equal(Object.getPrototypeOf(body), Object.prototype)
    t.equal(({} as Record<string, unknown>).polluted, undefined)
    t.equal((body as Record<string, unknown>).polluted, undefined)
  }
})

t.test('A text that is not JSON throws a SyntaxError', async (t) => {
  for (
    const text of ['', ' ', '{', '{"a":}', "{'a':1}", '[1,]', 'undefined', 'NaN', '01', '99999999999999999999,', '-',
      '+1', '099999999999999999999', '[99999999999999999999', '"\u0000"', '{"a":99999999999999999999 "b":1}',
      '99999999999999999999 99999999999999999999', '"a\nb"', '--99999999999999999999', '\\u007b}']
  ) {
    t.throws(() => parseBody(text), { name: 'SyntaxError' }, text)
  }
})

t.test('A number of 400 characters is read, and a longer one is refused before it is parsed', async (t) => {
  const digits = '7'.repeat(400)
  t.equal(parseBody(digits), BigInt(digits))
  t.equal(parseBody(`-0.${'7'.repeat(397)}`), -7 / 9)
  t.strictSame(parseBody(`["${digits}7",0]`), [`${digits}7`, 0], 'a string is not a number')
  for (
    const text of [`${digits}7`, `-${'7'.repeat(1_000_000)}`, `{"a":[${'9'.repeat(401)}]}`, `0.${'7'.repeat(399)}`,
      `1e${'0'.repeat(399)}`]
  ) {
    t.throws(() => parseBody(text), { name: 'SyntaxError' })
  }
})

t.test('Every value counts towards the limit; keys, separators and the content of strings do not', async (t) => {
  const counts = {
    '""': 1,
    5: 1,
    ' null ': 1,
    '{}': 1,
    '[]': 1,
    '[1,2,3]': 4,
    '[[],{},"",true,false,null,-1.5e3]': 8,
    '{"a":1,"b":2}': 3,
    '{"a":{"b":[{"c":"d"}]}}': 5,
    '{ "a" : "b" , "c" : "d" }': 3,
    '["a:b,[{}]","\\\\","\\",[[\\"","é:,"]': 5
  }
  for (const [text, count] of Object.entries(counts)) {
    t.strictSame(parseBody(text, { values: count, depth: 32 }), JSON.parse(text), text)
    t.throws(() => parseBody(text, { values: count - 1, depth: 32 }), { name: 'JsonTooLarge' }, text)
  }
})

t.test('Objects and arrays may be nested 32 deep, including the body; brackets in strings do not count', async (t) => {
  const nested = (depth: number, inner = '') => '['.repeat(depth) + inner + ']'.repeat(depth)
  const keyed = (depth: number, inner = '1') => '{"a":'.repeat(depth) + inner + '}'.repeat(depth)
  for (
    const text of [nested(32), nested(32, '1'), keyed(32), `[${nested(31)},${nested(31)}]`, `["${nested(500)}"]`,
      keyed(16, nested(16))]
  ) t.strictSame(parseBody(text), JSON.parse(text))
  for (const text of [nested(33), keyed(33), keyed(16, nested(17)), nested(500_000), '['.repeat(1_000_000)]) {
    t.throws(() => parseBody(text), { name: 'JsonTooLarge' })
  }
})

t.test('A body beyond the limits is refused before it is parsed, whatever follows', async (t) => {
  t.throws(() => parseBody(`[${'1,'.repeat(50_000)}`), { name: 'JsonTooLarge' })
  t.throws(() => parseBody(`${'['.repeat(33)}x`), { name: 'JsonTooLarge' })
  t.throws(() => parseBody(`${':'.repeat(50_000)}[${'1,'.repeat(100_000)}`), { name: 'SyntaxError' })
  t.throws(() => parseBody('{99999999999999999999:1}'), { name: 'SyntaxError' }, 'a long integer is not a key')
})
