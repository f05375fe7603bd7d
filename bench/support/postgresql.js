import pg from 'pg'
import { closeLater } from '#proof/harness/closing.js'
import { RunFailure } from '#proof/harness/failure.js'
import { isInMemory } from '#proof/harness/folders.js'
import { startPostgresql } from '#proof/harness/postgresql.js'

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
      throw new RunFailure(`the PostgreSQL server cannot be reached: ${error.message || error.code}`)
    })
  return {
    kind: 'postgresql',
    version: `PostgreSQL ${version.split(' ')[0]}, synchronous_commit=${commit}${remark}`,
    create: (name) => createDatabase(url, name)
  }
}

async function startServer () {
  const server = await startPostgresql({ durable: true })
  closeLater(server.stop)
  return { url: server.url, remark: isInMemory(server.folder) ? ', files in memory: syncs cost nothing' : '' }
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
