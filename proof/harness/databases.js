import { join } from 'node:path'
import pg from 'pg'
import { closeLater } from './closing.js'
import { given } from './failure.js'
import { startPostgresql } from './postgresql.js'
import { Sqlite } from '../../src/database/driver.mjs'

/**
 * @typedef {object} Database one database of a run
 * @property {'sqlite' | 'postgresql'} kind
 * @property {string} url as the service takes it in DATABASE_URL
 * @property {(statement: string) => Promise<any[]>} query the rows of an answer. Numbers are numbers on both
 * @property {(script: string) => Promise<void>} execute runs statements, all or none
 * @property {() => Promise<void>} settle after much was inserted: does what the database would do by itself in time
 * @property {() => Promise<void>} close removes it, where its server goes on
 */

/** A PostgreSQL that goes with the run. */
export async function openServer () {
  const server = await startPostgresql({ durable: true })
  closeLater(server.stop)
  return server
}

/**
 * @param {'sqlite' | 'postgresql'} kind
 * @param {{ folder: string, name: string, server: { url: string } | null }} place
 * @returns {Promise<Database>}
 */
export async function createDatabase (kind, { folder, name, server }) {
  if (kind === 'sqlite') return sqliteAt(join(folder, `${name}.db`))
  const { url } = given(server)
  await ask(url, `CREATE DATABASE ${name}`)
  return { ...postgresqlAt(withName(url, name)), close: async () => { await ask(url, `DROP DATABASE ${name} WITH (FORCE)`) } }
}

/** @returns {Database} */
export function sqliteAt (path) {
  const open = async (work) => {
    const connection = new Sqlite(path, { timeout: 30_000 })
    try {
      return work(connection)
    } finally {
      connection.close()
    }
  }
  return {
    kind: 'sqlite',
    url: `file:${path}`,
    query: (statement) => open((connection) => connection.prepare(statement).all()),
    execute: (script) => open((connection) => {
      // Nobody relies on these rows yet.
      connection.pragma('synchronous = OFF')
      connection.exec(`BEGIN IMMEDIATE; ${script}; COMMIT`)
    }),
    settle: () => open((connection) => { connection.pragma('wal_checkpoint(TRUNCATE)') }),
    close: async () => {}
  }
}

/** @returns {Database} */
export function postgresqlAt (url) {
  return {
    kind: 'postgresql',
    url,
    query: (statement) => ask(url, statement),
    // Several statements in one query are one transaction.
    execute: async (script) => { await ask(url, script) },
    settle: async () => {
      await ask(url, 'VACUUM ANALYZE')
      await ask(url, 'CHECKPOINT').catch(ignoreLackOfPrivilege)
    },
    close: async () => {}
  }
}

/** A server of somebody else may leave checkpoints to itself. */
function ignoreLackOfPrivilege (error) {
  if (error.code !== '42501') throw error
}

/** The URL of another database on the same server. */
export function withName (url, name) {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** bigint, of which nothing here has more than 53 bits. */
const INT8 = 20

async function ask (url, statement) {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: parserOf } })
  // A connection that is lost between two statements is reported by the next one.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows ?? []
  } finally {
    await client.end()
  }
}

function parserOf (type, format) {
  return type === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(type, format)
}
