import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { closeLater } from './closing.js'
import { given } from './failure.js'
import { startPostgresql } from './postgresql.js'
import { Sqlite } from '../../src/database/driver.mjs'

/**
 * @typedef {object} Database a database of a run
 * @property {'sqlite' | 'postgresql'} kind
 * @property {string} url for DATABASE_URL
 * @property {(statement: string) => Promise<any[]>} query returns rows. Numbers are numbers on both databases
 * @property {(script: string) => Promise<void>} execute runs statements in one transaction
 * @property {() => Promise<void>} settle after many inserts: does what the database would do later by itself
 * @property {() => Promise<void>} close removes the database, if its server keeps running
 */

/** A PostgreSQL that is stopped at the end of the run. */
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

/**
 * A copy of a database that nobody uses.
 * @param {Database} database
 * @param {string} name part of the name of the copy
 * @returns {Promise<Database>}
 */
export async function copyDatabase ({ kind, url }, name) {
  if (kind === 'sqlite') {
    const path = url.slice('file:'.length)
    const copy = `${path}.${name}`
    copyFileSync(path, copy)
    // With its log, and backups beside it.
    const isOfCopy = (name) => `${name}.`.replace('-', '.').startsWith(`${basename(copy)}.`)
    const close = async () => {
      for (const name of readdirSync(dirname(copy)).filter(isOfCopy)) rmSync(join(dirname(copy), name))
    }
    return { ...sqliteAt(copy), close }
  }
  const [model, server] = [new URL(url).pathname.slice(1), withName(url, 'postgres')]
  await ask(server, `CREATE DATABASE ${model}_${name} TEMPLATE ${model}`)
  const close = async () => { await ask(server, `DROP DATABASE ${model}_${name} WITH (FORCE)`) }
  return { ...postgresqlAt(withName(url, `${model}_${name}`)), close }
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
      // These rows need not survive a crash.
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

/** A role without the privilege leaves checkpoints to the server. */
function ignoreLackOfPrivilege (error) {
  if (error.code !== '42501') throw error
}

/** The URL of another database on the same server. */
export function withName (url, name) {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** bigint: no value here needs more than 53 bits. */
const INT8 = 20

async function ask (url, statement) {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: parserOf } })
  // The next statement reports a connection that is lost between two.
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
