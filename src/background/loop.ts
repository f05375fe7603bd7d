import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from '../events/bus.js'

const FIRST_BACKOFF_MS = 1000
const LONGEST_BACKOFF_MS = 60_000

/** Work that is read from tables and done later. */
export interface Job {
  readonly name: string
  /** How long to rest where nothing wakes the job. */
  readonly intervalMs: number
  /** Whether a commit in this process may have made work, so that the job should look at once. */
  readonly wakesOnCommit?: boolean
  /** Does what there is to do, in pieces that end when the signal says so. Says whether more is waiting already. */
  readonly run: (signal: AbortSignal) => Promise<'more' | void>
}

/** Runs each job at the start and from then on: at once where there is more, after its interval where there is not, later and later where it fails. */
export function createLoop ({ jobs, bus, log }: { jobs: readonly Job[], bus: Bus, log: FastifyBaseLogger }) {
  const stopping = new AbortController()
  const running: Array<Promise<void>> = []

  async function runForEver (job: Job): Promise<void> {
    const alarm = createAlarm(stopping.signal)
    const stopListening = job.wakesOnCommit === true ? bus.listen(alarm.ring) : () => {}
    let failures = 0
    while (!stopping.signal.aborted) {
      let restMs = job.intervalMs
      try {
        if (await job.run(stopping.signal) === 'more') restMs = 0
        failures = 0
      } catch (error) {
        restMs = Math.min(FIRST_BACKOFF_MS * 2 ** failures++, LONGEST_BACKOFF_MS)
        log.error({ err: error, job: job.name, retryInMs: restMs }, 'background job failed')
      }
      if (restMs > 0) await alarm.sleep(restMs)
    }
    stopListening()
  }

  return {
    start: () => { running.push(...jobs.map(runForEver)) },
    /** Resolves when the pieces of work that were begun are done. */
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    }
  }
}

/** A sleep that can be cut short. A ring while nobody sleeps is kept for the next sleep. */
function createAlarm (signal: AbortSignal) {
  let rung = false
  let wake = () => {}
  signal.addEventListener('abort', () => wake())
  return {
    ring: () => {
      rung = true
      wake()
    },
    sleep: async (durationMs: number) => {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, durationMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
    }
  }
}
