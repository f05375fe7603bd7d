import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { httpDialects, inOneApp } from '../../helper/app.js'
import { startAgentOfCommand } from '../../helper/agent.js'

const inApp = inOneApp(httpDialects)

/** What the readers of Claude, OpenAI and Gemini have in common, and `additionalProperties`. */
const KEYWORDS = new Set([
  'type', 'description', 'properties', 'required', 'items', 'additionalProperties', 'anyOf', 'enum',
  'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'
])
const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean']

interface Schema {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
}

/** A schema, and all schemas in it. */
function * within (schema: Schema): Generator<Schema> {
  yield schema
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema
  const below = [...Object.values(properties), ...anyOf, items, additionalProperties]
  for (const one of below) if (typeof one === 'object') yield * within(one)
}

inApp('The schemas of all tools are plain, as they come: strict readers compile them, and large ones take them', async (t, world) => {
  const { client } = await startAgentOfCommand(t, world)
  const { tools } = await client.listTools()
  t.equal(tools.length, 10)
  for (const { name, title, description = '', inputSchema, outputSchema } of tools) {
    t.doesNotThrow(() => new Ajv({ strict: true }).compile(inputSchema), `${name} by draft 07`)
    t.doesNotThrow(() => new Ajv2020({ strict: true }).compile(inputSchema), `${name} by draft 2020-12`)
    t.equal(outputSchema, undefined)
    t.match(name, /^[a-zA-Z0-9_-]{1,64}$/)
    t.ok(description.length <= 1024 && (title ?? '') !== '', `${name} says what it does`)
    const { type, properties = {}, anyOf } = inputSchema as Schema
    t.equal(type, 'object')
    t.equal(anyOf, undefined)
    for (const [property, { description, anyOf: [first] = [] }] of Object.entries(properties)) {
      t.match(property, /^[a-zA-Z0-9_.-]{1,64}$/)
      t.ok(description ?? first?.description, `${name}: ${property} has a description`)
    }
    for (const schema of within(inputSchema as Schema)) {
      t.strictSame(Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword)), [])
      if (schema.anyOf !== undefined) t.strictSame(Object.keys(schema), ['anyOf'], 'nothing is beside alternatives')
      else t.ok(TYPES.includes(schema.type!), `${name}: one type`)
      if (schema.type === 'array') t.ok(schema.items, `${name}: a list has a schema of its elements`)
    }
    t.notMatch(JSON.stringify({ description, inputSchema }), /[<>]|Must be|Link header/, `${name} has no notes of the API`)
  }
})

inApp('What the schemas take is what the tools take', async (t, world) => {
  const { client, call } = await startAgentOfCommand(t, world)
  const { tools } = await client.listTools()
  const ajv = new Ajv({ strict: true })
  const checks = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]))
  const item = { type: 'asset', id: (await call('create_item', { type: 'asset', title: 'A' })).data.asset.id }
  for (const [name, sent] of [
    ['search', {}],
    ['search', { q: 'a', type: ['asset'], deleted: 'any', favorite: false, min_width: 0, max_duration: 1.5, sort: 'relevance' }],
    ['search', { deleted: false, missing: ['tags'], approval: ['none'], collection: 1, tag: ['raw'] }],
    ['get_item', { ...item, part: 'values' }],
    ['list_changes', { since: 'now', event: ['ASSET_ADDED'], type: ['project'], within: [] }],
    ['add_comment', { ...item, text: 'Good', time: 0.5 }],
    ['update_item', { ...item, add_tags: ['a'], category: 'b' }],
    ['create_item', { type: 'project', title: 'Film', tags: [] }],
    ['list_actions', {}]
  ] as const) {
    t.ok(checks[name]!(sent), `${name} ${JSON.stringify(sent)}`)
    t.match(await call(name, sent), { isError: false }, name)
  }
  t.ok(checks.search!({ fields: { 3: 'Berlin', '4.from': '2026-01-01', 5: ['a', true] } }))
  for (const entries of [{ 3: 'Berlin', 4: null }, [{ 3: true, cfg_id: 1 }]]) {
    for (const group of [1, '1']) t.ok(checks.set_values!({ ...item, field_group_id: group, custom_fields: entries }))
  }
  for (const [name, sent] of [
    ['search', { limt: 5 }],
    ['search', { sort: 'size' }],
    ['search', { type: ['user'] }],
    ['search', { min_width: 1.5 }],
    ['search', { deleted: 'true' }],
    ['search', { fields: ['Berlin'] }],
    ['get_item', { type: 'asset' }],
    ['get_item', { ...item, part: 'links' }],
    ['add_comment', { ...item, text: 'Good', time: -1 }],
    ['update_item', { ...item, owner: 'me' }],
    ['set_values', { ...item, field_group_id: 1.5, custom_fields: {} }]
  ] as const) {
    t.notOk(checks[name]!(sent), `${name} ${JSON.stringify(sent)}`)
    t.match(await call(name, sent), { isError: true }, name)
  }
})
