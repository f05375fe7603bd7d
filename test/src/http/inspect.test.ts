import t from 'tap'
import { parseJson, REQUEST_LIMITS } from '#src/http/body.js'
import { inspect } from '#src/http/inspect.js'

/** The printed form of a JSON text. */
const printed = (json: string) => inspect(parseJson(Buffer.from(json), REQUEST_LIMITS))

/** The character of a code point, in a JSON text. */
const escaped = (code: number) => `"\\u${code.toString(16).padStart(4, '0')}"`

t.test('Constants, lists and hashes are printed as Ruby prints them', async (t) => {
  const table = {
    null: 'nil',
    true: 'true',
    false: 'false',
    '"text"': '"text"',
    '""': '""',
    '[1, "a", true]': '[1, "a", true]',
    '{"a":{"b":[1]}}': '{"a"=>{"b"=>[1]}}',
    '[]': '[]',
    '{}': '{}',
    '[[],{},[{}],""]': '[[], {}, [{}], ""]',
    '{"a":null,"b":[null,false]}': '{"a"=>nil, "b"=>[nil, false]}',
    '{"":1,"é \\n":2}': '{""=>1, "é \\n"=>2}',
    '{"__proto__":{"a":1},"constructor":null}': '{"__proto__"=>{"a"=>1}, "constructor"=>nil}',
    '[ [ 1 , 2 ] , { "a" : [ ] } ]': '[[1, 2], {"a"=>[]}]'
  }
  for (const [json, text] of Object.entries(table)) t.equal(printed(json), text)
})

t.test('Integers of any size are printed with all their digits', async (t) => {
  for (
    const text of ['0', '5', '-5', '123456789', '999999999999999', '1000000000000000', '-1000000000000000',
      '9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740993', '10000000000000000',
      '100000000000000000000', '99999999999999999999', '-99999999999999999999', '1' + '0'.repeat(399)]
  ) {
    t.equal(printed(text), text)
    t.equal(printed(`[${text}]`), `[${text}]`)
    t.equal(printed(`{"a":[1,{"b":${text}}]}`), `{"a"=>[1, {"b"=>${text}}]}`)
  }
  t.equal(printed('-0'), '0')
})

t.test('Floats are printed as Ruby prints them', async (t) => {
  const table = [
    ['5.5', '5.5'],
    ['-5.5', '-5.5'],
    ['0.1', '0.1'],
    ['5.0', '5'],
    ['1e3', '1000'],
    ['1e20', '1.0e+20'],
    ['1E20', '1.0e+20'],
    ['1e+20', '1.0e+20'],
    ['-1e20', '-1.0e+20'],
    ['1.5e20', '1.5e+20'],
    ['1e16', '1.0e+16'],
    ['1.25e100', '1.25e+100'],
    ['1.7976931348623157e308', '1.7976931348623157e+308'],
    ['0.001', '0.001'],
    ['0.0001', '0.0001'],
    ['0.00012', '0.00012'],
    ['0.00001', '1.0e-05'],
    ['0.000012', '1.2e-05'],
    ['-0.000012', '-1.2e-05'],
    ['1e-10', '1.0e-10'],
    ['5e-324', '5.0e-324'],
    ['123456789.125', '123456789.125'],
    ['1234567890123456.5', '1234567890123456.5'],
    ['12345678901234567.5', '1.2345678901234568e+16'],
    ['0.1234567890123456789', '0.12345678901234568'],
    ['1.1234567890123456789e5', '112345.67890123457'],
    ['1e400', 'Infinity'],
    ['-1e400', '-Infinity']
  ] as const
  for (const [json, text] of table) t.equal(printed(json), text, json)
})

t.test('Characters that have a short escape are printed as that escape', async (t) => {
  const table = {
    '"\\""': '"\\""',
    '"\\\\"': '"\\\\"',
    '"\\n"': '"\\n"',
    '"\\t"': '"\\t"',
    '"\\r"': '"\\r"',
    '"\\b"': '"\\b"',
    '"\\f"': '"\\f"',
    '"\\/"': '"/"'
  }
  for (const [json, text] of Object.entries(table)) t.equal(printed(json), text)
  t.equal(printed(escaped(0x1B)), '"\\e"')
  t.equal(printed(escaped(0x07)), '"\\a"')
  t.equal(printed(escaped(0x0B)), '"\\v"')
})

t.test('All other control characters are printed by their code, in upper-case hex', async (t) => {
  const named = new Set([0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1B])
  for (let code = 0; code < 0x20; code++) {
    if (!named.has(code)) t.equal(printed(escaped(code)), `"\\u00${code.toString(16).toUpperCase().padStart(2, '0')}"`)
  }
  t.equal(printed(escaped(0x7F)), '"\\u007F"')
  t.equal(printed(escaped(0x9F)), '"\\u009F"')
  t.equal(printed(escaped(0x85)), '"\\u0085"')
  t.equal(printed('"a\\u0000b"'), '"a\\u0000b"')
})

t.test('A # is escaped where Ruby would read it as the start of an interpolation', async (t) => {
  const table = {
    '#{': '\\#{',
    '#{a}': '\\#{a}',
    '#$': '\\#$',
    '#@': '\\#@',
    '#': '#',
    '##{': '#\\#{',
    '#a': '#a',
    '# {': '# {',
    '$#': '$#',
    '#{#$#@': '\\#{\\#$\\#@'
  }
  for (const [sent, text] of Object.entries(table)) t.equal(inspect(sent), `"${text}"`)
  t.equal(inspect('#"{'), '"#\\"{"')
  t.equal(inspect({ '#{a}': '#$b' }), '{"\\#{a}"=>"\\#$b"}')
})

t.test('Printable characters are printed unchanged', async (t) => {
  for (
    const text of ['é', 'e\u0301', '日本語', '🎬', '👩‍👩‍👧', '\u00A0', "'", '%s %d %', '<b>', '~!@$^&*()', '€', '\uFFFD']
  ) t.equal(inspect(text), `"${text}"`)
})

t.test('A lone surrogate is printed without an error', async (t) => {
  t.type(printed('"\\ud800"'), 'string')
  t.type(printed('"a\\udfffb"'), 'string')
})

t.test('A long value is cut after a thousand code points', async (t) => {
  const cut = (text: string) => `${[...text].slice(0, 1000).join('')}…`
  for (const character of ['x', 'é', '🎬']) {
    t.equal(inspect(character.repeat(998)), `"${character.repeat(998)}"`, 'a thousand with its quotes')
    for (const length of [999, 1000, 1001, 2000, 300_000]) {
      t.equal(inspect(character.repeat(length)), cut(`"${character.repeat(length)}"`), `${length} ${character}`)
    }
  }
  t.equal(inspect('\u0001'.repeat(500)), cut(`"${'\\u0001'.repeat(500)}"`))
  t.equal(inspect(`${'x'.repeat(998)}#{`), cut(`"${'x'.repeat(998)}\\#{"`))
  t.equal(inspect(Array(500).fill('a')), cut(`[${Array(500).fill('"a"').join(', ')}]`))
  t.equal(inspect(Array(49_000).fill({})), cut(`[${Array(500).fill('{}').join(', ')}]`))
  t.equal(inspect({ ['k'.repeat(2000)]: 1 }), cut(`{"${'k'.repeat(2000)}"=>1}`))
  t.equal(inspect({ a: { b: ['c'.repeat(1000)] } }), cut(`{"a"=>{"b"=>["${'c'.repeat(1000)}"]}}`))
})
