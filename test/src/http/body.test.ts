import t from 'tap'
import { parseBody } from '#src/http/body.js'

t.test('Without long integers, a body is parsed as JSON is', async (t) => {
  for (
    const text of ['{}', '[]', 'null', '5', '"x"', ' {"a" : [1, 2.5, -3e2, "\\u00e9", true, null]} ', '{"a":1,"a":2}']
  ) {
    t.strictSame(parseBody(text), JSON.parse(text))
  }
})

t.test('Integers that a double cannot hold become bigints, and only they do', async (t) => {
  t.strictSame(parseBody('[9007199254740991,-9007199254740991,1000000000000000]'), [9007199254740991, -9007199254740991,
    1000000000000000])
  t.strictSame(parseBody('[9007199254740993,-9007199254740993]'), [9007199254740993n, -9007199254740993n])
  t.strictSame(parseBody('{"a":{"b":[99999999999999999999]}}'), { a: { b: [99999999999999999999n] } })
  t.strictSame(parseBody('99999999999999999999'), 99999999999999999999n)
})

t.test('Digits of a fraction or an exponent are no integer', async (t) => {
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

t.test('What is not JSON throws a SyntaxError', async (t) => {
  for (
    const text of ['', ' ', '{', '{"a":}', "{'a':1}", '[1,]', 'undefined', 'NaN', '01', '99999999999999999999,', '-',
      '+1', '099999999999999999999', '[99999999999999999999', '"\u0000"', '{"a":99999999999999999999 "b":1}',
      '99999999999999999999 99999999999999999999', '"a\nb"', '--99999999999999999999', '\\u007b}']
  ) {
    t.throws(() => parseBody(text), { name: 'SyntaxError' }, text)
  }
})

t.test('Depth is no obstacle', async (t) => {
  const depth = 100_000
  for (const inner of ['1', '99999999999999999999']) {
    let value = parseBody('['.repeat(depth) + inner + ']'.repeat(depth))
    let reached = 0
    while (Array.isArray(value)) {
      value = value[0]
      reached++
    }
    t.strictSame([reached, value], [depth, inner === '1' ? 1 : 99999999999999999999n])
  }
})

t.test('An integer may have a thousand digits, and a longer one is refused before it costs anything', async (t) => {
  const digits = '7'.repeat(1000)
  t.equal(parseBody(digits), BigInt(digits))
  for (const text of [`${digits}7`, `-${'7'.repeat(1_000_000)}`, `{"a":[${'9'.repeat(1001)}]}`]) {
    t.throws(() => parseBody(text), { name: 'SyntaxError' })
  }
  t.equal(parseBody(`0.${'7'.repeat(1_000_000)}`), 7 / 9)
})
