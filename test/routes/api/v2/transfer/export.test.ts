import { onBothDatabases, type World } from '../../../../helper/app.js'
import { addAsset, addItemTo, addProject, assign, readItem, succeed } from '../../../../helper/items.js'
import { fillChain } from '../../../../helper/fill.js'
import { rebuildIndex } from '#src/search/build.js'
import type { Sql } from '#src/database/sql.js'
import { write } from '#src/transfer/export/export.js'
import { readExport } from '#src/transfer/export/parameters.js'

const FIRST_COLUMNS = [
  'type', 'id', 'external_id', 'project_id', 'title', 'description', 'category', 'tags', 'owner', 'status',
  'media_type', 'original_filename', 'created_date', 'modification_date', 'deleted'
]

const linesOf = (text: string) => text.trimEnd().split('\n').map((line) => JSON.parse(line))

async function addFields ({ admin }: World): Promise<void> {
  for (const [name, type, groupType] of [['Shots', 'textbox', 'default'], ['Takes', 'textbox', 'complex']] as const) {
    const { field_group: group } = await succeed(admin.post('admin/field_groups', { name, group_type: groupType }))
    for (const fieldType of [type, 'boolean', 'rich_text']) {
      await succeed(admin.post(`admin/field_groups/${group.id}/fields`, {
        name: fieldType,
        field_type: fieldType,
        dropdown_options: [],
        searchable: true,
        read_only: false
      }))
    }
  }
}

async function fill ({ admin }: World) {
  const child = await addProject(admin, { title: 'Child' })
  const parent = await addProject(admin, { title: 'Parent', tags: ['a|b', 'c\\d', ''] })
  await assign(admin, 'projects', child.id, parent.id)
  const first = await addItemTo(admin, 'assets', child.id, {
    title: 'Quote " and, comma\nand line',
    description: '=1+1',
    tags: ['raw']
  })
  const second = await addAsset(admin, { title: 'Über', category: 'x', media_type: 'live' })
  await succeed(admin.put(`assets/${second.id}`, { external_id: 'E2' }))
  await succeed(admin.post(`assets/${first.id}/custom_fields/1`, {
    custom_fields: { 1: '-5', 2: true, 3: '<p>a<strong>b</strong></p>' }
  }))
  await succeed(admin.post(`assets/${first.id}/custom_fields/2`, { custom_fields: [{ 4: 'one' }, { 5: false }] }))
  await succeed(admin.post(`projects/${parent.id}/custom_fields/1`, { custom_fields: { 2: false } }))
  return { child, parent, first, second }
}

