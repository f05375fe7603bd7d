// Runs the suite: builds what has changed, starts what the tests need, runs the tests in the arguments, or all of them,
// and cleans up. Tests run compiled: as TypeScript each would spend more time on compiling than on testing. node
// test/run.js [file or folder of tests …] [--jobs number] [--grep text]
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
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

/** For so few files, filling the templates takes longer than it saves. */
const fewFiles = 8

const tests = chooseTests(process.argv.slice(2))

const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => interruption.abort(name))

const folder = mkdtempSync(join(fastFolder(), 'cutroom-test-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const given = process.env.TEST_DATABASE_URL
const starting = given ? { url: given, stop: () => {} } : startPostgresql()
await build({ tests: true, client: false, report: createReport() })
// Ctrl+C ends what is being started, too.
const server = await Promise.resolve(starting).catch((error) => {
  if (!interruption.signal.aborted) throw error
  process.exit(interruptedCode())
})
process.exitCode = await runSuite(server.url).finally(server.stop)

/** Resolves to the exit code. */
async function runSuite (server) {
  const prefix = `cutroom_test_${randomBytes(4).toString('hex')}`
  const total = tests.alone.length + tests.heavy.length + tests.shared.length
  const output = createOutput(total)
  try {
    const templates = await makeTemplates(server, prefix)
    const filled = total > fewFiles ? await fillTemplates(server, templates) : {}
    await runFiles({
      ...tests,
      environment: {
        ...tests.environment,
        ...tests.without.length > 0 && pathWithout(tests.without, join(folder, 'programs')),
        TEST_DATABASE_URL: server,
        TEST_POSTGRESQL_PREFIX: prefix,
        ...templates,
        ...filled,
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
async function makeTemplates (server, prefix) {
  const { migrate } = await import('#src/database/migrate/migrate.js')
  const templates = { TEST_SQLITE_TEMPLATE: join(folder, 'template.db'), TEST_POSTGRESQL_TEMPLATE: `${prefix}_template` }
  await ask(server, `CREATE DATABASE ${templates.TEST_POSTGRESQL_TEMPLATE}`)
  await Promise.all([
    migrate(`file:${templates.TEST_SQLITE_TEMPLATE}`), migrate(withDatabase(server, templates.TEST_POSTGRESQL_TEMPLATE))
  ])
  return templates
}

/** Makes copies of them with the first administrator, whom most tests need. */
async function fillTemplates (server, { TEST_SQLITE_TEMPLATE: sqlite, TEST_POSTGRESQL_TEMPLATE: postgresql }) {
  const { fillTemplate } = await import('#test/helper/templates.js')
  const filled = { TEST_SQLITE_FILLED: join(folder, 'filled.db'), TEST_POSTGRESQL_FILLED: `${postgresql}_filled` }
  copyFileSync(sqlite, filled.TEST_SQLITE_FILLED)
  await ask(server, `CREATE DATABASE ${filled.TEST_POSTGRESQL_FILLED} TEMPLATE ${postgresql}`)
  await fillTemplate(`file:${filled.TEST_SQLITE_FILLED}`)
  await fillTemplate(withDatabase(server, filled.TEST_POSTGRESQL_FILLED))
  return filled
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
