import { httpDialects, inOneApp, onBothDatabases } from '#test/helper/app.js'
import { fillTable } from '#test/helper/fill.js'
import { addAsset, addItemTo, addProject, succeed } from '#test/helper/items.js'

const inAnAccount = inOneApp()

const cursorRule = 'Must be a cursor from a Link header'

inAnAccount('Written items are found at once; those in the trash, purged or of another account are not', async (t, { admin, addStranger }) => {
  const stranger = await addStranger()
  const project = await addProject(admin, { title: 'Élan vital' })
  const asset = await addItemTo(admin, 'assets', project.id, { title: 'B-roll of the Élan', tags: ['raw'] })
  await addAsset(stranger.client, { title: 'Elan of a stranger', tags: ['raw'] })
  const ids = async (query: string) =>
    (await succeed(admin.get(`search?${query}`))).results.map((result: any) => result[result.type].id)

  t.strictSame((await ids('q=elan')).sort(), [asset.id, project.id].sort())
  t.strictSame(await ids('q=b-roll'), [asset.id])
  t.strictSame(await ids('q=%22roll%20b%22'), [])
  t.strictSame(await ids(`within=${project.id}`), [asset.id])
  t.strictSame(await ids('project_id=none&type=project'), [project.id])
  t.strictSame(await succeed(admin.get('assets?tag=raw')), {
    assets: [(await succeed(admin.get(`assets/${asset.id}`))).asset]
  })
  t.strictSame(await succeed(stranger.client.get(`search?within=${project.id}&total=true`)), { results: [], total: 0 })

  await succeed(admin.post(`projects/${project.id}/trash_bin`))
  t.strictSame(await ids('q=elan'), [])
  t.strictSame(await succeed(admin.get('search?q=elan&total=true&facets=tag')), {
    results: [],
    facets: { tag: [] },
    total: 0
  })
  t.strictSame((await ids('q=elan&deleted=true')).length, 2)
  await succeed(admin.post(`projects/${project.id}/restore`))
  t.strictSame((await ids('q=elan')).length, 2)
  await succeed(admin.delete(`projects/${project.id}`))
  t.strictSame(await ids('q=elan&deleted=any'), [])
})

inAnAccount('Items are found by words and values of searchable fields, also after a field is changed', async (t, { app, admin }) => {
  const { field_group: group } =
    await succeed(admin.post('admin/field_groups', { name: 'Shots', group_type: 'complex' }))
  const add = (name: string, type: string, searchable: boolean) =>
    succeed(admin.post(`admin/field_groups/${group.id}/fields`, {
      name,
      field_type: type,
      dropdown_options: [],
      searchable,
      read_only: false
    }))
  for (
    const [name, type] of [['Place', 'textbox'], ['Notes', 'rich_text'], ['Kind', 'dropdown'], ['Done', 'boolean'], [
      'At',
      'datetime'
    ]] as const
  ) await add(name, type, true)
  await add('Secret', 'textbox', false)
  const asset = await addAsset(admin)
  await succeed(admin.post(`assets/${asset.id}/custom_fields/${group.id}`, {
    custom_fields: [{
      1: 'Zürich',
      2: '<p>two<strong>fold</strong></p><p>end</p>',
      3: 'wide',
      4: true,
      5: '2026-01-15T10:30:00.250Z',
      6: 'hidden'
    }, { 3: 'wide' }]
  }))
  const count = async (query: string) => (await succeed(admin.get(`search?${query}&total=true`))).total

  for (
    const query of ['q=zurich', 'q=twofold', 'q=wide', 'field.1=Z%C3%BCrich', 'field.3=no&field.3=wide', 'field.4=true',
      'field.5=2026-01-15T10:30:00.250Z', 'field.5.from=2026-01-15&field.5.to=2026-01-16',
      'field.5.from=2026-01-15T11:30:00.250%2B01:00', 'field.5.to=2026-01-15T10:30:00.251Z']
  ) t.equal(await count(query), 1, query)
  for (
    const query of ['q=hidden', 'q=%22twofold%20wide%22', 'q=strong', 'field.1=zurich', 'field.4=false',
      'field.5.from=2026-01-15T10:30:00.251Z', 'field.5.to=2026-01-15T10:30:00.250Z']
  ) t.equal(await count(query), 0, query)
  const { facets } = await succeed(admin.get('search?facets=field.3&facets=field.4'))
  t.strictSame(facets, { 'field.3': [{ value: 'wide', count: 1 }], 'field.4': [{ value: true, count: 1 }] })
  t.strictSame((await succeed(admin.post('search', { 'field.4': [true], 'field.3': ['wide'] }))).results.length, 1)

  const refused = ['field.6=hidden', 'field.2=x', 'field.99=x', 'field.x=x', 'field.1.from=2026-01-01',
    'facets=field.1', 'field.99999999999=x']
  for (const query of refused) {
    const { status, body } = await admin.get(`search?${query}`)
    t.equal(status, 422, query)
    t.match(body.error, /^Invalid parameter '.*' value .*: Must be a searchable field$/, query)
  }

  const { refreshFields } = await import('#src/search/refresh.js')
  await succeed(admin.post(`admin/field_groups/${group.id}/fields/6`, { name: 'Secret', searchable: true }))
  await succeed(admin.post(`admin/field_groups/${group.id}/fields/1`, { name: 'Place', searchable: false }))
  await refreshFields(app, new AbortController().signal)
  t.strictSame([await count('q=hidden'), await count('q=zurich'), await count('field.6=hidden')], [1, 0, 1])
  await succeed(admin.delete(`admin/field_groups/${group.id}/fields/6`))
  await refreshFields(app, new AbortController().signal)
  t.equal(await count('q=hidden'), 0)
  await succeed(admin.delete(`admin/field_groups/${group.id}`))
  t.equal(await count('q=wide'), 0)
})