onBothDatabases('An export has every active item with all its data, as NDJSON or CSV', async (t, world) => {
  const { admin, addStranger } = world
  await addFields(world)
  const { child, parent, first, second } = await fill(world)
  const trashed = await addAsset(admin)
  await succeed(admin.post(`assets/${trashed.id}/trash_bin`))
  await succeed(admin.post(`assets/${second.id}/media`, {
    file_url: 'https://files.example.com/secret.mov?token=1',
    filename: 'a.mov'
  }))

  const answer = await admin.get('export')
  t.match(answer.headers, {
    'content-type': 'application/x-ndjson',
    'content-disposition': 'attachment; filename="cutroom.ndjson"'
  })
  const lines = linesOf(answer.text)
  t.strictSame(lines.map((line) => [line.type, line[line.type].id]), [['project', parent.id], ['project', child.id], [
    'asset',
    first.id
  ], ['asset', second.id]])
  t.strictSame(lines[2], {
    type: 'asset',
    asset: await readItem(admin, 'assets', first.id),
    custom_fields: (await succeed(admin.get(`assets/${first.id}/custom_fields`))).custom_fields,
    media: [],
    comments: [],
    attachments: [],
    publications: []
  }, 'if a domain has a new part of a line: write here what an item has that has nothing of it')
  const {
    analysis, previews, view_url: viewUrl, view_url_expires_at: viewEnd,
    proxies, proxy_status: made, proxy_progress: progress, version, ...kept
  } = (await succeed(admin.get(`assets/${second.id}/media`))).media[0]
  t.strictSame([analysis, previews, viewUrl, viewEnd], ['pending', [], null, null])
  t.strictSame([proxies, made, progress, version], [[], 'pending', null, null])
  t.strictSame(lines[3].media, [kept])
  t.strictSame(lines[0].media, [])

  const csv = await admin.get('export?format=csv')
  const { created_date: created, modification_date: modified, ...shown } = await readItem(admin, 'assets', first.id)
  // Fields of items that are newer than the first version of exports come after the first columns.
  const added = Object.keys({ ...shown, ...await readItem(admin, 'projects', parent.id) })
    .filter((name) => !['parent_asset_id', 'private'].includes(name) && !FIRST_COLUMNS.includes(name))
  t.equal(csv.text.split('\r\n')[0], [...FIRST_COLUMNS, ...added, 'field.1', 'field.2', 'field.3'].join())
  const values = added.map((name) => `,${shown[name] ?? ''}`).join('')
  t.ok(csv.text
    .includes(`\r\nasset,${first.id},,${child.id},"Quote "" and, comma\nand line",=1+1,,raw,admin@example.com,open,placeholder,,${created},${modified},false${values},-5,true,<p>a<strong>b</strong></p>\r\n`))
  t.ok(csv.text.includes(`\r\nproject,${parent.id},,,Parent,,,a\\|b|c\\\\d|,admin@example.com,open,project,,`))
  const excel = (await admin.get('export?format=csv&for=excel')).text
  t.ok(excel.startsWith('\uFEFFtype,') && excel.includes(",'=1+1,") && excel.includes(",'-5,"))

  t.strictSame(linesOf((await admin.get('export?type=asset&sort=-title')).text).map((line) => line.asset.title), [
    'Über',
    first.title
  ])
  t.strictSame(linesOf((await admin.get(`export?within=${parent.id}`)).text).map((line) => line.type), ['project',
    'asset'])
  t.strictSame(linesOf((await admin.get('export?deleted=true')).text).map((line) => line.asset.id), [trashed.id])
  t.equal(linesOf((await admin.get('export?deleted=any')).text).length, 5)
  t.equal((await admin.get('export?q=nothing')).text, '')
  t.equal((await (await addStranger()).client.get('export')).text, '')

  const bad = [['limit=5', "Unknown parameter 'limit'"], ['total=true', "Unknown parameter 'total'"], ['tagg=x',
    "Unknown parameter 'tagg'"], ['format=xml',
    'Invalid parameter \'format\' value "xml": Must be one of: <code>ndjson</code>, <code>csv</code>.'], ['for=excel',
    'Invalid parameter \'for\' value "excel": Must come with format=csv'], ['format=csv&for=lotus',
    'Invalid parameter \'for\' value "lotus": Must be one of: <code>excel</code>.']] as const
  for (const [query, error] of bad) {
    const { status, body } = await admin.get(`export?${query}`)
    t.strictSame([status, body], [422, { error }], query)
  }
})

onBothDatabases('An export reads many projects of a deep tree at a time, and yields to the event loop in between', async (t, world) => {
  const { app, admin, adminCaller } = world
  const ids = await fillChain(world, 450)
  await rebuildIndex(app)
  const { sql } = app.database.reads
  const reads: string[] = []
  const counted: Sql = {
    ...sql,
    all: (query, parameters) => {
      if (query.name === 'export_read_projects') reads.push(query.name)
      return sql.all(query, parameters)
    }
  }
  let turns = 0
  const count = (): void => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  let text = ''
  for await (const piece of write(counted, adminCaller, readExport({}))) text += piece.text
  clearImmediate(next)
  t.strictSame(linesOf(text).map((line) => line.project.id), ids, 'each after the one that it is in')
  t.ok(reads.length < 10, `${reads.length} reads`)
  t.ok(turns >= 4, `${turns} turns`)
  t.equal(text, (await admin.get('export')).text)
})
