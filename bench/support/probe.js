import { createHistogram, performance } from 'node:perf_hooks'
import { Agent, request } from 'undici'
import { ensure } from '#proof/harness/failure.js'

/**
 * Sends a GET every few milliseconds, without waiting for the answers to earlier ones, as many independent callers
 * would. `stop` waits for the last answers and throws RunFailure unless all were 200.
 * @param {object} probe
 * @param {(number: number) => string} probe.urlOf the URL of the n-th request
 * @param {Record<string, string>} probe.headers
 * @param {number} probe.everyMs
 */
export function startProbe ({ urlOf, headers, everyMs }) {
  const agent = new Agent({ connections: 512, keepAliveTimeout: 30_000 })
  const latencies = createHistogram()
  const failures = []
  const waiting = new Set()
  let sent = 0

  async function ask (url) {
    const start = performance.now()
    try {
      const { statusCode, body } = await request(url, { dispatcher: agent, headers })
      await body.dump()
      if (statusCode !== 200) failures.push(statusCode)
    } catch (error) {
      failures.push(error.code ?? error.message)
    }
    latencies.record(Math.max(1, Math.round((performance.now() - start) * 1000)))
  }

  const timer = setInterval(() => {
    const answer = ask(urlOf(sent++)).finally(() => waiting.delete(answer))
    waiting.add(answer)
  }, everyMs)

  return {
    /** @returns {Promise<import('node:perf_hooks').RecordableHistogram>} in microseconds */
    async stop () {
      clearInterval(timer)
      await Promise.all(waiting)
      await agent.close()
      ensure(
        failures.length === 0,
        `${failures.length} of ${sent} requests sent meanwhile failed: ${[...new Set(failures)].join(', ')}`
      )
      return latencies
    }
  }
}