function numbered (count: number, write = (word: string) => word): string {
  return Array.from({ length: count }, (_, number) => write(`word${number}`)).join(' ')
}

function tooMany (q: string, rule: string): [query: string, error: string] {
  return [`q=${encodeURIComponent(q)}`, `Invalid parameter 'q' value "${q}": ${rule}`]
}

const bad: Array<[query: string, error: string]> = [
  ['tagg=x', "Unknown parameter 'tagg'"],
  ['q=x&__proto__=y', "Unknown parameter '__proto__'"],
  ['q=', "Invalid parameter 'q' value \"\": Must hold a word to find"],
  ['q=-x', "Invalid parameter 'q' value \"-x\": Must hold a word to find"],
  ['q=%25', "Invalid parameter 'q' value \"%\": Must hold a word to find"],
  ['q=%22open', "Invalid parameter 'q' value \"\\\"open\": Must close its quotes"],
  ['q=a*', "Invalid parameter 'q' value \"a*\": Must have two letters before *"],
  [`q=${'x'.repeat(1001)}`, `Invalid parameter 'q' value "${'x'.repeat(999)}…: Must have at most 1000 characters`],
  tooMany(numbered(33), 'Must have at most 32 terms'),
  tooMany(numbered(9, (word) => `${word}*`), 'Must have at most 8 words with *'),
  tooMany(`${numbered(5, (word) => `${word}*`)} ${numbered(4, (word) => `-${word}*`)}`, 'Must have at most 8 words with *'),
  ['q=a&q=b', 'Invalid parameter \'q\' value ["a", "b"]: Must be a String'],
  ['q=%00', 'Invalid parameter \'q\' value "\\u0000": Must be a String'],
  ['type=file', 'Invalid parameter \'type\' value "file": Must be one of: <code>asset</code>, <code>project</code>.'],
  ['deleted=yes',
    'Invalid parameter \'deleted\' value "yes": Must be one of: <code>false</code>, <code>true</code>, <code>any</code>.'],
  ['total=1', 'Invalid parameter \'total\' value "1": Must be true or false'],
  ['created_from=2026-02-30',
    'Invalid parameter \'created_from\' value "2026-02-30": Must be an ISO 8601 date or time'],
  ['modified_to=soon', 'Invalid parameter \'modified_to\' value "soon": Must be an ISO 8601 date or time'],
  ['sort=relevance',
    'Invalid parameter \'sort\' value "relevance": Must be one of: <code>-modified_date</code>, <code>modified_date</code>, <code>-created_date</code>, <code>created_date</code>, <code>title</code>, <code>-title</code>.'],
  ['limit=0', 'Invalid parameter \'limit\' value "0": Must be a Integer from 1 to 1000'],
  ['cursor=x', `Invalid parameter 'cursor' value "x": ${cursorRule}`]
]

