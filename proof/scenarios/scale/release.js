import { cpSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { given } from '#proof/harness/failure.js'
import { makeFolder, projectRoot } from '#proof/harness/folders.js'
import { migrate } from '#src/database/migrate/migrate.js'

/**
 * The newest migration of the version that people upgrade from: an upgrade applies all later ones. Change it with each
 * release. As nothing was released yet, it is the one before the index, `/changes` and everything else that is made of
 * every row.
 */
const LAST_RELEASE = '20261122060000_cascades'

/**
 * Gives an empty database the tables of that version.
 * @param {import('#proof/harness/databases.js').Database} database
 * @param {string} folder for temporary files
 */
export async function migrateToLastRelease ({ kind, url }, folder) {
  const all = join(projectRoot, 'prisma/migrations', kind)
  const some = makeFolder(folder)
  cpSync(all, some, {
    recursive: true,
    filter: (path) => given(relative(all, path).split(sep)[0]) <= LAST_RELEASE
  })
  await migrate(url, { folder: some })
}
