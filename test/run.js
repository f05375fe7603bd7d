// Runs the suite: builds what has changed, brings up what the tests need, hands the tests that the arguments name to tap, or all of
// them, and clears everything away. In TypeScript each test would spend more time on being compiled than on what it tests.
// node test/run.js [test, folder of tests or flag of tap …]
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { join, relative, resolve } from 'node:path'
import pg from 'pg'
import { build } from '../scripts/build.js'
import { createReport } from '../scripts/report.js'
import { fastFolder } from './fast-folder.js'
import { startPostgresql } from './postgresql.js'
import { summarise } from './summary.js'

const root = join(import.meta.dirname, '..')
const killAfterMs = 3_000

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
    const tap = start('tap', ['run', ...argumentsForTap(process.argv.slice(2))], {
      TEST_DATABASE_URL: server,
      TEST_POSTGRESQL_TEMPLATE: template,
      TEST_POSTGRESQL_PREFIX: prefix,
      TEST_SQLITE_TEMPLATE: sqliteTemplate,
      // What the tests leave in the folder for temporary files goes with ours.
      TMPDIR: folder
    })
    let output = ''
    // On a terminal tap draws, and tells by itself what it comes to.
    tap.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text
      process.stdout.write(text)
    })
    const [code] = await once(tap, 'close')
    if (output !== '') process.stdout.write(`${summarise(output)}\n`)
    return interruption.signal.aborted ? interruptedCode() : code ?? 1
  } catch (error) {
    if (!interruption.signal.aborted) throw error
    return interruptedCode()
  } finally {
    if (given) await dropDatabases(server, prefix)
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

/** Makes the databases that are copied for each test, as the service makes one at its first start. */
async function makeTemplates (sqliteTemplate, server, template) {
  const { migrate } = await import('../dist/src/database/migrate/migrate.js')
  await ask(server, `CREATE DATABASE ${template}`)
  await Promise.all([migrate(`file:${sqliteTemplate}`), migrate(withDatabase(server, template))])
}

/** Starts a tool of node_modules in a process group of its own, so that nothing of it is left when it is interrupted. */
function start (tool, args, environment) {
  const child = spawn(join(root, 'node_modules/.bin', tool), args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', process.stdout.isTTY ? 'inherit' : 'pipe', 'inherit'],
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
