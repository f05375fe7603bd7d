import { httpDialects, inOneApp } from '../../helper/app.js'
import { addFieldGroup } from '../../helper/fields.js'
import { addAsset, readItem } from '../../helper/items.js'
import { startAgent } from '../../helper/agent.js'

const inApp = inOneApp(httpDialects)
const CUT = '… [cut]'

inApp('An argument that is null is as if it was not told, of every tool', async (t, world) => {
  const { client, call } = await startAgent(t, world, { write: true })
  const { id } = await addAsset(world.admin, { title: 'Take', category: 'b', description: 'Night' })
  const item = { type: 'asset', id }
  const { tools } = await client.listTools()
  const sent: Record<string, object> = {
    search: {},
    get_item: item,
    list_changes: {},
    list_actions: {},
    add_comment: { ...item, text: 'Good' },
    update_item: item,
    set_values: { ...item, field_group_id: 999_999, custom_fields: {} },
    create_item: { type: 'asset', title: 'Other' },
    assign_item: { ...item, to_project_id: 'none' },
    start_action: { action_id: 999_999, asset_ids: [id] }
  }
  for (const { name, inputSchema } of tools) {
    const names = Object.keys(inputSchema.properties!)
    const nulls = Object.fromEntries(names.map((property) => [property, null]))
    const plain = await call(name, { ...sent[name] })
    const withNulls = await call(name, { ...nulls, ...sent[name] })
    t.equal(withNulls.isError, plain.isError, `${name}: ${withNulls.text}`)
    if (plain.isError) t.equal(withNulls.text, plain.text)
    for (const required of inputSchema.required ?? []) {
      const missing = await call(name, { ...sent[name], [required]: null })
      t.match(missing, { isError: true, text: `Missing parameter ${required}` }, name)
    }
    t.match(await call(name, { ...sent[name], limt: null }), { isError: true, text: "Unknown parameter 'limt'" }, name)
  }
  const asset = await readItem(world.admin, 'assets', id)
  t.match(asset, { title: 'Take', category: 'b', description: 'Night' })
  const { ids: [field] } = await addFieldGroup(world.admin, ['textbox'])
  t.match(await call('search', { fields: { [field!]: null } }), { isError: false })
})

inApp('What was cut is not written back, whatever is behind the mark', async (t, world) => {
  const { call } = await startAgent(t, world, { write: true })
  const { group, ids: [field] } = await addFieldGroup(world.admin, ['textbox'])
  const { id } = await addAsset(world.admin, { title: 'Take', description: 'Night' })
  const item = { type: 'asset', id }
  const refused = { isError: true, text: /\[cut\]/ }
  for (const behind of [' ', '\n', '\t\r\n ', '\u00A0', '\u200B', '"', '”', "'", '’ ', '»', '“', '`', ' "\n', '\\"', '」', '＂']) {
    const text = `Night${CUT}${behind}`
    t.match(await call('update_item', { ...item, description: text }), refused, JSON.stringify(behind))
    t.match(await call('update_item', { ...item, add_tags: ['a', `${CUT}${behind}`] }), refused)
    t.match(await call('add_comment', { ...item, text: `It says: "${text}` }), refused)
    for (const values of [{ [field!]: text }, [{ [field!]: 'x' }, `${CUT}${behind}`], { [`${CUT}${behind}`]: 'x' }]) {
      t.match(await call('set_values', { ...item, field_group_id: group, custom_fields: values }), refused)
    }
  }
  t.match(await readItem(world.admin, 'assets', id), { description: 'Night', tags: [] })
  for (const text of [`${CUT} is a mark`, 'Scene 5 [cut]', 'Night…', `Night${CUT}.`]) {
    t.match(await call('update_item', { ...item, description: text }), { isError: false }, text)
  }
})

inApp('Arguments of other types are refused in the words of the API, and none breaks a tool', async (t, world) => {
  const { call } = await startAgent(t, world, { write: true })
  const { group } = await addFieldGroup(world.admin, ['textbox'])
  const { id } = await addAsset(world.admin, { title: 'Take' })
  const item = { type: 'asset', id }
  const set = { ...item, field_group_id: group, custom_fields: {} }
  const ofJavaScript = /undefined or null|is not a|call stack|Cannot |Headers|ByteString/
  let deep: unknown = 'x'
  for (let depth = 0; depth < 50_000; depth++) deep = [deep]
  for (const value of [5, true, [], {}, ['a'], '', 'a\nb', 'ä€', '\uD800', { a: null }, deep]) {
    for (const [name, sent] of [
      ['search', { fields: value }],
      ['search', { fields: { 3: value } }],
      ['search', { q: value, cursor: value, sort: value }],
      ['get_item', { ...item, id: value }],
      ['get_item', { ...item, type: value }],
      ['get_item', { ...item, part: 'description', cursor: value }],
      ['list_changes', { since: value, within: value }],
      ['add_comment', { ...item, text: 'x', time: value }],
      ['update_item', { ...item, etag: value, add_tags: value }],
      ['set_values', { ...set, etag: value }],
      ['set_values', { ...set, field_group_id: value }],
      ['set_values', { ...set, custom_fields: value }],
      ['assign_item', { ...item, to_project_id: value }],
      ['list_actions', { cursor: value }],
      ['start_action', { action_id: value }],
      ['start_action', { action_id: 1, asset_ids: value, project_ids: value }],
      ['start_action', { action_id: 1, search: value, parameters: value }],
      ['start_action', { action_id: 1, search: { fields: value } }]
    ] as const) t.notMatch((await call(name, sent)).text, ofJavaScript, `${name} ${Object.keys(sent).at(-1)}`)
  }
  t.match(await call('set_values', { ...set, etag: 5 }), { isError: true, text: "Invalid parameter 'etag' value 5: Must be a String" })
  t.match(await call('update_item', { ...item, title: deep }), { isError: true, text: 'Request body is too large' })
})

inApp('Whatever is sent, an answer stays within its bounds', async (t, world) => {
  const { client, call, errors } = await startAgent(t, world, { write: true })
  const { id } = await addAsset(world.admin, { title: 'Take' })
  const item = { type: 'asset', id }
  for (const long of ['€'.repeat(1_000_000), '"\\\u0001'.repeat(300_000), `${CUT}${' '.repeat(1_000_000)}x`]) {
    for (const [name, sent] of [
      ['search', { q: long }],
      ['search', { [long]: 1 }],
      ['search', { fields: { [long]: 1 } }],
      ['get_item', { ...item, part: long }],
      ['update_item', { ...item, external_id: long }],
      ['create_item', { type: long, title: 'x' }],
      ['set_values', { ...item, field_group_id: 1, custom_fields: { [long]: long } }]
    ] as const) t.equal((await call(name, sent)).isError, true, name)
    const error = await client.callTool({ name: long, arguments: {} }).then(() => '', ({ message }) => message as string)
    t.match(error, /Unknown tool/)
    t.ok(Buffer.byteLength(error) <= 16 * 1024)
  }
  t.equal(errors(), '')
})
