import { setImmediate as turn } from 'node:timers/promises'
import { linePartsOf } from '#src/lines/load.js'
import { inAppOfProcess, type World } from '../../helper/app.js'
import { addFieldGroup } from '../../helper/fields.js'
import { addAsset, addItemTo, addProject, succeed } from '../../helper/items.js'
import { fillProject } from '../../helper/fill.js'

const onBothDatabases = inAppOfProcess()

/** What domains add to a line of an asset, and of a project: nothing here. */
const added = (['asset', 'project'] as const).map((type) => linePartsOf[type].map(({ name }) => `,"${name}":[]`).join(''))

/** The line of an item in an export, without what domains add. */
const lineOf = async ({ admin }: World, id: string) => {
  const { text } = await admin.get('export?deleted=any')
  const line = text.split('\n').find((line) => line.includes(`:{"id":"${id}"`))
  return added.reduce((left, parts) => left?.replace(`${parts}}`, '}'), line)
}

onBothDatabases('The item of a change is its line in an export without comments, null if it is deleted, and absent if the change names none', async (t, world) => {
  const { admin } = world
  const { group, ids: [field] } = await addFieldGroup(admin, ['textbox'], { groupType: 'default' })
  const { body: { next } } = await admin.get('changes?since=now')
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id, { title: 'é "x" \u2028', tags: ['a|b', ''] })
  await succeed(admin.post(`assets/${asset.id}/custom_fields/${group}`, { custom_fields: { [field!]: 'Berlin' } }))
  await succeed(admin.post(`assets/${asset.id}/media`, { file_url: 'https://files.example.com/a.mov', filename: 'a.mov' }))
  await succeed(admin.post(`assets/${asset.id}/trash_bin`))
  const gone = await addAsset(admin)
  await succeed(admin.delete(`assets/${gone.id}`))
  await succeed(admin.post('admin/field_groups', { name: 'Another' }))

  const { text, body: { changes } } = await admin.get(`changes?since=${next}&include=item`)
  for (const { targets, item } of changes) {
    const id = targets.asset_id ?? targets.project_id
    if (id === undefined) t.notOk(item !== undefined, 'a field group is not an item')
    else if (id === gone.id) t.equal(item, null)
    else t.equal(JSON.stringify(item), JSON.stringify(JSON.parse((await lineOf(world, id))!)))
  }
  t.ok(text.includes(`"item":${await lineOf(world, asset.id)}}`), 'to the letter')
  t.match(JSON.parse((await lineOf(world, asset.id))!), {
    custom_fields: [{ values: { [field!]: 'Berlin' } }],
    media: [{ filename: 'a.mov', download_url: null }]
  })
  t.notOk('item' in (await admin.get(`changes?since=${next}`)).body.changes[0], 'only where it was asked for')
})

onBothDatabases('Others have a turn after each mebibyte of items', async (t, { app, admin }) => {
  const { ids: [field], group } = await addFieldGroup(admin, ['textarea'])
  const { body: { next } } = await admin.get('changes?since=now')
  for (let made = 0; made < 3; made++) {
    const { id } = await addAsset(admin)
    const entries = Array.from({ length: 8 }, () => ({ [field!]: 'x'.repeat(95_000) }))
    await succeed(admin.post(`assets/${id}/custom_fields/${group}`, { custom_fields: entries }))
  }
  const { sql } = app.database.reads
  const { all } = sql
  let turns = 0
  const readIn: number[] = []
  sql.all = (...args: Parameters<typeof all>) => {
    if (args[0].name === 'lines_read_assets') readIn.push(turns)
    return all.apply(sql, args) as never
  }
  const over = new AbortController()
  const asking = succeed(admin.get(`changes?since=${next}&include=item`)).finally(() => {
    sql.all = all
    over.abort()
  })
  for (; !over.signal.aborted; turns++) await turn()
  await asking
  t.equal(new Set(readIn).size, 3, `read in turns ${readIn.join(', ')}`)
})

onBothDatabases('A hundred changes are read with fewer than thirty statements', async (t, world) => {
  const { admin, app, adminCaller } = world
  const project = await addProject(admin)
  await fillProject(world, project.id, { assets: 99 })
  const { number: start } = await app.changes.end(adminCaller)
  await succeed(admin.post(`projects/${project.id}/trash_bin`))
  const { sql } = app.database.reads
  const { all } = sql
  let reads = 0
  t.intercept(sql, 'all', {
    value: (...parameters: Parameters<typeof all>) => {
      reads++
      return all(...parameters)
    }
  })
  const { changes } = await app.changes.read(adminCaller, start, { limit: 100, includeItems: true })
  t.equal(changes.length, 100)
  t.ok(reads < 30, `${reads} statements`)
})
