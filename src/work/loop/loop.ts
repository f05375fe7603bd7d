import { setMaxListeners } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { backoff } from '../../basics/backoff.js'
import type { Bus } from '../../core/events/bus.js'

const FIRST_BACKOFF_MS = 1000
const LONGEST_BACKOFF_MS = 60_000

/** Work that is read from tables and done later. */
export interface Job {
  /** Transactions of this process that make work for the job wake it by this name. */
  readonly name: string
  /** Whether a process with JOBS=off runs it too: work of the process itself, or work that its requests wait for. */
  readonly everywhere?: boolean
  /** The pause when nothing wakes the job. */
  readonly intervalMs: number
  /**
   * Does the work, in pieces, and reports each by the heartbeat. It ends early on the signal. Returns whether more is
   * waiting already.
   */
  readonly run: (signal: AbortSignal, heartbeat: () => void) => Promise<'more' | void>
}

/** The state of a job since the start of the process. */
export interface JobState {
  readonly name: string
  running: boolean
  failuresInARow: number
  /** When it last finished without a failure, in milliseconds since the epoch. Null if it never has. */
  succeededAt: number | null
  /** When it will look again at the latest, by the monotonic clock. */
  wakesAt: number
}

/** A job that has not woken up by this time after it was due never will. */
const OVERDUE_MS = 30_000

/**
 * A job that has neither returned nor sent a heartbeat for this time is stuck: its pieces are bounded, and much
 * shorter.
 */
const STUCK_MS = 5 * 60_000

export interface LoopDependencies {
  readonly jobs: readonly Job[]
  readonly bus: Bus
  readonly log: FastifyBaseLogger
  readonly clock?: () => number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/**
 * Runs each job at the start and then repeatedly: at once if there is more, otherwise after its interval, with a
 * growing backoff after failures.
 */
export function createLoop (
  { jobs, bus, log, clock = Date.now, now = performance.now.bind(performance) }: LoopDependencies
) {
  const stopping = new AbortController()
  // Every job listens, and some of their parts.
  setMaxListeners(0, stopping.signal)
  const running: Array<Promise<void>> = []
  const states: JobState[] = []
  const lastHeartbeatAt = new Map<JobState, number>()

  async function runForEver (job: Job): Promise<void> {
    const state: JobState = { name: job.name, running: false, failuresInARow: 0, succeededAt: null, wakesAt: now() }
    states.push(state)
    const heartbeat = () => { lastHeartbeatAt.set(state, now()) }
    const alarm = createAlarm(stopping.signal)
    const stopListening = bus.listen(job.name, alarm.ring)
    while (!stopping.signal.aborted) {
      let restMs = job.intervalMs
      state.running = true
      heartbeat()
      try {
        if (await job.run(stopping.signal, heartbeat) === 'more') restMs = 0
        state.failuresInARow = 0
        state.succeededAt = clock()
      } catch (error) {
        restMs = backoff(++state.failuresInARow, FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS)
        log.error({ err: error, job: job.name, retryInMs: restMs }, 'background job failed')
      }
      state.running = false
      state.wakesAt = now() + restMs
      if (restMs > 0) await alarm.sleep(restMs)
    }
    stopListening()
  }

  return {
    start: () => { running.push(...jobs.map(runForEver)) },
    /** The states of the jobs that were started. */
    states: (): readonly JobState[] => states,
    /**
     * The names of the jobs that should have looked for work and did not. A failing job does not count, as it is
     * retried.
     */
    overdue: (): string[] =>
      states.filter((state) => !stopping.signal.aborted && !state.running && state.wakesAt + OVERDUE_MS < now())
        .map((state) => state.name),
    /** The names of the jobs that are stuck. */
    stuck: (): string[] =>
      states.filter((state) => state.running && lastHeartbeatAt.get(state)! + STUCK_MS < now()).map((state) =>
        state.name
      ),
    /** Resolves when the running pieces of work are done. */
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    }
  }
}

export type Loop = ReturnType<typeof createLoop>

/** A sleep that can be interrupted. A ring while nobody sleeps ends the next sleep. */
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
