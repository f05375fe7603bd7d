import { createHistogram } from 'node:perf_hooks'
import autocannon from 'autocannon'
import { ensure } from '#proof/harness/failure.js'
import { processorMicroseconds } from '#proof/harness/process-status.js'
import { API_KEY } from '#proof/harness/service.js'

export const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' }

/** The unit is a microsecond: autocannon's own histogram counts milliseconds, which is too coarse here. */
const MICROSECONDS_PER_MS = 1000

/**
 * @typedef {object} Round
 * @property {number} requestsPerSecond
 * @property {number} answered
 * @property {number} processorUs the server's processor time per request. Other work on the machine hardly changes it
 * @property {import('node:perf_hooks').RecordableHistogram} latencies in microseconds
 */

/**
 * Sends the requests of a scenario as fast as they are answered. Throws RunFailure unless every answer was a 200.
 * @param {import('./processes.js').Server} server
 * @param {import('./scenarios.js').Scenario} scenario
 * @param {{ connections: number, seconds: number, layout: import('#proof/harness/seed.js').Layout }} options
 * @returns {Promise<Round>}
 */
export async function drive (server, scenario, { connections, seconds, layout }) {
  const latencies = createHistogram()
  const processorBefore = processorMicroseconds(server.pid)
  let connection = 0
  /** @type {import('autocannon').Options} */
  const options = {
    url: server.url,
    method: scenario.method,
    headers: scenario.method === 'GET' ? { 'x-api-key': API_KEY } : headers,
    connections,
    duration: seconds,
    setupClient: (client) => client.setRequests(scenario.requests(layout, connection++))
  }
  /** @type {import('autocannon').Result} */
  const result = await new Promise((resolve, reject) => {
    const running = autocannon(options, (error, result) => error ? reject(error) : resolve(result))
    running.on(
      'response',
      (_client, _status, _bytes, durationMs) =>
        latencies.record(Math.max(1, Math.round(durationMs * MICROSECONDS_PER_MS)))
    )
  })
  /** @type {Record<string, { count?: number }>} */
  const statuses = result.statusCodeStats ?? {}
  const processor = processorMicroseconds(server.pid) - processorBefore
  const answered = statuses['200']?.count ?? 0
  const wrong = Object.entries(statuses).filter(([status]) => status !== '200')
    .map(([status, { count }]) => `${count} × ${status}`)
  ensure(wrong.length === 0, `${server.name}, ${scenario.title}: not every answer was a 200: ${wrong.join(', ')}`)
  ensure(
    result.errors === 0,
    `${server.name}, ${scenario.title}: ${result.errors} requests failed, ${result.timeouts} of them by a timeout`
  )
  ensure(answered > 0, `${server.name}, ${scenario.title}: no answer in ${seconds} s`)
  return { requestsPerSecond: answered / result.duration, answered, processorUs: processor / answered, latencies }
}
