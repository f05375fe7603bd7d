// Runs the suite, as it was built into dist/: brings up what the tests need, hands the tests that the arguments name to tap, or all
// of them, and clears everything away. In TypeScript each test would spend more time on being compiled than on what it tests.
// node test/run.js [test, folder of tests or flag of tap …]
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { startPostgresql } from './postgresql.js'

const root = join(import.meta.dirname, '..')
const killAfterMs = 3_000

const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => interruption.abort(name))

const folder = mkdtempSync(join(tmpdir(), 'cutroom-test-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

if (process.env.TEST_DATABASE_URL) {
  process.exitCode = await runSuite(process.env.TEST_DATABASE_URL)
} else {
  const server = await startPostgresql()
  process.exitCode = await runSuite(server.url).finally(server.stop)
}

/** Resolves to the exit code. */
async function runSuite (server) {
  const prefix = `cutroom_test_${randomBytes(4).toString('hex')}`
  const template = `${prefix}_template`
  const sqliteTemplate = join(folder, 'template.db')
  try {
    await Promise.all([migrate(`file:${sqliteTemplate}`), migrate(withDatabase(server, template))])
    const tap = start('tap', ['run', ...argumentsForTap(process.argv.slice(2))], 'inherit', {
      TEST_DATABASE_URL: server,
      TEST_POSTGRESQL_TEMPLATE: template,
      TEST_POSTGRESQL_PREFIX: prefix,
      TEST_SQLITE_TEMPLATE: sqliteTemplate,
      // What the tests leave in the folder for temporary files goes with ours.
      TMPDIR: folder
    })
    const [code] = await once(tap, 'close')
    return interruption.signal.aborted ? interruptedCode() : code ?? 1
  } catch (error) {
    if (!interruption.signal.aborted) throw error
    return interruptedCode()
  } finally {
    await dropDatabases(server, prefix)
  }
}

/** Flags as they are, and for tests and folders of them what was built of them. */
function argumentsForTap (given) {
  const paths = given.filter((argument) => existsSync(resolve(argument)))
  const others = given.filter((argument) => !paths.includes(argument))
  const tests = (paths.length > 0 ? paths : ['test']).flatMap((path) => builtTests(relative(root, resolve(path))))
  return [...others, ...tests]
}

function builtTests (path) {
  if (!statSync(join(root, path)).isDirectory()) return [join('dist', path.replace(/\.ts$/, '.js'))]
  return readdirSync(join(root, path), { recursive: true })
    .filter((name) => name.endsWith('.test.ts')).sort()
    .map((name) => join('dist', path, name.replace(/\.ts$/, '.js')))
}

function interruptedCode () {
  return 128 + constants.signals[interruption.signal.reason]
}

/** Makes a database, which is copied for each test. */
async function migrate (url) {
  const prisma = start('prisma', ['migrate', 'deploy'], 'pipe', { DATABASE_URL: url })
  const [output, errors, [code]] = await Promise.all([text(prisma.stdout), text(prisma.stderr), once(prisma, 'close')])
  if (code !== 0) throw new Error(`prisma migrate deploy failed:\n${output}\n${errors}`)
}

/** Starts a tool of node_modules in a process group of its own, so that nothing of it is left when it is interrupted. */
function start (tool, args, output, environment) {
  const child = spawn(join(root, 'node_modules/.bin', tool), args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', output, output],
    detached: true
  })
  const kill = (name) => {
    try {
      process.kill(-child.pid, name)
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
  const interrupt = () => {
    kill(interruption.signal.reason)
    setTimeout(() => kill('SIGKILL'), killAfterMs).unref()
  }
  interruption.signal.addEventListener('abort', interrupt)
  child.once('close', () => interruption.signal.removeEventListener('abort', interrupt))
  if (interruption.signal.aborted) interrupt()
  return child
}

/** The template, and what interrupted tests left. */
async function dropDatabases (server, prefix) {
  const client = new pg.Client(server)
  await client.connect()
  const { rows } = await client.query("SELECT datname FROM pg_database WHERE starts_with(datname, $1 || '_')", [prefix])
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  await client.end()
}

function withDatabase (server, name) {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
