import { Type } from '@sinclair/typebox'
import t from 'tap'
import { contractKinds } from '#src/core/events/kinds.js'
import { eventKinds } from '#src/domains.js'
import { HashList } from '#src/http/hashes.js'
import { Flag, OneOf, Text, TextList, TextUpTo, WholeNumber } from '#src/http/schemas.js'
import { compileValidator } from '#src/http/validation.js'
import { EventKinds } from '../../../routes/api/v2/event-kinds.js'

/** The text of the 422 for a value, or null if it passes. */
function check (properties: Parameters<typeof Type.Object>[0], sent: unknown): string | null {
  const validate = compileValidator({ schema: Type.Object(properties), method: 'POST', url: '/', httpPart: 'body' })
  const result = validate(sent)
  return typeof result === 'object' && result !== null && 'error' in result ? (result.error as Error).message : null
}

const only = (schema: Parameters<typeof Type.Object>[0][string]) => (value: unknown) =>
  check({ x: schema }, { x: value })

t.test('Each type accepts its values, and states its rule for all others', async (t) => {
  const allKinds = `Must be an array of [${eventKinds.map((kind) => `"${kind}"`).join(', ')}]`
  const table = [
    {
      type: 'string',
      schema: Text,
      right: ['', 'a', 'é', '\n'],
      rule: 'Must be a String',
      wrong: [[null, 'nil'], [5, '5'], [true, 'true'], [['a'], '["a"]'], [{}, '{}'], ['a\0', '"a\\u0000"']]
    },
    {
      type: 'integer',
      schema: WholeNumber,
      right: [0, 5, -5, 2 ** 53 - 1, 10n ** 30n],
      rule: 'Must be a Integer',
      wrong: [[null, 'nil'], ['5', '"5"'], [5.5, '5.5'], [1e20, '1.0e+20'], [true, 'true'], [[], '[]'], ['', '""']]
    },
    {
      type: 'boolean',
      schema: Flag,
      right: [true, false],
      rule: 'Must be one of: <code>true</code>, <code>false</code>.',
      wrong: [[null, 'nil'], ['true', '"true"'], [1, '1'], [0, '0'], ['', '""'], [[], '[]']]
    },
    {
      type: 'array of strings',
      schema: TextList,
      right: [[], [''], ['a', 'b']],
      rule: 'Must be an array of String',
      wrong: [[null, 'nil'], ['a', '"a"'], [{ 0: 'a' }, '{"0"=>"a"}'], [['a', 1], '["a", 1]'], [[null], '[nil]'], [[
        'a\0'
      ], '["a\\u0000"]'], [[['a']], '[["a"]]']]
    },
    {
      type: 'array of hash',
      schema: HashList,
      right: [[], [{}], [{ a: 1 }, { b: null }]],
      rule: 'Must be an array of Hash',
      wrong: [[null, 'nil'], [{}, '{}'], [[1], '[1]'], [[[]], '[[]]'], [[null], '[nil]'], [[{}, 'a'], '[{}, "a"]']]
    },
    {
      type: 'array of event kinds',
      schema: EventKinds,
      right: [[], ['ASSET_ADDED'], ['USER_LINKED', 'USER_LINKED']],
      rule: allKinds,
      wrong: [[null, 'nil'], ['ASSET_ADDED', '"ASSET_ADDED"'], [['ASSET'], '["ASSET"]'], [['asset_added'],
        '["asset_added"]'], [[5], '[5]']]
    }
  ] as const
  for (const { type, schema, right, rule, wrong } of table) {
    await t.test(type, async (t) => {
      for (const value of right) t.equal(only(schema)(value), null)
      for (const [value, printed] of wrong) {
        t.equal(only(schema)(value), `Invalid parameter 'x' value ${printed}: ${rule}`)
      }
    })
  }
})

t.test('The event kinds are those of section 6, in its order, then those that domains add', async (t) => {
  t.equal(eventKinds.length, new Set(eventKinds).size)
  t.strictSame(eventKinds.slice(0, contractKinds.length), contractKinds)
  t.strictSame([contractKinds[0], contractKinds[1], contractKinds.at(-1)], ['ASSET_REMOVED_FAVORITE', 'ASSET_ADDED_FAVORITE',
    'UPDATED_DAG_ACTION_RUN'])
  t.equal(contractKinds.filter((kind) => kind.startsWith('PROJECT_')).length, 21)
  t.equal(contractKinds.filter((kind) => kind.startsWith('USER_')).length, 17)
})

