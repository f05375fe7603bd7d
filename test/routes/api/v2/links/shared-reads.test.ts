import { inAppOfProcess, type World } from '#test/helper/app.js'
import { addCollection, putInto } from '#test/helper/collections.js'
import { fillProject } from '#test/helper/fill.js'
import { addItemTo, addProject, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'

const onBothDatabases = inAppOfProcess()

const ASSETS = 12
const DESCRIPTION = 100_000

/** The characters of what the statements of a request return. */
async function readBy ({ app }: World, work: () => Promise<unknown>): Promise<number> {
  const { sql } = app.database.reads
  const { all } = sql
  let characters = 0
  sql.all = async (...args: Parameters<typeof all>) => {
    const rows = await all.apply(sql, args)
    characters += JSON.stringify(rows).length
    return rows as never
  }
  await work().finally(() => { sql.all = all })
  return characters
}

onBothDatabases('What guests do not see is not read: no descriptions of the assets of a project or a collection', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  const collection = await addCollection(admin)
  const description = 'x'.repeat(DESCRIPTION)
  for (let made = 0; made < ASSETS; made++) {
    const { id } = await addItemTo(admin, 'assets', project.id, { title: `Take ${made}`, description })
    await putInto(admin, collection.id, [id])
  }
  for (const path of [`projects/${project.id}`, `collections/${collection.id}`]) {
    const guest = createGuest(world, (await addLink(admin, path)).token)
    let titles: string[] = []
    const read = await readBy(world, async () => {
      titles = (await succeed(guest.get('shared/assets?limit=1000'))).assets.map(({ title }: any) => title)
    })
    t.equal(titles.length, ASSETS, path)
    t.ok(read > 0 && read < DESCRIPTION, `${path}: ${read} characters`)
  }
})

onBothDatabases('A long list is read some assets at a time on SQLite, which reads their texts, too; each is there once and in order', async (t, world) => {
  const { admin, app: { database: { reads: { sql } } } } = world
  const { assets } = await fillProject(world, (await addProject(admin)).id, { assets: 60 })
  const collection = await addCollection(admin)
  await putInto(admin, collection.id, assets)
  const guest = createGuest(world, (await addLink(admin, `collections/${collection.id}`)).token)
  const idsOf = (answer: { assets: Array<{ id: string }> }) => answer.assets.map(({ id }) => id)

  const pieces: number[] = []
  const { all } = sql
  sql.all = async (...args: Parameters<typeof all>) => {
    const rows = await all.apply(sql, args)
    if (args[0].name === 'links_collection_assets') pieces.push(rows.length)
    return rows as never
  }
  t.teardown(() => { sql.all = all })
  t.strictSame(idsOf(await succeed(guest.get('shared/assets?limit=1000'))), assets)
  t.strictSame(pieces, sql.dialect.isEmbedded ? [25, 25, 10] : [60])

  const first = await guest.get('shared/assets?limit=50')
  t.strictSame(idsOf(first.body), assets.slice(0, 50))
  const { searchParams } = new URL(/<([^<>]+)>; rel="next"/.exec(String(first.headers.link))![1]!, 'http://localhost')
  t.strictSame(idsOf(await succeed(guest.get(`shared/assets?${String(searchParams)}`))), assets.slice(50))

  await succeed(admin.post(`assets/${assets[40]}/trash_bin`))
  t.equal((await succeed(admin.get(`collections/${collection.id}`))).collection.count, 59, 'it is counted in the same way')
  t.equal((await succeed(admin.post(`collections/${collection.id}/links`, {}))).count, 59)
})
