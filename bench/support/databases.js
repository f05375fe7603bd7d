import { openPostgresqlServer } from './postgresql.js'
import { openSqliteFolder } from './sqlite.js'

/** @typedef {import('#proof/harness/databases.js').Database} Database one database of a run, empty at first */

/**
 * @typedef {object} Databases makes the databases of a run
 * @property {'sqlite' | 'postgresql'} kind
 * @property {string} version of the database, and its durability settings
 * @property {(name: string) => Promise<Database>} create
 */

/**
 * Everything that is made here is removed at the end of the run.
 * @param {{ postgres: boolean }} options
 * @returns {Promise<Databases>}
 */
export async function openDatabases ({ postgres }) {
  return postgres ? openPostgresqlServer() : openSqliteFolder()
}
