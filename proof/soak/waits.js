import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ask } from '#proof/harness/api.js'

/** A line of a histogram: its name, its labels and its value. */
const BUCKET = /^(cutroom_database_wait|cutroom_database_stage|cutroom_http_request_duration)_seconds_bucket\{(.*)\} (\d+)$/
const ATTEMPTS = /^cutroom_webhook_attempts_total\{.*\} (\d+)$/gm
/** How often the delay of the proof's own event loop is sampled. It is a part of what the proof measures. */
const RESOLUTION_MS = 10

/**
 * Reports where writes wait, by the service's own histograms, and what else is in the time of an answer. Each reading
 * is about the time since the one before.
 * @param {string} url of the service
 */
export async function watchWaits (url) {
  const own = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  own.enable()
  let before = await read()

  async function read () {
    const text = /** @type {string} */ ((await ask(url, 'GET', '/metrics')).body)
    const { user, system } = process.cpuUsage()
    return {
      at: performance.now() / 1000,
      buckets: readBuckets(text),
      lag: valueOf(text, 'nodejs_eventloop_lag_p99_seconds'),
      longestLag: valueOf(text, 'nodejs_eventloop_lag_max_seconds'),
      processor: valueOf(text, 'process_cpu_seconds_total'),
      ownProcessor: (user + system) / 1e6,
      attempts: [...text.matchAll(ATTEMPTS)].reduce((sum, [, count]) => sum + Number(count), 0)
    }
  }

  return {
    /** @returns {Promise<{ line: string, answersMs: number }>} a line of all of it; the p99 of answers */
    async next () {
      const now = await read()
      const seconds = now.at - before.at
      const share = (used) => `${Math.round(used / seconds * 100)} %`
      /** @type {Record<string, number>} */
      const waits = {
        ...Object.fromEntries([...now.buckets].map(([name, counts]) =>
          [name, percentile99(counts, before.buckets.get(name))])),
        'event loop': now.lag * 1000,
        'event loop of the proof': delayMs(own.percentile(99))
      }
      const rest = [
        `event loop at most ${Math.round(now.longestLag * 1000)}, of the proof ${Math.round(delayMs(own.max))}`,
        `${Math.round((now.attempts - before.attempts) / seconds)} attempts a second`,
        `processor: service ${share(now.processor - before.processor)}, proof ${share(now.ownProcessor - before.ownProcessor)}`
      ]
      own.reset()
      before = now
      const line = `p99, ms: ${Object.entries(waits).map(([what, ms]) => `${what} ${ms.toFixed(1)}`).join(', ')}; ${rest.join('; ')}`
      return { line, answersMs: waits.answers ?? NaN }
    },
    stop: () => { own.disable() }
  }
}

/** The value of a metric without labels. */
function valueOf (text, name) {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN)
}

/** The histogram of an event loop has the time between two samples, in nanoseconds. */
const delayMs = (betweenNs) => betweenNs / 1e6 - RESOLUTION_MS

/**
 * Counts by what they measure, and by their bounds in milliseconds. All routes are `answers`.
 * @returns {Map<string, Map<number, number>>}
 */
function readBuckets (text) {
  const all = new Map()
  for (const line of text.split('\n')) {
    const [, metric, labels = '', count] = BUCKET.exec(line) ?? []
    if (metric === undefined) continue
    const stage = /stage="(\w+)"/.exec(labels)?.[1]
    const name = stage ?? (metric === 'cutroom_database_wait' ? 'queue' : 'answers')
    const bound = Number(/le="([^"]+)"/.exec(labels)?.[1]?.replace('+Inf', 'Infinity')) * 1000
    const counts = all.get(name) ?? new Map()
    all.set(name, counts.set(bound, (counts.get(bound) ?? 0) + Number(count)))
  }
  return all
}

/** As Prometheus computes it: the values in a bucket count as spread evenly. */
function percentile99 (after, before = new Map()) {
  const counts = [...after].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)])
    .sort(([one], [other]) => one - other)
  const wanted = 0.99 * (counts.at(-1)?.[1] ?? 0)
  let [below, counted] = [0, 0]
  for (const [bound, count] of counts) {
    if (count > 0 && count >= wanted) {
      return bound === Infinity ? below : below + (bound - below) * (wanted - counted) / (count - counted)
    }
    [below, counted] = [bound, count]
  }
  return NaN
}
