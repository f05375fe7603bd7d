import { inOneApp, type World } from '#test/helper/app.js'
import { addCollection, putInto } from '#test/helper/collections.js'
import { addItemTo, addProject, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'

const onBothDatabases = inOneApp()

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
