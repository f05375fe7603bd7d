import { startService, API_KEY } from '#proof/harness/service.js'
import { untilIndexed } from '#proof/harness/api.js'
import { makeFolder } from '#proof/harness/folders.js'
import { makeRelease, migrationsOf, nextMinor } from '#proof/harness/next-release.js'
import { assetCount, seed, seedAdministrator, seededId } from '#proof/harness/seed.js'
import { migrate } from '#src/database/migrate/migrate.js'

const PROJECTS = 10

/**
 * A database of this release with assets, whose search index is built. They have no history: nobody was told of them.
 * @param {import('../../context.js').Context} context
 * @param {number} assets
 */
export async function prepareDatabase ({ createDatabase, folder, say }, assets) {
  const layout = { projects: PROJECTS, assetsPerProject: Math.ceil(assets / PROJECTS) }
  const database = await createDatabase()
  await migrate(database.url)
  await seedAdministrator(database, API_KEY)
  await seed(database, layout)
  await database.execute('DELETE FROM history; DELETE FROM search_state')
  const service = await startService({ databaseUrl: database.url, folder })
  await untilIndexed(service.url)
  await service.stop()
  await database.settle()
  say(`${assetCount(layout)} assets are there`)
  return { database, layout }
}

/**
 * Enters the assets into the book, as they have to stay as they are.
 * @param {import('#proof/harness/book.js').Book} book
 * @param {import('#proof/harness/seed.js').Layout} layout
 */
export function enter (book, layout) {
  for (let number = 1; number <= layout.projects; number++) {
    book.add({ type: 'project', id: seededId('project', number), title: `Project ${number}`, events: [] })
  }
  for (let number = 1; number <= assetCount(layout); number++) {
    const project = seededId('project', Math.ceil(number / layout.assetsPerProject))
    book.add({
      type: 'asset', id: seededId('asset', number), title: `Interview ${number}`, project_id: project, events: []
    })
  }
}

/**
 * The release after this one, and the folder of its migrations.
 * @param {import('../../context.js').Context} context
 */
export async function makeNext ({ folder, database }) {
  const root = makeFolder(folder)
  return { next: await makeRelease(root, nextMinor), migrations: migrationsOf(root, database) }
}
