import { httpDialects, inOneApp } from '../../helper/app.js'
import { addFieldGroup } from '../../helper/fields.js'
import { addAsset, readItem, succeed } from '../../helper/items.js'
import { startAgent } from '../../helper/agent.js'

const inApp = inOneApp(httpDialects)
const CUT = '… [cut]'
const CHANGED = { isError: true, text: 'If-Match does not match the current version' }

inApp('With --write an agent creates, changes, comments and assigns, and deletes nothing', async (t, world) => {
  const { admin } = world
  const { client, call, errors } = await startAgent(t, world, { write: true })
  const { tools } = await client.listTools()
  const writing = tools.slice(4)
  t.strictSame(writing.map(({ name }) => name), ['add_comment', 'update_item', 'set_values', 'create_item', 'assign_item', 'start_action'])
  for (const { annotations } of writing) t.match(annotations, { readOnlyHint: false, destructiveHint: false })

  const made = await call('create_item', { type: 'asset', title: 'Harbour', description: 'Night', category: 'b', tags: ['raw'] })
  t.match(made.data, { asset: { title: 'Harbour', tags: ['raw'] } })
  const { data: { project } } = await call('create_item', { type: 'project', title: 'Film' })
  const item = { type: 'asset', id: made.data.asset.id }
  t.match((await call('assign_item', { ...item, to_project_id: project.id })).data, { ok: /./ })
  t.equal((await readItem(admin, 'assets', item.id)).project_id, project.id)

  const changed = await call('update_item', { ...item, title: 'Port', add_tags: ['4k'], remove_tags: ['raw'], external_id: 'X1' })
  t.match(changed, { isError: false, data: { asset: { title: 'Port', tags: ['4k'], external_id: 'X1' }, errors: {} } })
  const { data: { comment } } = await call('add_comment', { ...item, text: 'Too dark', time: 3.5 })
  t.match(comment, { text: 'Too dark', time: 3.5 })
  t.match((await call('add_comment', { ...item, text: 'No', reply_to: comment.id })).data, { comment: { reply_to: comment.id } })
  t.match((await call('add_comment', { type: 'project', id: project.id, text: 'Good' })).data, { comment: { text: 'Good' } })

  t.match(await call('create_item', { type: 'asset' }), { isError: true, text: 'Missing parameter title' })
  t.match(await call('create_item', { type: 'asset', title: 'A', owner: 'me' }), { isError: true, text: "Unknown parameter 'owner'" })
  t.match(await call('update_item', { ...item, title: 5 }), { isError: true, text: "Invalid parameter 'title' value 5: Must be a String" })
  t.match(await call('assign_item', { ...item, to_project_id: 'none' }), { isError: true, text: 'project with id: none not found' })
  await addAsset(admin, { title: 'Other' }).then(({ id }) => admin.put(`assets/${id}`, { external_id: 'X2' }))
  t.match(await call('update_item', { ...item, external_id: 'X2' }), {
    isError: true, data: { errors: { external_id: 'has already been taken' } }
  })
  t.equal(errors(), '')
})

inApp('An etag keeps what somebody else has changed meanwhile', async (t, world) => {
  const { admin } = world
  const { call } = await startAgent(t, world, { write: true })
  const { group, ids: [field] } = await addFieldGroup(admin, ['textbox'], { groupType: 'default' })
  const { id } = await addAsset(admin, { title: 'Take' })
  const item = { type: 'asset', id }
  const path = `assets/${id}/custom_fields/${group}`
  const set = (value: string, etag: string) =>
    call('set_values', { ...item, field_group_id: Number(group), custom_fields: { [field!]: value }, etag })
  const read = async () => (await call('get_item', item)).data

  const { etag: ofNone } = await read()
  t.match(await set('Berlin', ofNone), { isError: false, data: { custom_fields: { [group]: { [field!]: 'Berlin' } } } })
  t.match(await set('Bremen', ofNone), CHANGED)
  t.match(await set('Bremen', (await call('get_item', { ...item, part: 'values' })).data.etag), { isError: false })
  t.match(await set('Bonn', (await admin.get(path)).headers.etag as string), { isError: false }, 'the tag of the API')
  t.match(await set('Bern', '"other"'), CHANGED)
  t.match((await read()).custom_fields, [{ field_group_id: Number(group), values: { [field!]: 'Bonn' } }])
  t.match(await call('set_values', { ...item, field_group_id: group, custom_fields: { 999999: 'x' } }), {
    isError: true, data: { custom_fields: null, errors: [{ 999999: 'Field not found' }] }
  })

  const { etag } = await read()
  t.match(await call('update_item', { ...item, title: 'Take 2', etag }), { isError: false })
  t.match(await call('update_item', { ...item, title: 'Take 3', etag }), CHANGED)
  t.equal((await readItem(admin, 'assets', id)).title, 'Take 2')
})

inApp('What was cut is not written back', async (t, world) => {
  const { admin } = world
  const { call } = await startAgent(t, world, { write: true })
  const { group, ids: [field] } = await addFieldGroup(admin, ['textbox'])
  const { id } = await addAsset(admin, { title: 'Take', description: 'x'.repeat(600) })
  const item = { type: 'asset', id }
  const { asset } = (await call('get_item', item)).data
  const refused = { isError: true, text: /\[cut\]/ }
  t.match(await call('update_item', { ...item, description: asset.description }), refused)
  t.match(await call('update_item', { ...item, add_tags: ['a', CUT] }), refused)
  t.match(await call('create_item', { type: 'asset', title: 'A', tags: ['a', `b${CUT}`] }), refused)
  t.match(await call('add_comment', { ...item, text: `As it says: ${asset.description}` }), refused)
  for (const entries of [[{ [field!]: `x${CUT}` }], [{ [field!]: 'x' }, CUT], { [field!]: 'x', [CUT]: CUT }]) {
    t.match(await call('set_values', { ...item, field_group_id: group, custom_fields: entries }), refused)
  }
  t.equal((await readItem(admin, 'assets', id)).description.length, 600)
})

inApp('An agent does what its key may', async (t, world) => {
  const { admin } = world
  const { api_key: { key } } = await succeed(admin.post('user/api_keys', { name: 'agent', scope: 'read' }))
  const { call } = await startAgent(t, world, { write: true, key })
  t.match(await call('search'), { isError: false })
  t.match(await call('create_item', { type: 'asset', title: 'A' }), { isError: true, text: 'This key may only read' })
  const stranger = await startAgent(t, world, { key: 'unknown' })
  t.match(await stranger.call('search'), { isError: true, text: /does not know this key/ })
})
