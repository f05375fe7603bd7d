import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { closeLater } from './closing.js'
import { RunFailure } from './failure.js'
import { projectRoot } from './folders.js'

/** The first administrator's key, on every service of a run. */
export const API_KEY = 'cutroom_proof_administrator'

/**
 * @typedef {object} Outcome how a program has ended
 * @property {number | null} code
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * Starts a built program with no settings but the given ones. Whoever starts it takes care of its end.
 * @param {string} path below dist
 * @param {object} options
 * @param {readonly string[]} [options.parameters]
 * @param {readonly string[]} [options.flags] of Node
 * @param {Record<string, string>} options.environment
 * @param {string} options.folder where it is started, so that no `.env` of the checkout changes what it does
 */
export function startProgram (path, { parameters = [], flags = [], environment, folder }) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [...flags, join(projectRoot, 'dist', path), ...parameters], {
    cwd: folder,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => { printed.stdout += text })
  child.stderr.setEncoding('utf8').on('data', (text) => { printed.stderr += text })
  /** @type {Promise<Outcome>} */
  const ended = once(child, 'close').then(([code]) => ({ code, ...printed }))
  return { process: child, printed, ended }
}

/** A program that goes with the run, whatever becomes of it. */
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
 * Waits until a service that was started says where it is.
 * @param {ReturnType<typeof startProgram>} program
 * @returns {Promise<string>}
 */
export function addressOf ({ process: child, printed, ended }) {
  return new Promise((resolve, reject) => {
    child.stdout.on('data', () => {
      // The greeting is written at once, and lines of the log may come with it.
      const [, url] = /Cutroom serves (\S+)[^]*\n\n/.exec(printed.stdout) ??
        /"msg":"Cutroom serves (\S+)[^"]*"\}\n/.exec(printed.stdout) ?? []
      if (url !== undefined) resolve(url)
    })
    ended.then((outcome) =>
      reject(new RunFailure(`The service has ended: ${JSON.stringify(outcome).slice(-3000)}`)), reject)
  })
}

/**
 * @typedef {object} Service a running service
 * @property {string} url without a slash at the end
 * @property {number} pid
 * @property {number} startedAt when it was started, by `performance.now()`
 * @property {Promise<Outcome>} ended
 * @property {(signal?: NodeJS.Signals) => Promise<Outcome>} stop as an operator would, by SIGTERM, unless another is
 * named
 * @property {() => void} freeze it does nothing until it is thawed, and is not gone either
 * @property {() => void} thaw
 */

/**
 * Starts the built service, as a user would, on a free port, and waits until it says where it is. It may reach this
 * machine, where receivers and senders are. Its log is in `service.log` of the folder.
 * @param {object} options
 * @param {string} options.databaseUrl
 * @param {string} options.folder for its media and its log
 * @param {Record<string, string>} [options.settings]
 * @returns {Promise<Service>}
 */
export async function startService ({ databaseUrl, folder, settings = {} }) {
  mkdirSync(folder, { recursive: true })
  const startedAt = performance.now()
  const program = startProgram('src/server.js', {
    folder,
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
  ended.then(({ code, stdout, stderr }) =>
    appendFile(join(folder, 'service.log'), `${stdout}${stderr}(ended: ${code ?? child.signalCode})\n`)).catch(() => {})
  return {
    url: (await addressOf(program)).replace(/\/+$/, ''),
    pid: Number(child.pid),
    startedAt,
    ended,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
    freeze: () => { child.kill('SIGSTOP') },
    thaw: () => { child.kill('SIGCONT') }
  }
}
