import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { closeLater, isClosing } from '#proof/harness/closing.js'
import { RunFailure, given } from '#proof/harness/failure.js'

const profiler = new URL('profiled.js', import.meta.url).href
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 12_000
const LAST_LINES = 20

/**
 * @typedef {object} Server
 * @property {string} name
 * @property {string} url without a slash at the end
 * @property {number} pid
 * @property {() => Promise<void>} stop as an operator would, by SIGTERM
 * @property {(file: string, work: () => Promise<unknown>) => Promise<void>} profile writes a processor profile of it
 * during the work
 */

/**
 * Starts a server as a Node process of its own and waits for the line that says where it listens. What it prints
 * afterwards, and on standard error, is passed on: a server that complains is not measured in silence. Throws
 * RunFailure when it does not start.
 * @param {object} server
 * @param {string} server.name
 * @param {string[]} server.args of `node`
 * @param {Record<string, string>} server.environment
 * @param {string} server.folder its working directory
 * @param {RegExp} server.ready the line, with the address as its first group
 * @param {boolean} [server.profiled] whether it can be profiled
 * @returns {Promise<Server>}
 */
export async function startServer ({ name, args, environment, folder, ready, profiled = false }) {
  const child = profiled
    ? spawn(process.execPath, ['--import', profiler, ...args], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc']
    })
    : spawn(process.execPath, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = closeLater(() => stopProcess(child), () => child.kill('SIGKILL'))
  const lastLines = []
  let url
  let timer
  try {
    url = await new Promise((resolve, reject) => {
      const fail = (reason) => reject(new RunFailure(`the ${name} did not start: ${reason}\n${lastLines.join('\n')}`))
      const hear = (line) => {
        if (url !== undefined) return isClosing() || process.stderr.write(`${name}: ${line}\n`)
        if (lastLines.push(line) > LAST_LINES) lastLines.shift()
        const match = ready.exec(line)
        if (match !== null) resolve(match[1])
      }
      createInterface({ input: given(child.stdout) }).on('line', hear)
      createInterface({ input: given(child.stderr) }).on('line', hear)
      child.once('error', (error) => fail(error.message))
      child.once('close', (code) => fail(`exit code ${code}`))
      timer = setTimeout(() => fail(`nothing after ${START_TIMEOUT_MS / 1000} s`), START_TIMEOUT_MS)
    })
  } catch (error) {
    await stop()
    throw error
  } finally {
    clearTimeout(timer)
  }
  child.once(
    'exit',
    (code, signal) => isStopping(child) || process.stderr.write(`${name}: ended, ${signal ?? `exit code ${code}`}\n`)
  )
  return {
    name,
    url: url.replace(/\/+$/, ''),
    pid: given(child.pid),
    stop,
    profile: (file, work) => profile(child, file, work)
  }
}

/** The module that does it is loaded into the process: src of the service knows nothing of it. */
async function profile (child, file, work) {
  const begun = once(child, 'message')
  child.send({ begin: true })
  await begun
  await work()
  const written = once(child, 'message')
  child.send({ end: file })
  await written
}

/** Whether the end of a process is what was wanted. */
function isStopping (child) {
  return child.killed || isClosing()
}

async function stopProcess (child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await gone
  clearTimeout(timer)
}
