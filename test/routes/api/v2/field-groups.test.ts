import { httpDialects, inSharedApp, type SharedWorld } from '#test/helper/app.js'

const onBothDatabases = inSharedApp()

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

async function createGroup ({ admin }: SharedWorld): Promise<number> {
  return (await admin.post('admin/field_groups', { name: 'Film' })).body.field_group.id
}

const field = {
  name: 'Genre',
  field_type: 'dropdown',
  dropdown_options: [{ value: 'noir' }],
  searchable: true,
  read_only: false
}

onBothDatabases('an administrator creates, renames and deletes a field group', async (t, world) => {
  const { admin } = world
  const { status, body } = await admin.post('admin/field_groups', { name: 'Film', group_type: 'complex' })
  t.equal(status, 200)
  const { id, created_at: createdAt, updated_at: updatedAt, ...rest } = body.field_group
  t.type(id, 'number')
  t.match(createdAt, TIME)
  t.equal(updatedAt, createdAt)
  t.same(rest, { name: 'Film', group_type: 'complex' })
  t.same(body.errors, [])
  t.equal((await admin.post('admin/field_groups', { name: 'Plain' })).body.field_group.group_type, 'default')

  t.type((await admin.post(`admin/field_groups/${id}`, { name: 'Cinema' })).body.ok, 'string')
  t.equal((await admin.get(`field_groups/${id}`)).body.name, 'Cinema')
  t.type((await admin.delete(`admin/field_groups/${id}`)).body.ok, 'string')
  for (
    const answer of [await admin.get(`field_groups/${id}`), await admin.delete(`admin/field_groups/${id}`),
      await admin.post(`admin/field_groups/${id}`, { name: 'x' })]
  ) {
    t.equal(answer.status, 404)
    t.same(answer.body, { error: 'Field group not found' })
  }
})

onBothDatabases('every user reads groups with their fields below both field_groups and fields_group', async (t, world) => {
  const id = await createGroup(world)
  await world.admin.post(`admin/field_groups/${id}/fields`, field)
  const { client } = await world.addUser()
  for (const path of ['field_groups', 'fields_group']) {
    const { body: group } = await client.get(`${path}/${id}`)
    t.same(Object.keys(group).sort(), ['created_at', 'fields', 'group_type', 'id', 'name', 'updated_at'])
    t.match(group.fields, [{ ...field, field_group_id: id, created_at: TIME, updated_at: TIME }])
    t.same((await client.get(path)).body, { field_groups: [group] })
  }
})

onBothDatabases('a field is created, changed, and deleted together with its values', async (t, world) => {
  const { admin } = world
  const id = await createGroup(world)
  const created = (await admin.post(`admin/field_groups/${id}/fields`, field)).body
  t.equal(created.ok, 'Field created')
  const read = async () => (await admin.get(`field_groups/${id}`)).body.fields[0]
  const { id: fieldId } = await read()
  t.strictSame(created.field, await read(), 'the answer has the field')
  const { body: { asset } } = await admin.post('assets', { title: 'a' })
  await admin.post(`assets/${asset.id}/custom_fields/${id}`, { custom_fields: { [fieldId]: 'noir' } })

  t.type(
    (await admin.post(`admin/field_groups/${id}/fields/${fieldId}`, {
      name: 'Kind',
      field_type: 'textbox',
      searchable: false
    })).body.ok,
    'string'
  )
  t.match(await read(), { ...field, name: 'Kind', searchable: false })
  t.type((await admin.delete(`admin/field_groups/${id}/fields/${fieldId}`)).body.ok, 'string')
  t.same((await admin.get(`assets/${asset.id}/custom_fields/${id}`)).body.custom_fields, { [id]: {} })

  for (const wrong of [fieldId, 'abc', '0', '99999999999999999999']) {
    t.match(await admin.post(`admin/field_groups/${id}/fields/${wrong}`, { name: 'x' }), {
      status: 404,
      body: { error: 'Field not found' }
    })
    t.match(await admin.delete(`admin/field_groups/${id}/fields/${wrong}`), {
      status: 404,
      body: { error: 'Field not found' }
    })
  }
  t.match(await admin.post('admin/field_groups/abc/fields', field), {
    status: 404,
    body: { error: 'Field group not found' }
  })
})

