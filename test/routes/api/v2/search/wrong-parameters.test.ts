import { httpDialects, inAppOfProcess } from '#test/helper/app.js'
import { succeed } from '#test/helper/items.js'

const onOneDatabase = inAppOfProcess(httpDialects)

const STRING = 'Must be a String'
const LIST = 'Must be an array of String'
const MOMENT = 'Must be an ISO 8601 date or time'
const oneOf = (...names: string[]) => `Must be one of: ${names.map((name) => `<code>${name}</code>`).join(', ')}.`
const sorts = ['-modified_date', 'modified_date', '-created_date', 'created_date', 'title', '-title']
const facets = ['type', 'category', 'tag', 'owner', 'status', 'media_type', 'field.<id>']
const many = Array(1001).fill('x')

/** Queries, each with the name of the wrong parameter, its value as it is printed, and the rule. */
const inQuery: Array<[query: string, name: string, value: string, rule: string]> = [
  ['q=x%00', 'q', '"x\\u0000"', STRING],
  ['q=a*', 'q', '"a*"', 'Must have two letters before *'],
  ['q=%22x', 'q', '"\\"x"', 'Must close its quotes'],
  ['q=x&q=y', 'q', '["x", "y"]', STRING],
  ['category=x%00', 'category', '"x\\u0000"', LIST],
  ['media_status=x', 'media_status', '"x"', oneOf('none', 'pending', 'ingesting', 'ready', 'failed', 'removed')],
  ['deleted=x', 'deleted', '"x"', oneOf('false', 'true', 'any')],
  ['min_width=1.5', 'min_width', '"1.5"', 'Must be a Integer from 0 to 1000000000'],
  ['max_duration=-1', 'max_duration', '"-1"', 'Must be a number from 0 to 1000000000'],
  ['created_from=2026-13-01', 'created_from', '"2026-13-01"', MOMENT],
  ['created_to=x&created_to=y', 'created_to', '["x", "y"]', STRING],
  ['field.1.from=x&field.1.from=y', 'field.1.from', '["x", "y"]', STRING],
  ['field.1=x', 'field.1', '"x"', 'Must be a searchable field'],
  ['sort=relevance', 'sort', '"relevance"', oneOf(...sorts)],
  ['q=x&sort=x', 'sort', '"x"', oneOf(...sorts, 'relevance')],
  ['sort=title&sort=title', 'sort', '["title", "title"]', STRING],
  ['facets=x', 'facets', '"x"', oneOf(...facets)],
  ['total=1', 'total', '"1"', 'Must be true or false'],
  ['limit=0', 'limit', '"0"', 'Must be a Integer from 1 to 1000'],
  ['cursor=x', 'cursor', '"x"', 'Must be a cursor from a Link header'],
  // The parameter that is declared first is reported, whatever the order of the query.
  ['cursor=x&limit=0&field.1=%00&deleted=x&tag=%00&q=a*', 'q', '"a*"', 'Must have two letters before *'],
  ['limit=0&field.1=%00&max_width=x', 'max_width', '"x"', 'Must be a Integer from 0 to 1000000000'],
  ['limit=0&field.1=%00', 'field.1', '"\\u0000"', LIST]
]

const inBody: Array<[body: object, name: string, value: string, rule: string]> = [
  [{ q: null }, 'q', 'nil', STRING],
  [{ tag: 'x' }, 'tag', '"x"', LIST],
  [{ tag: [5] }, 'tag', '[5]', LIST],
  [{ type: ['x'] }, 'type', '["x"]', oneOf('asset', 'project')],
  [{ deleted: 'true' }, 'deleted', '"true"', oneOf('false', 'true', 'any')],
  [{ min_height: '5' }, 'min_height', '"5"', 'Must be a Integer from 0 to 1000000000'],
  [{ 'field.1': [5] }, 'field.1', '[5]', LIST],
  [{ 'field.1.to': true }, 'field.1.to', 'true', STRING],
  [{ sort: 5 }, 'sort', '5', STRING],
  [{ facets: 'tag' }, 'facets', '"tag"', LIST],
  [{ total: 'true' }, 'total', '"true"', 'Must be true or false'],
  [{ limit: '5' }, 'limit', '"5"', 'Must be a Integer from 1 to 1000'],
  [{ cursor: 5 }, 'cursor', '5', 'Must be a cursor from a Link header']
]

onOneDatabase('Wrong parameters of a search are reported one at a time, in a query and in a body', async (t, { admin }) => {
  const errorOf = (name: string, value: string, rule: string) => ({ error: `Invalid parameter '${name}' value ${value}: ${rule}` })
  for (const [query, name, value, rule] of inQuery) {
    for (const path of ['search', 'assets']) {
      const { status, body } = await admin.get(`${path}?${query}`)
      t.strictSame([status, body], [422, errorOf(name, value, rule)], `${path}?${query}`)
    }
  }
  for (const [sent, name, value, rule] of inBody) {
    const { status, body } = await admin.post('search', sent)
    t.strictSame([status, body], [422, errorOf(name, value, rule)], JSON.stringify(sent))
  }
  const long = (await admin.post('search', { owner: many })).body.error
  t.match(long, / Must be an array of String of at most 1000 elements$/)
})

onOneDatabase('An unknown parameter of a search is reported before any wrong one, and a body wins over a query', async (t, { admin }) => {
  t.match((await admin.get('search?limit=0&tagg=x')).body, { error: "Unknown parameter 'tagg'" })
  t.match((await admin.send('POST', 'search?tagg=x', '{"limit":0}')).body, { error: "Unknown parameter 'tagg'" })
  t.match((await admin.get('assets?type=asset')).body, { error: "Unknown parameter 'type'" })
  t.strictSame((await succeed(admin.send('POST', 'search?limit=0', '{"limit":5}'))).results, [])
})
