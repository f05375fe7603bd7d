import { closeLater } from '#proof/harness/closing.js'
import { createDatabase, openServer, postgresqlAt } from '#proof/harness/databases.js'
import { RunFailure } from '#proof/harness/failure.js'
import { isInMemory } from '#proof/harness/folders.js'

/**
 * The server of BENCH_DATABASE_URL, whose user may create databases, or one that is started for the run.
 * @returns {Promise<import('./databases.js').Databases>}
 */
export async function openPostgresqlServer () {
  const given = process.env.BENCH_DATABASE_URL
  const { url, remark } = given ? { url: given, remark: '' } : await startServer()
  const [{ version, commit }] = await postgresqlAt(url).query(
    "SELECT current_setting('server_version') AS version, current_setting('synchronous_commit') AS commit"
  )
    .catch((error) => {
      throw new RunFailure(`the PostgreSQL server cannot be reached: ${error.message || error.code}`)
    })
  return {
    kind: 'postgresql',
    version: `PostgreSQL ${version.split(' ')[0]}, synchronous_commit=${commit}${remark}`,
    create: (name) => createOn(url, name)
  }
}

async function startServer () {
  const server = await openServer()
  return { url: server.url, remark: isInMemory(server.folder) ? ', files in memory: syncs cost nothing' : '' }
}

async function createOn (url, name) {
  const database = await createDatabase('postgresql', {
    folder: '', name: `cutroom_bench_${process.pid}_${name.replace(/\W/g, '_')}`, server: { url }
  })
  closeLater(database.close)
  return database
}