t.test('A value from a list is checked for its type first, and then against the list', async (t) => {
  const checkKind = only(OneOf(['default', 'complex']))
  t.strictSame([checkKind('default'), checkKind('complex')], [null, null])
  t.equal(checkKind(5), "Invalid parameter 'x' value 5: Must be a String")
  t.equal(checkKind(null), "Invalid parameter 'x' value nil: Must be a String")
  for (
    const [value, printed] of [['other', '"other"'], ['', '""'], ['Default', '"Default"'], ['default ', '"default "'], [
      'default\n',
      '"default\\n"'
    ], ['defaultcomplex', '"defaultcomplex"']] as const
  ) {
    t.equal(
      checkKind(value),
      `Invalid parameter 'x' value ${printed}: Must be one of: <code>default</code>, <code>complex</code>.`
    )
  }
  t.equal(
    only(OneOf(['live']))('placeholder'),
    'Invalid parameter \'x\' value "placeholder": Must be one of: <code>live</code>.'
  )
})

const declared = { a: Type.Optional(Text), b: Text, c: Type.Optional(TextList), d: WholeNumber }

t.test('The first required parameter that is absent is reported, in declaration order', async (t) => {
  t.equal(check(declared, {}), 'Missing parameter b')
  t.equal(check(declared, { d: 1 }), 'Missing parameter b')
  t.equal(check(declared, { b: 'x' }), 'Missing parameter d')
})

t.test('A missing parameter is reported before an invalid one, wherever they are declared', async (t) => {
  t.equal(check(declared, { a: 5, c: 5, d: 'x' }), 'Missing parameter b')
  t.equal(check(declared, { a: 5, b: 5 }), 'Missing parameter d')
})

t.test('The first wrong parameter is reported, in declaration order and not in the order sent', async (t) => {
  t.match(check(declared, { d: 'x', c: 5, b: 5, a: 5 }), "parameter 'a'")
  t.match(check(declared, { d: 'x', c: 5, b: 5 }), "parameter 'b'")
  t.match(check(declared, { d: 'x', c: 5, b: '' }), "parameter 'c'")
  t.match(check(declared, { d: 'x', b: '' }), "parameter 'd'")
})

t.test('A null value is invalid, not missing, whether the parameter is required or not', async (t) => {
  t.equal(check(declared, { b: null, d: 1 }), "Invalid parameter 'b' value nil: Must be a String")
  t.equal(check(declared, { b: '', d: 1, c: null }), "Invalid parameter 'c' value nil: Must be an array of String")
})

t.test('Empty strings, empty lists and false are never missing', async (t) => {
  t.equal(check({ a: Text, b: TextList, c: Flag, d: WholeNumber }, { a: '', b: [], c: false, d: 0 }), null)
})

t.test('A body that is not an object counts as no parameters', async (t) => {
  for (const sent of [undefined, null, [], ['b', 'd'], 'text', 5, true]) {
    t.equal(check(declared, sent), 'Missing parameter b')
    t.equal(check({ a: Type.Optional(Text) }, sent), null)
  }
})

t.test('Inherited keys count as missing', async (t) => {
  t.equal(check(declared, JSON.parse('{"__proto__":{"b":"x","d":1}}')), 'Missing parameter b')
})

t.test('Format placeholders in a sent value are printed unchanged', async (t) => {
  t.equal(only(TextList)('%s %d %%'), "Invalid parameter 'x' value \"%s %d %%\": Must be an array of String")
})

t.test('A length limit counts characters, not UTF-16 code units', async (t) => {
  const checkText = only(TextUpTo(3))
  for (const text of ['', 'abc', 'ééé', '🎬🎬🎬', '🎬a🎬']) t.equal(checkText(text), null)
  for (const text of ['abcd', '🎬🎬🎬🎬', '🎬🎬🎬a']) {
    t.equal(checkText(text), `Invalid parameter 'x' value "${text}": Must be a String of at most 3 characters`)
  }
  t.equal(
    checkText('abcd\0'),
    'Invalid parameter \'x\' value "abcd\\u0000": Must be a String',
    'a value that is not a valid text is reported first'
  )
  t.equal(checkText(5), "Invalid parameter 'x' value 5: Must be a String")
})