inAnAccount('Booleans in a body must be true or false, not texts', async (t, { admin }) => {
  const { field_group: group } = await succeed(admin.post('admin/field_groups', { name: 'Shots' }))
  const { field } = await succeed(admin.post(`admin/field_groups/${group.id}/fields`, {
    name: 'Approved', field_type: 'boolean', dropdown_options: [], searchable: true, read_only: false
  }))
  const name = `field.${field.id}`
  const { id } = await addAsset(admin)
  await succeed(admin.post(`assets/${id}/custom_fields/${group.id}`, { custom_fields: { [field.id]: true } }))
  const found = async (body: object) => (await succeed(admin.post('search', body))).results.length
  t.strictSame(
    [await found({ [name]: true }), await found({ [name]: [false, true] }), await found({ [name]: false })],
    [1, 1, 0]
  )
  t.strictSame(
    [await found({ deleted: false }), await found({ deleted: true }), await found({ deleted: 'any' })],
    [1, 0, 1]
  )
  t.equal((await succeed(admin.post('search', { total: true }))).total, 1)
  t.equal((await succeed(admin.get(`search?${name}=true&deleted=false&total=true`))).total, 1, 'those of a query are texts')
  const either = 'Must be one of: <code>false</code>, <code>true</code>, <code>any</code>.'
  for (const [wrong, value, printed, rule] of [
    ['total', 'true', '"true"', 'Must be true or false'],
    ['total', 1, '1', 'Must be true or false'],
    [name, 'true', '"true"', 'Must be true or false'],
    [name, [true, 'false'], '[true, "false"]', 'Must be true or false'],
    ['deleted', 'true', '"true"', either],
    ['deleted', 'false', '"false"', either],
    ['deleted', null, 'nil', either]
  ] as const) {
    const { status, body } = await admin.post('search', { [wrong]: value })
    t.strictSame([status, body], [422, { error: `Invalid parameter '${wrong}' value ${printed}: ${rule}` }])
  }
}, {}, httpDialects)

inAnAccount('Wrong parameters are refused with their rule, and text that looks like syntax is read as words', async (t, { admin, addStranger }) => {
  for (const [query, error] of bad) {
    const { status, body } = await admin.get(`search?${query}`)
    t.strictSame([status, body.error], [422, error])
  }
  t.strictSame((await admin.get('assets?type=asset')).body, { error: "Unknown parameter 'type'" })
  for (
    const sent of [{ tag: Array(10_000).fill('x') }, { tag: 'x' }, { tag: [5] }, { limit: '5' }, { q: 5 }, {
      q: 'x'.repeat(900_000)
    }, { total: 'maybe' }]
  ) t.equal((await admin.post('search', sent)).status, 422)
  t.equal((await admin.post('search', { tag: Array.from({ length: 1000 }, (_, index) => `tag ${index}`) })).status, 200)

  await addAsset(admin, { title: 'Plain' })
  for (
    const q of ['NEAR(plain 5)', 'title:plain', 'plain AND nothing', '^plain nothing', '{plain}:x',
      "plain') OR ('1'='1", 'שלום', '\ud800 plain x', '(((', 'plain"x"']
  ) {
    const { status, body } = await admin.post('search', { q })
    t.ok(status === 422 || body.results.length === 0, q)
  }
  t.equal((await succeed(admin.post('search', { q: '^plain' }))).results.length, 1)

  const stranger = await addStranger()
  for (const client of [admin, stranger.client]) {
    for (let count = 0; count < 3; count++) await addAsset(client, { title: 'Page' })
  }
  const { headers } = await admin.get('search?q=page&limit=2')
  const cursor = new URL(/^<([^>]+)>/.exec(headers.link as string)![1]!, 'http://localhost').searchParams.get('cursor')!
  t.equal((await succeed(admin.get(`search?q=page&limit=1000&cursor=${cursor}`))).results.length, 1)
  for (
    const [client, query] of [[stranger.client, 'q=page'], [admin, 'q=plain'], [admin, 'q=page&sort=title'], [admin,
      'q=page&type=asset']] as const
  ) {
    t.equal(
      (await client.get(`search?${query}&cursor=${cursor}`)).body.error,
      `Invalid parameter 'cursor' value "${cursor}": ${cursorRule}`
    )
  }
}, {}, httpDialects)

inAnAccount('A repeated word counts once, also for the bounds of q', async (t, { admin }) => {
  await addAsset(admin, { title: 'Élan of the morning' })
  const count = async (q: string) => (await succeed(admin.post('search', { q }))).results.length
  t.equal(await count(Array(60).fill('elan').join(' ')), 1)
  t.equal(await count(Array(40).fill('mor*').join(' ')), 1)
  t.equal(await count('élan Elan ÉLAN morning -evening -EVENING'), 1)
  t.equal(await count(`elan ${numbered(8, (word) => `-${word}*`)}`), 1, 'eight are not too many')
  t.equal(await count(`elan ${numbered(31, (word) => `-${word}`)}`), 1, 'nor are 32 terms')
}, {}, httpDialects)

