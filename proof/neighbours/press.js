import { once, setMaxListeners } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { closeLater, scoped } from '#proof/harness/closing.js'
import { portOf } from '#proof/harness/ports.js'
import { residentMebibytes, watchResident } from '#proof/harness/process-status.js'
import { eventually } from '#proof/harness/waiting.js'

/** The longest wait for running requests at the end of a load. */
const END_MS = 30_000

/** Runs a load for some time, and returns how often it ran. */
async function press ({ callers, act, least = 0 }, crowd, forMs) {
  const over = new AbortController()
  // Each caller listens to it.
  setMaxListeners(callers, over.signal)
  let turns = 0
  const pressing = Array.from({ length: callers }, async () => {
    while (!over.signal.aborted) await act(crowd, turns++, over.signal)
  })
  const begun = performance.now()
  await eventually('it was done for so long, and often enough', () => {
    const elapsed = performance.now() - begun
    return (elapsed >= forMs && turns >= least) || elapsed > END_MS
  }, 2 * END_MS)
  over.abort()
  await Promise.race([Promise.allSettled(pressing), delay(END_MS, null, { ref: false })])
  return turns
}

/**
 * Runs a load during a measurement. Returns the result of `measure` as `felt`, and the memory of the service.
 * @template Felt
 * @param {any} load
 * @param {any} crowd
 * @param {{ pid: number, forMs: number, measure: (work: () => Promise<void>) => Promise<Felt> }} options
 */
export async function burden (load, crowd, { pid, forMs, measure }) {
  const before = residentMebibytes(pid)
  const resident = watchResident(pid)
  let times = 0
  const felt = await measure(async () => { times = await scoped(() => press(load, crowd, forMs)) })
  const peak = resident.stop()
  await load.after?.(crowd)
  return { times, felt, memory: { 'memory before, MiB': Math.round(before), 'at most': Math.round(peak) } }
}

/**
 * What loads need: a server that never answers, and a function that sends a request and records forbidden answers.
 * @param {string} url of the service
 * @param {Record<string, string>} headers with a key
 * @param {string[]} broken
 */
export async function openLoads (url, headers, broken) {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeLater(() => {
    server.closeAllConnections()
    server.close()
  })

  /** @param {{ method: string, path: string, body?: any, headers?: Record<string, string> }} wanted */
  async function send ({ method, path, body, headers: extra = {} }) {
    const isJson = body !== undefined && extra['content-type'] === undefined
    try {
      const answer = await request(path.startsWith('/') ? url + path : `${url}/api/v2/${path}`, {
        method,
        headers: { ...headers, ...isJson && { 'content-type': 'application/json' }, ...extra },
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
      })
      const text = await answer.body.text()
      const { statusCode: status } = answer
      if (status >= 500 && status !== 503) broken.push(`${method} ${path.slice(0, 100)} answered ${status} ${text.slice(0, 200)}`)
      return status === 200 && text.startsWith('{') ? JSON.parse(text) : null
    } catch {
      // A connection may be closed before its body was sent: the service refused it.
      return null
    }
  }
  return { send, hanging: `http://127.0.0.1:${portOf(server)}` }
}