onBothDatabases('only administrators change groups and fields, and only those of their account', async (t, world) => {
  const id = await createGroup(world)
  const { client } = await world.addUser()
  const stranger = await world.addStranger()
  for (const [method, path, body] of [
    ['POST', 'admin/field_groups', { name: 'x' }],
    ['POST', `admin/field_groups/${id}`, { name: 'x' }],
    ['DELETE', `admin/field_groups/${id}`, undefined],
    ['POST', `admin/field_groups/${id}/fields`, field],
    ['POST', `admin/field_groups/${id}/fields/1`, { name: 'x' }],
    ['DELETE', `admin/field_groups/${id}/fields/1`, undefined]
  ] as const) {
    for (const sender of [client, world.anonymous]) {
      const { status, text } = await sender.send(method, path, body)
      t.same([status, text], [401, ''])
    }
    if (path !== 'admin/field_groups') t.equal((await stranger.client.send(method, path, body)).status, 404)
  }
  t.equal((await stranger.client.get(`field_groups/${id}`)).status, 404)
  t.same((await stranger.client.get('field_groups')).body, { field_groups: [] })
})

onBothDatabases('parameters of groups and fields are checked in the order of declaration', async (t, world) => {
  const id = await createGroup(world)
  const types = ['date', 'textbox', 'textarea', 'rich_text', 'dropdown', 'boolean', 'datetime'].map((type) =>
    `<code>${type}</code>`
  ).join(', ')
  for (
    const [path, body, error] of [
      ['', {}, 'Missing parameter name'],
      ['', { name: null }, "Invalid parameter 'name' value nil: Must be a String"],
      ['', { name: 'x', group_type: 'odd' },
        'Invalid parameter \'group_type\' value "odd": Must be one of: <code>default</code>, <code>complex</code>.'],
      [`/${id}/fields`, { name: 'x' }, 'Missing parameter field_type'],
      [`/${id}/fields`, { ...field, dropdown_options: undefined }, 'Missing parameter dropdown_options'],
      [`/${id}/fields`, { ...field, field_type: 'number' },
        `Invalid parameter 'field_type' value "number": Must be one of: ${types}.`],
      [`/${id}/fields`, { ...field, dropdown_options: ['x'] },
        'Invalid parameter \'dropdown_options\' value ["x"]: Must be an array of Hash'],
      [`/${id}/fields`, { ...field, searchable: 'true' },
        'Invalid parameter \'searchable\' value "true": Must be one of: <code>true</code>, <code>false</code>.'],
      [`/${id}/fields`, { ...field, read_only: null },
        "Invalid parameter 'read_only' value nil: Must be one of: <code>true</code>, <code>false</code>."]
    ] as const
  ) {
    t.match(await world.admin.post(`admin/field_groups${path}`, body), { status: 422, body: { error } })
  }
}, {}, httpDialects)

onBothDatabases('Options of a dropdown are answered as they were sent, whatever their keys', async (t, world) => {
  const { admin } = world
  const id = await createGroup(world)
  const options = [{ label: 'Noir', value: 'noir' }, { value: 5, colour: ['black', null], nested: { a: 1 } }, {}]
  const { text } = await admin.post(`admin/field_groups/${id}/fields`, { ...field, dropdown_options: options })
  for (const answer of [text, (await admin.get(`field_groups/${id}`)).text, (await admin.get('field_groups')).text]) {
    t.ok(answer.includes(`"dropdown_options":${JSON.stringify(options)}`), answer)
  }
  const { body } = await world.anonymous.get('/openapi.json')
  const { DropdownOption, Field } = body.components.schemas
  t.match(DropdownOption, { type: 'object', additionalProperties: true, properties: { value: {}, label: {} } })
  t.strictSame(Field.properties.dropdown_options.items, { $ref: '#/components/schemas/DropdownOption' })
}, {}, httpDialects)
