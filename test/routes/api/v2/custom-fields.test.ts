import type { Test } from 'tap'
import { httpDialects, inSharedApp, type Client, type SharedWorld } from '#test/helper/app.js'

const onBothDatabases = inSharedApp()

/** A group with a field of each type, and an asset and a project to set them on. */
async function createFields ({ admin }: SharedWorld, groupType = 'default') {
  const { body: { field_group: { id: group } } } = await admin.post('admin/field_groups', {
    name: 'Film',
    group_type: groupType
  })
  const types = ['date', 'textbox', 'textarea', 'rich_text', 'dropdown', 'boolean', 'datetime']
  for (const type of types) {
    await admin.post(`admin/field_groups/${group}/fields`, {
      name: type,
      field_type: type,
      dropdown_options: type === 'dropdown' ? [{ value: 'red', label: 'Red' }, { value: 'blue' }] : [],
      searchable: true,
      read_only: false
    })
  }
  const { body: { fields } } = await admin.get(`field_groups/${group}`)
  const ids = Object
    .fromEntries(fields.map((field: { id: number, name: string }) => [field.name, String(field.id)])) as Record<
      string,
      string
    >
  const { body: { asset } } = await admin.post('assets', { title: 'a' })
  const { body: { project } } = await admin.post('projects', { title: 'p' })
  return {
    group,
    ids,
    paths: [`assets/${asset.id}/custom_fields/${group}`, `projects/${project.id}/custom_fields/${group}`],
    asset,
    project
  }
}

async function historyOf (client: Client, path: string): Promise<string[]> {
  const { body } = await client.get(path)
  return body.history.map((entry: { event: string }) => entry.event)
}

const good: Record<string, unknown> = {
  date: '2024-02-29',
  textbox: 'text',
  textarea: 'more\ntext',
  dropdown: 'red',
  boolean: false,
  datetime: '2026-11-20T10:00:00.123Z'
}

const bad: Record<string, unknown[]> = {
  date: ['2023-02-29', '2024-1-1', 5, true, [], {}, ''],
  textbox: [5, true, [], {}, 'nul\0'],
  textarea: [5, false],
  rich_text: [5, {}],
  dropdown: ['green', '', 1],
  boolean: ['true', 0, 1, 'false'],
  datetime: ['2026-11-20T10:00:00Z', '2026-11-20T25:00:00.000Z', '2026-02-30T10:00:00.000Z', 3]
}

onBothDatabases('values of each type are set, read, kept when others are set, and cleared with null', async (t, world) => {
  const { group, ids, paths } = await createFields(world)
  for (const path of paths) {
    t.same((await world.admin.get(path)).body, { custom_fields: { [group]: {} }, errors: [] })
    const all: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(good)) {
      all[ids[name]!] = value
      t.same((await world.admin.post(path, { custom_fields: { [ids[name]!]: value } })).body, {
        custom_fields: { [group]: all },
        errors: []
      })
    }
    t.same((await world.admin.post(path, {})).body, { custom_fields: { [group]: all }, errors: [] })
    for (const name of Object.keys(good)) {
      delete all[ids[name]!]
      t.same((await world.admin.post(path, { custom_fields: { [ids[name]!]: null } })).body, {
        custom_fields: { [group]: all },
        errors: []
      })
    }
  }
})

onBothDatabases('every failure of a request is listed and nothing is stored', async (t, world) => {
  const { group, ids, paths: [path] } = await createFields(world)
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      const { status, body } = await world.admin.post(path!, {
        custom_fields: { [ids[name]!]: value, [ids.textbox!]: name === 'textbox' ? value : 'fine' }
      })
      t.equal(status, 200)
      t.equal(body.custom_fields, null)
      t.equal(body.errors.length, 1, `${name} ${JSON.stringify(value)}`)
      t.equal(typeof body.errors[0][ids[name]!], 'string')
    }
  }
  const sent =
    `{"custom_fields":{"__proto__":1,"constructor":2,"99999999999":3,"${ids.date}":"x","${ids.textbox}":"fine"}}`
  const { text } = await world.admin.post(path!, sent)
  t.same(JSON.parse(text).errors.length, 4)
  t.match(text, '{"__proto__":"Field not found"}')
  t.match(text, '{"constructor":"Field not found"}')
  t.same((await world.admin.get(path!)).body.custom_fields, { [group]: {} })
}, {}, httpDialects)

onBothDatabases('new entries get cfg_ids, given cfg_ids are kept, and the answer lists the stored entries, too', async (t, world) => {
  const { group, ids, paths: [path] } = await createFields(world, 'complex')
  const box = ids.textbox!
  const set = async (customFields: unknown) => (await world.admin.post(path!, { custom_fields: customFields })).body
  t.same(await set([{ [box]: 'a' }, { [box]: 'b' }]), {
    custom_fields: { [group]: [{ [box]: 'a', cfg_id: 1 }, { [box]: 'b', cfg_id: 2 }] },
    errors: []
  })
  t.same(
    (await set([{ [box]: 'c', cfg_id: 7 }, { [box]: 'd' }])).custom_fields[group].map((entry: { cfg_id: number }) =>
      entry.cfg_id
    ),
    [1, 2, 7, 8]
  )
  t.same((await set([{ [ids.boolean!]: true, cfg_id: 1 }])).custom_fields[group][0], {
    [box]: 'a',
    [ids.boolean!]: true,
    cfg_id: 1
  })
  for (const cfgId of ['1', 1.5, null, true, [], 99999999999]) {
    t.same((await set([{ [box]: 'x', cfg_id: cfgId }])).errors, [{ cfg_id: 'Must be a Integer' }])
  }
  t.same(await set({ [box]: 'e' }), { custom_fields: { [group]: { [box]: 'e' } }, errors: [] })
  t.same((await set(undefined)).custom_fields[group].length, 5)
})

