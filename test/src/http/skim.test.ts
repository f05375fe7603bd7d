import { Type } from '@sinclair/typebox'
import t from 'tap'
import { BodyTooLarge } from '#src/errors.js'
import { parseBody } from '#src/http/body.js'
import { inspect } from '#src/http/inspect.js'
import { CustomFields, HashList } from '#src/http/hashes.js'
import { Name, strict, TextList, WholeNumber } from '#src/http/schemas.js'
import { skim } from '#src/http/skim.js'
import { UnreadJson } from '#src/http/unread-json.js'

const parameters = Type.Object({
  title: Name,
  count: WholeNumber,
  tags: TextList,
  options: HashList,
  values: CustomFields
})
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

t.test('What parameters may be is read as it would be from any body', async (t) => {
  for (
    const text of ['{}', ' { } ', '{"title":"x"}', '{"title":"\\u00e9\\n\\"", "count" : -1.5e3 ,"tags":["a",""]}',
      '{"ti\\u0074le":null,"title":true}', '{"title":1,"title":"last"}',
      '{"count":99999999999999999999,"options":[{"a":{"b":[]}},{}],"values":{"7":["x",{"y":false}]}}', '{"tags":[]}',
      '{"title":"\\ud800"}', '{\t"title"\r:\n""}']
  ) {
    t.strictSame(await skim(text, parameters), parseBody(text), text)
  }
})

t.test('What is nobody\'s parameter is left out, and refused where it is to be', async (t) => {
  t.strictSame(await skim(`{"a":${nested(100_000)},"title":"x","__proto__":{"b":1}}`, parameters), { title: 'x' })
  t.strictSame(await skim('{"a":1,"title":"x"}', strict(parameters)), { a: 1, title: 'x' })
  t.strictSame(await skim('{"title":"x"}', undefined), {})
  for (const text of ['[{"title":"x"}]', '"x"', '5', 'null']) t.strictSame(await skim(text, parameters), {}, text)
})

t.test('Lists where the parameter is none are not read, and printed as if they were', async (t) => {
  const values = ['[]', '{}', '[[],{},"a"]', '{"a":{"b":[1, -0, 1e20, 99999999999999999999]},"":null}',
    '[ [ 1 , true ] , {"é\\n":"#{x}"} ]', '["\\ud800","\\u0001"]', nested(1000)]
  for (const value of values) {
    const { title } = await skim(`{"title":${value}}`, parameters) as { title: unknown }
    t.ok(title instanceof UnreadJson)
    t.equal(inspect(title), inspect(parseBody(value)), value.slice(0, 50))
  }
  const { tags, options } = await skim(`{"tags":[[]],"options":[${nested(501)}]}`, parameters) as Record<
    string,
    unknown
  >
  t.ok(tags instanceof UnreadJson)
  t.ok(options instanceof UnreadJson)
})

t.test('What is nested deeper than anything that is stored becomes an empty list', async (t) => {
  const read = await skim(`{"values":{"a":${nested(600)},"b":[1],"c":[${nested(600)},2]}}`, parameters) as {
    values: { a: unknown, b: unknown, c: [unknown, number] }
  }
  t.strictSame([read.values.b, read.values.c[1]], [[1], 2])
  t.equal(inspect(read.values.a), nested(502))
})

t.test('What is no JSON is refused, wherever it stands', async (t) => {
  for (
    const text of ['', ' ', '{', '[', '{"a":}', "{'a':1}", '{"a":[1,]}', '{"a":{"b":1,}}', '{"a":1,}', '{a:1}',
      '{"a" 1}', '{"a":1 "b":2}', '{"a":undefined}', '{"a":01}', '{"a":-}', '{"a":+1}', '{"a":1.}', '{"a":"\n"}',
      '{"a":"\\x"}', '{"a":"\\u12g4"}', '{"a":"x}', '{"a":[}', '{"a":[1}', '{"a":1]', '{"a":1}}', '{"a":1} x',
      '{"a":tru}', '{"a":nulll}', '[1 2]', '1 2', '{"a":,}', '{,}', '[,]', `{"a":${'9'.repeat(2000)}}`,
      '['.repeat(1_000_000), `{"title":${'[{"a":'.repeat(1000)}`]
  ) {
    t.throws(() => parseBody(text), text.slice(0, 50))
    await t.rejects(skim(text, parameters), { name: 'SyntaxError' }, text.slice(0, 50))
  }
})

t.test('Others have their turns, and what has more values than a megabyte has room for is too large', async (t) => {
  let turns = 0
  let timer = setImmediate(function count () {
    turns++
    timer = setImmediate(count)
  })
  await skim(`{"a":[${Array(300_000).fill('{}').join()}]}`, parameters)
  clearImmediate(timer)
  t.ok(turns >= 10, `${turns} turns`)
  await t.rejects(skim(`{"a":[${Array(1_100_000).fill('0').join()}]}`, parameters), BodyTooLarge)
  await t.rejects(skim(`{"a":${nested(1_100_000)}}`, parameters), BodyTooLarge)
})
