import { openPostgresqlServer } from './postgresql.js'
import { openSqliteFolder } from './sqlite.js'

/**
 * @typedef {object} Database one database of a run, empty at first
 * @property {'sqlite' | 'postgresql'} kind
 * @property {string} name
 * @property {string} url as the service takes it in DATABASE_URL
 * @property {(script: string) => Promise<void>} execute runs statements, all or none
 * @property {(query: string) => Promise<Record<string, unknown>>} first the first row of an answer
 * @property {() => Promise<void>} settle after much was inserted: does what the database would do by itself in time
 */

/**
 * @typedef {object} Databases where the databases of a run are made
 * @property {'sqlite' | 'postgresql'} kind
 * @property {string} version of the database, and how it writes to disk
 * @property {(name: string) => Promise<Database>} create
 */

/**
 * Everything that is made here goes with the run.
 * @param {{ postgres: boolean }} options
 * @returns {Promise<Databases>}
 */
export async function openDatabases ({ postgres }) {
  return postgres ? openPostgresqlServer() : openSqliteFolder()
}
