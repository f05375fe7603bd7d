import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, projectRoot } from '#proof/harness/folders.js'
import { migrate, migrationNames } from '#src/database/migrate/migrate.js'

/**
 * Gives an empty database the tables of the version that people upgrade from. Change it with each release: now it is
 * the first migration alone.
 * @param {import('#proof/harness/databases.js').Database} database
 * @param {string} parent of the folder with that migration
 */
export async function makeLastRelease ({ kind, url }, parent) {
  const folder = makeFolder(parent)
  const [name = ''] = await migrationNames(kind)
  cpSync(join(projectRoot, 'prisma/migrations', kind, name), join(folder, name), { recursive: true })
  await migrate(url, { folder })
}

/**
 * What the service would have written of the history, and an index that has to be built.
 * @param {import('#proof/harness/databases.js').Database} database
 */
export async function leaveToUpgrade ({ execute }) {
  await execute(`
    INSERT INTO changes (account_id, number, entry_id)
    SELECT account_id, row_number() OVER (PARTITION BY account_id ORDER BY id), id FROM history;
    INSERT INTO project_parents (account_id, project_id, number, parent_id)
    SELECT account_id, id, 0, project_id FROM projects WHERE project_id IS NOT NULL;
    DELETE FROM search_state`)
}