onBothDatabases('concurrent requests that add entries get different cfg_ids, and no entry is lost', async (t, world) => {
  const { group, ids, paths } = await createFields(world, 'complex')
  for (const path of paths) {
    await Promise.all(Array.from({ length: 20 }, (_, n) =>
      world.admin.post(path, { custom_fields: [{ [ids.textbox!]: `entry ${n}` }] })))
    const { body } = await world.admin.get(path)
    const entries = body.custom_fields[group] as Array<Record<string, unknown>>
    t.equal(new Set(entries.map((entry) => entry.cfg_id)).size, 20)
    t.equal(new Set(entries.map((entry) => entry[ids.textbox!])).size, 20)
  }
})

onBothDatabases('a value that is no object and no array of objects gets 422, and a missing item or group 404', async (t, world) => {
  const { paths: [path], asset, project } = await createFields(world)
  for (const value of [null, 5, 'x', true, [[]], [1], [null]]) {
    const { status, body } = await world.admin.post(path!, { custom_fields: value })
    t.equal(status, 422)
    t.match(body.error, /^Invalid parameter 'custom_fields' value .*: Must be an array of any type$/)
  }
  const stranger = await world.addStranger()
  for (const send of [world.admin.get, world.admin.post]) {
    t.match(await send('assets/none/custom_fields/1'), { status: 404, body: { error: 'asset not found' } })
    t.match(await send('projects/none/custom_fields/1'), { status: 404, body: { error: 'project not found' } })
    for (const id of ['0', '-1', 'abc', '99999999999999999999', '%00']) {
      t.match(await send(`assets/${asset.id}/custom_fields/${id}`), {
        status: 404,
        body: { error: 'Field group not found' }
      })
      t.match(await send(`projects/${project.id}/custom_fields/${id}`), {
        status: 404,
        body: { error: 'Field group not found' }
      })
    }
  }
  t.match(await stranger.client.get(path!), { status: 404, body: { error: 'asset not found' } })
  t.equal((await world.anonymous.post(path!, {})).status, 401)
}, {}, httpDialects)

onBothDatabases('history has different events for the first values, later values and the removal of the group', async (t, world) => {
  const { group, ids, paths, asset, project } = await createFields(world)
  for (
    const [path, kind, history] of [[paths[0]!, 'ASSET', `assets/${asset.id}/history`], [paths[1]!, 'PROJECT',
      `projects/${project.id}/history`]] as const
  ) {
    await world.admin.post(path, { custom_fields: { [ids.textbox!]: 'one' } })
    await world.admin.post(path, { custom_fields: { [ids.textbox!]: 'one' } })
    await world.admin.post(path, { custom_fields: { [ids.textbox!]: 'two' } })
    t.same((await historyOf(world.admin, history)).slice(0, 2), [`${kind}_EDITED_FIELD_GROUP`,
      `${kind}_ADDED_FIELD_GROUP`])
  }
  await world.admin.delete(`admin/field_groups/${group}/fields/${ids.date}`)
  await world.admin.delete(`admin/field_groups/${group}`)
  t.equal((await historyOf(world.admin, `assets/${asset.id}/history`))[0], 'ASSET_REMOVED_FIELD_GROUP')
  t.equal((await historyOf(world.admin, `projects/${project.id}/history`))[0], 'PROJECT_REMOVED_FIELD_GROUP')
  t.equal((await world.admin.get(paths[0]!)).status, 404)
})

onBothDatabases('rich text is sanitized when it is written, and only administrators set a read-only field', async (t: Test, world) => {
  const { group, ids, paths: [path] } = await createFields(world)
  const { body } = await world.admin.post(path!, {
    custom_fields: { [ids.rich_text!]: '<p onclick="x()">Hi <b>there</b><script>alert(1)</script></p>' }
  })
  t.same(body.custom_fields[group], { [ids.rich_text!]: '<p>Hi there</p>' })
  await world.admin.post(`admin/field_groups/${group}/fields/${ids.textbox}`, { name: 'locked', read_only: true })
  const user = await world.addUser()
  t.same((await user.client.post(path!, { custom_fields: { [ids.textbox!]: 'x' } })).body, {
    custom_fields: null,
    errors: [{ [ids.textbox!]: 'Must be set by an administrator' }]
  })
  t.same((await world.admin.post(path!, { custom_fields: { [ids.textbox!]: 'x' } })).body.errors, [])
}, {}, httpDialects)
