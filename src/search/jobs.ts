import type { FastifyBaseLogger } from 'fastify'
import type { Job } from '../work/loop/loop.js'
import type { Database } from '../database/database.js'
import type { Transact } from '../core/transact.js'
import { buildIndex } from './build.js'
import { REFRESH_JOB } from './indexing.js'
import { hasRefreshes, refreshFields } from './refresh.js'
import { readState, type IndexState } from './state.js'

const BUILD_INTERVAL_MS = 60_000
/** How often the log says how far it is. */
const PROGRESS_MS = 10_000
/** What a process without jobs has left is found after this time. */
const REFRESH_INTERVAL_MS = 5000

/** What the index needs besides the writes themselves. */
export function createSearchJobs (
  { database, transact, log }: { database: Database, transact: Transact, log: FastifyBaseLogger }
): Job[] {
  const { sql } = database.reads
  return [
    {
      name: 'search-index',
      intervalMs: BUILD_INTERVAL_MS,
      run: async (signal, heartbeat) => {
        if ((await readState(sql))?.built === true) return
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

/** Says that the index is being built, how far it is from time to time, and that it is done. */
function createBuildLog (log: FastifyBaseLogger): (state: IndexState) => void {
  const startedAt = performance.now()
  let toldAt = -Infinity
  let items = 0
  return (state) => {
    const durationMs = Math.round(performance.now() - startedAt)
    if (!state.built) items = state.indexed
    if (state.built) {
      // Another process may have been faster.
      if (toldAt > -Infinity) log.info({ items, durationMs }, 'search index built')
    } else if (toldAt === -Infinity || durationMs - toldAt >= PROGRESS_MS) {
      toldAt = durationMs
      log.info({ indexed: items, total: state.total }, 'search index is being built')
    }
  }
}
