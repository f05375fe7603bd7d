// Runs the suite: builds what has changed, starts what the tests need, runs the tests in the arguments, or all of them,
// and cleans up. Tests run compiled: as TypeScript each would spend more time on compiling than on testing. node
// test/run.js [file or folder of tests …] [--jobs number] [--grep text]
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { build } from '../scripts/build.js'
import { createReport } from '../scripts/report.js'
import { chooseTests } from './choose.js'
import { fastFolder } from '#proof/harness/fast-folder.js'
import { createOutput } from './output.js'
import { pathWithout } from './path-without.js'
import { runFiles } from './pool.js'
import { processorSecondsOfTree } from '#proof/harness/process-tree.js'
import { startPostgresql } from '#proof/harness/postgresql.js'

const tests = chooseTests(process.argv.slice(2))

const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => interruption.abort(name))

const folder = mkdtempSync(join(fastFolder(), 'cutroom-test-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const given = process.env.TEST_DATABASE_URL
const starting = given ? { url: given, stop: () => {} } : startPostgresql()
await build({ tests: true, report: createReport() })
const server = await starting
process.exitCode = await runSuite(server.url).finally(server.stop)

/** Resolves to the exit code. */
async function runSuite (server) {
  const prefix = `cutroom_test_${randomBytes(4).toString('hex')}`
  const template = `${prefix}_template`
  const sqliteTemplate = join(folder, 'template.db')
  try {
    await makeTemplates(sqliteTemplate, server, template)
    const output = createOutput(tests.alone.length + tests.heavy.length + tests.shared.length)
    await runFiles({
      ...tests,
      environment: {
        ...tests.environment,
        ...tests.without.length > 0 && pathWithout(tests.without, join(folder, 'programs')),
        TEST_DATABASE_URL: server,
        TEST_POSTGRESQL_TEMPLATE: template,
        TEST_POSTGRESQL_PREFIX: prefix,
        TEST_SQLITE_TEMPLATE: sqliteTemplate,
        // Temporary files of the tests are removed with our folder.
        TMPDIR: folder
      },
      signal: interruption.signal,
      output
    })
    if (interruption.signal.aborted) return interruptedCode()
    return Number(!output.end({ processorSeconds: processorSecondsOfTree(process.pid) }))
  } catch (error) {
    if (!interruption.signal.aborted) throw error
    return interruptedCode()
  } finally {
    if (given) await dropDatabases(server, prefix)
  }
}

function interruptedCode () {
  return 128 + constants.signals[interruption.signal.reason]
}

/** Makes the databases that are copied for each test, as the service makes one at its first start. */
async function makeTemplates (sqliteTemplate, server, template) {
  const { migrate } = await import('#src/database/migrate/migrate.js')
  await ask(server, `CREATE DATABASE ${template}`)
  await Promise.all([migrate(`file:${sqliteTemplate}`), migrate(withDatabase(server, template))])
}

/** Drops the template, and databases of interrupted tests. */
async function dropDatabases (server, prefix) {
  const names = await ask(server, `SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}_')`)
  for (const { datname } of names) await ask(server, `DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
}

async function ask (server, statement) {
  const client = new pg.Client(server)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function withDatabase (server, name) {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
