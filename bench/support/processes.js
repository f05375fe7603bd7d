import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { closeLater, isClosing } from '#proof/harness/closing.js'
import { given } from '#proof/harness/failure.js'
import { addressOf, startProgram, stopProgram } from '#proof/harness/service.js'

const profiler = new URL('profiled.js', import.meta.url).href

/**
 * @typedef {object} Server
 * @property {string} name
 * @property {string} url without a slash at the end
 * @property {number} pid
 * @property {() => Promise<void>} stop by SIGTERM, as an operator would
 * @property {(file: string, work: () => Promise<unknown>) => Promise<void>} profile writes its processor profile during
 * the work
 */

/**
 * Starts a server as a Node process of its own and waits until it prints its address. Its later output, and its
 * standard error, are passed on, so that complaints are seen. Throws RunFailure if it does not start.
 * @param {object} server
 * @param {string} server.name
 * @param {string} server.path of its script
 * @param {Record<string, string>} server.environment
 * @param {RegExp} [server.ready] its output when it is ready, with the address as a group
 * @param {boolean} [server.profiled] whether it can be profiled
 * @returns {Promise<Server>}
 */
export async function startServer ({ name, path, environment, ready, profiled = false }) {
  const program = startProgram(path, {
    flags: profiled ? ['--import', profiler] : [],
    environment,
    folder: fileURLToPath(new URL('..', import.meta.url)),
    ipc: profiled
  })
  const { process: child, ended } = program
  const stop = closeLater(async () => { await stopProgram(program, 'SIGTERM') }, () => { child.kill('SIGKILL') })
  const url = await addressOf(program, ready)
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => isClosing() || process.stderr.write(`${name}: ${text}`))
  }
  ended.then(({ code }) => {
    if (!child.killed && !isClosing()) process.stderr.write(`${name}: ended, ${child.signalCode ?? `exit code ${code}`}\n`)
  })
  return {
    name,
    url: url.replace(/(?<!\/)\/+$/, ''),
    pid: given(child.pid),
    stop,
    profile: (file, work) => profile(child, file, work)
  }
}

/** Profiles with a module that is loaded into the process, so that the service's own sources have no code for it. */
async function profile (child, file, work) {
  const begun = once(child, 'message')
  child.send({ begin: true })
  await begun
  await work()
  const written = once(child, 'message')
  child.send({ end: file })
  await written
}