inAnAccount('The Link of a POST holds only the cursor; the next page needs it with the same body', async (t, { admin }) => {
  for (let count = 0; count < 5; count++) await addAsset(admin, { title: `Page ${count}`, tags: ['x'] })
  const body = { q: 'page', tag: ['x', ...Array.from({ length: 900 }, (_, index) => `tag ${index} ${'x'.repeat(500)}`)], limit: 2 }
  const titles: string[] = []
  for (let sent: object = body, pages = 1; ; pages++) {
    const { status, headers, body: answer } = await admin.post('search', sent)
    t.equal(status, 200)
    titles.push(...answer.results.map(({ asset }: any) => asset.title))
    if (headers.link === undefined) {
      t.equal(pages, 3)
      break
    }
    const [, cursor] = /^<\/api\/v2\/search\?cursor=([\w-]+)>; rel="next"$/.exec(String(headers.link))!
    sent = { ...body, cursor }
    t.equal((await admin.post(`search?cursor=${cursor}`, body)).text, (await admin.post('search', sent)).text)
  }
  t.strictSame(titles.sort(), [0, 1, 2, 3, 4].map((count) => `Page ${count}`))
}, {}, httpDialects)

inAnAccount('The path of a project shows the last 1,000 projects, down to the project itself', async (t, { admin, app, adminCaller }) => {
  const idOf = (height: number) => `01890000-0000-7000-8000-${String(height).padStart(12, '0')}`
  await app.transact(adminCaller, async (tx) => {
    const { accountId } = adminCaller
    await fillTable(tx, 'projects', Array.from({ length: 1005 }, (_, height) => ({
      id: idOf(height),
      accountId,
      owner: '',
      description: '',
      title: `${height}`,
      category: '',
      tags: '[]',
      createdAt: tx.time,
      modifiedAt: tx.time,
      projectId: height === 0 ? null : idOf(height - 1)
    })))
  })
  const pathOf = async (height: number) =>
    (await succeed(admin.get(`projects/${idOf(height)}/path`))).path.map(({ title }: any) => Number(title))
  t.strictSame(await pathOf(999), Array.from({ length: 1000 }, (_, index) => index))
  t.strictSame(await pathOf(1004), Array.from({ length: 1000 }, (_, index) => index + 5))
})

inAnAccount('One request reads all custom fields of an item, or the whole path of a project', async (t, { admin, addStranger }) => {
  const { field_group: group } = await succeed(admin.post('admin/field_groups', { name: 'Shots' }))
  const { field } = await succeed(admin.post(`admin/field_groups/${group.id}/fields`, {
    name: 'Place',
    field_type: 'textbox',
    dropdown_options: [],
    searchable: true,
    read_only: false
  }))
  const top = await addProject(admin, { title: 'Top' })
  const low = await addItemTo(admin, 'projects', top.id, { title: 'Low' })
  await succeed(admin.post(`projects/${low.id}/custom_fields/${group.id}`, { custom_fields: { [field.id]: 'Bern' } }))
  t.strictSame(await succeed(admin.get(`projects/${low.id}/custom_fields`)), {
    custom_fields: [{ field_group_id: group.id, name: 'Shots', group_type: 'default', values: { [field.id]: 'Bern' } }]
  })
  t.strictSame(await succeed(admin.get(`assets/${(await addAsset(admin)).id}/custom_fields`)), { custom_fields: [] })
  t.strictSame(await succeed(admin.get(`projects/${low.id}/path`)), {
    path: [{ id: top.id, title: 'Top' }, { id: low.id, title: 'Low' }]
  })
  const { client } = await addStranger()
  for (const path of [`projects/${low.id}/path`, `projects/${low.id}/custom_fields`]) {
    t.strictSame([(await client.get(path)).status, (await client.get(path)).body], [404, {
      error: 'project not found'
    }])
  }
})

onBothDatabases('The search index is built from the rows and then agrees with them; until then a search gets 503', async (t, { app, admin }) => {
  const { rebuildIndex, buildIndex } = await import('#src/search/build.js')
  const { forgetState } = await import('#src/search/state.js')
  const { verifyIndex } = await import('#src/search/verify.js')
  const project = await addProject(admin)
  for (let count = 0; count < 5; count++) await addItemTo(admin, 'assets', project.id, { title: `Take ${count}` })
  await app.transact({ accountId: 1, account: 'default', userId: 0, email: '', admin: true, access: 'account', hasPrivate: false }, async (tx) => {
    await tx.prisma.asset.updateMany({ where: { title: 'Take 3' }, data: { title: 'Take three' } })
    await forgetState(tx.sql)
  })
  const before = await verifyIndex(app.database)
  t.strictSame([before.checked, before.outdated.length, before.missing, before.orphaned], [6, 1, [], []])
  const { status, body, headers } = await admin.get('search?q=take')
  t.strictSame([status, body.error, String(headers['retry-after'])], [503, 'The search index is being built: 0 %',
    '10'])
  t.ok(await buildIndex(app))
  const agreed = { built: 100, checked: 6, missing: [], outdated: [], orphaned: [] }
  t.strictSame(await verifyIndex(app.database), agreed)
  t.equal((await succeed(admin.get('search?q=three'))).results.length, 1)
  await rebuildIndex(app)
  t.strictSame(await verifyIndex(app.database), agreed)
})
