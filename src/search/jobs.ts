import type { FastifyBaseLogger } from 'fastify'
import type { Job } from '../work/loop/loop.js'
import type { Database } from '../database/database.js'
import type { Transact } from '../core/transact.js'
import { buildIndex } from './build.js'
import { REFRESH_JOB } from './indexing.js'
import { hasRefreshes, refreshFields } from './refresh.js'
import { isCurrent, readState, type IndexState } from './state.js'

const BUILD_INTERVAL_MS = 60_000
/** The interval of progress in the log. */
const PROGRESS_MS = 10_000
/** The interval at which leftovers of processes without jobs are found. */
const REFRESH_INTERVAL_MS = 5000

/** The name by which the job that builds and renews the index is woken. */
export const INDEX_JOB = 'search-index'

/** The background jobs of the index. */
export function createSearchJobs (
  { database, transact, log, mayRenew = () => true }: {
    database: Database
    transact: Transact
    log: FastifyBaseLogger
    /** Whether entries may be renewed: not while an older release is at work, which would renew them to its version. */
    mayRenew?: () => boolean
  }
): Job[] {
  const { sql } = database.reads
  return [
    {
      name: INDEX_JOB,
      intervalMs: BUILD_INTERVAL_MS,
      run: async (signal, heartbeat) => {
        const state = await readState(sql)
        if (isCurrent(state) || (state?.built === true && !mayRenew())) return
        const logState = createBuildLog(log)
        await buildIndex({ transact }, signal, (state) => {
          heartbeat()
          logState(state)
        })
      }
    },
    {
      name: REFRESH_JOB,
      intervalMs: REFRESH_INTERVAL_MS,
      run: async (signal, heartbeat) => {
        if (await hasRefreshes(sql)) await refreshFields({ transact }, signal, heartbeat)
      }
    }
  ]
}

/** Logs the beginning, the progress and the end of a build, and of a renewal in place. */
function createBuildLog (log: FastifyBaseLogger): (state: IndexState) => void {
  const startedAt = performance.now()
  let toldAt = -Infinity
  let items = 0
  let isRenewal = false
  return (state) => {
    const durationMs = Math.round(performance.now() - startedAt)
    const progress = state.built ? state.renewal : state
    if (progress === undefined) {
      // Another process may have finished it.
      if (toldAt > -Infinity) log.info({ items, durationMs }, `search index ${isRenewal ? 'renewed' : 'built'}`)
      toldAt = -Infinity
      return
    }
    items = progress.indexed
    isRenewal = state.built
    if (durationMs - toldAt < PROGRESS_MS) return
    toldAt = durationMs
    log.info({ indexed: items, total: progress.total }, `search index is being ${isRenewal ? 'renewed' : 'built'}`)
  }
}
