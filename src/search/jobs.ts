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

/** The background jobs of the index. */
export function createSearchJobs (
  { database, transact, log }: { database: Database, transact: Transact, log: FastifyBaseLogger }
): Job[] {
  const { sql } = database.reads
  return [
    {
      name: 'search-index',
      intervalMs: BUILD_INTERVAL_MS,
      run: async (signal, heartbeat) => {
        if (isCurrent(await readState(sql))) return
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
