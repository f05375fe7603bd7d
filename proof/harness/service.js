import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join, resolve as resolvePath } from 'node:path'
import { closeLater } from './closing.js'
import { RunFailure } from './failure.js'
import { projectRoot } from './folders.js'

/** The first administrator's key, for every service of a run. */
export const API_KEY = 'cutroom_proof_administrator'

/** The longest start. It may have to upgrade a database. */
const START_MS = 60 * 60_000
/** The longest stop after a signal. Then the process is killed. */
const END_MS = 60_000
/** Characters of the output of a program with a log that stay in memory. */
const KEPT = 64 * 1024

/** The line of the log or of the greeting, which is written at once. */
const serves = /Cutroom serves (\S+)(?=\s)[^]*\n\n|"msg":"Cutroom serves ([^\s"]+)(?:\s[^"]*)?"\}\n/

/** @typedef {import('node:stream').Readable} Readable */
/** @typedef {import('node:child_process').ChildProcessByStdio<null, Readable, Readable>} Child */

/**
 * @typedef {object} Outcome the end of a program
 * @property {number | null} code
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * Starts a program with only the given settings. The caller has to end it.
 * @param {string} path of its script; a relative path is below dist
 * @param {object} options
 * @param {readonly string[]} [options.parameters]
 * @param {readonly string[]} [options.flags] of Node
 * @param {Record<string, string>} options.environment
 * @param {string} options.folder its working directory, so that no `.env` of the checkout changes its settings
 * @param {string} [options.log] a file for all that it prints. Only the end of it stays in memory
 * @param {boolean} [options.ipc] whether messages can be sent to it
 */
export function startProgram (path, { parameters = [], flags = [], environment, folder, log, ipc = false }) {
  const { PATH = '', HOME = '' } = process.env
  const words = [...flags, resolvePath(projectRoot, 'dist', path), ...parameters]
  const child = /** @type {Child} */ (spawn(process.execPath, words, {
    cwd: folder,
    env: { PATH, HOME, ...environment },
    stdio: ipc ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe']
  }))
  const printed = { stdout: '', stderr: '' }
  // A full disk loses the log, and nothing else.
  const file = log === undefined ? null : createWriteStream(log, { flags: 'a' }).on('error', () => {})
  for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
    child[name].setEncoding('utf8').on('data', (text) => {
      file?.write(text)
      printed[name] = file === null ? printed[name] + text : (printed[name] + text).slice(-KEPT)
    })
  }
  /** @type {Promise<Outcome>} */
  const ended = once(child, 'close').then(([code]) => {
    file?.end(`(ended: ${code ?? child.signalCode})\n`)
    return { code, ...printed }
  })
  return { process: child, printed, ended }
}

/** Ends the program at the end of the run. */
function closeWithRun ({ process: child, ended }) {
  const kill = () => { child.kill('SIGKILL') }
  closeLater(async () => {
    kill()
    await ended
  }, kill)
}

/**
 * Runs a built program to its end.
 * @param {string} path
 * @param {Parameters<typeof startProgram>[1]} options
 */
export async function runProgram (path, options) {
  const program = startProgram(path, options)
  closeWithRun(program)
  return program.ended
}

/**
 * Waits until a started server prints its address.
 * @param {ReturnType<typeof startProgram>} program
 * @param {RegExp} [ready] the output that is waited for, with the address as a group
 * @returns {Promise<string>}
 */
export async function addressOf ({ process: child, printed, ended }, ready = serves) {
  let timer
  /** @type {Promise<string>} */
  const address = new Promise((resolve, reject) => {
    const fail = (what) => reject(new RunFailure(`The server ${what}: ${JSON.stringify(printed).slice(-3000)}`))
    child.stdout.on('data', function look () {
      const url = ready.exec(printed.stdout)?.slice(1).find((group) => group !== undefined)
      if (url === undefined) return
      child.stdout.off('data', look)
      resolve(url)
    })
    ended.then(({ code }) => fail(`has ended with code ${code}`), reject)
    timer = setTimeout(fail, START_MS, 'does not say where it is')
  })
  return address.finally(() => clearTimeout(timer))
}

/**
 * Ends a program by a signal, or by SIGKILL if it does not end in time.
 * @param {ReturnType<typeof startProgram>} program
 * @param {NodeJS.Signals} signal
 */
export async function stopProgram ({ process: child, ended }, signal) {
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
  return ended.finally(() => clearTimeout(timer))
}

/**
 * @typedef {object} Service a running service
 * @property {string} url without a slash at the end
 * @property {number} pid
 * @property {number} startedAt when it was started, by `performance.now()`
 * @property {Promise<Outcome>} ended
 * @property {(signal?: NodeJS.Signals) => Promise<Outcome>} stop by SIGTERM, as an operator would, or by another signal
 * @property {() => void} freeze stops it without ending it, until `thaw`
 * @property {() => void} thaw
 * @property {string} [command] the script of the command line of another release
 */

/**
 * @typedef {object} ServiceOptions
 * @property {string} databaseUrl
 * @property {string} folder for its media and its log
 * @property {Record<string, string>} [settings]
 * @property {string} [server] the script of another release
 */

/**
 * Starts the built service, as a user would, on a free port, and waits until it prints its address. It may reach this
 * machine, where receivers and senders are. Its log is `service.log` in the folder.
 * @param {ServiceOptions} options
 * @returns {Promise<Service>}
 */
export async function startService (options) {
  return launchService(options).ready
}

/**
 * The same, for those that end it before it is ready.
 * @param {ServiceOptions} options
 * @returns {Pick<Service, 'stop' | 'ended'> & { ready: Promise<Service> }}
 */
export function launchService ({ databaseUrl, folder, settings = {}, server = 'src/server.js' }) {
  mkdirSync(folder, { recursive: true })
  const startedAt = performance.now()
  const program = startProgram(server, {
    folder,
    log: join(folder, 'service.log'),
    environment: {
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      MEDIA_DIR: join(folder, 'media'),
      ADMIN_API_KEY: API_KEY,
      ADMIN_EMAIL: 'admin@example.com',
      ...settings
    }
  })
  closeWithRun(program)
  const { process: child, ended } = program
  const stop = (signal = /** @type {NodeJS.Signals} */ ('SIGTERM')) => stopProgram(program, signal)
  const ready = addressOf(program).then((address) => ({
    url: address.replace(/(?<!\/)\/+$/, ''),
    pid: Number(child.pid),
    startedAt,
    ended,
    stop,
    freeze: () => { child.kill('SIGSTOP') },
    thaw: () => { child.kill('SIGCONT') }
  }))
  return { stop, ended, ready }
}
