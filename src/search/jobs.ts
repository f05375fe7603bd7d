import type { Job } from '../background/loop.js'
import type { Database } from '../database/database.js'
import type { Transact } from '../core/transact.js'
import { buildIndex } from './build.js'
import { REFRESH_JOB } from './indexing.js'
import { hasRefreshes, refreshFields } from './refresh.js'
import { readState } from './state.js'

const BUILD_INTERVAL_MS = 60_000
/** What a process without jobs has left is found after this time. */
const REFRESH_INTERVAL_MS = 5000

/** What the index needs besides the writes themselves. */
export function createSearchJobs ({ database, transact }: { database: Database, transact: Transact }): Job[] {
  const { sql } = database.reads
  return [
    {
      name: 'search-index',
      intervalMs: BUILD_INTERVAL_MS,
      run: async (signal) => {
        if ((await readState(sql))?.built !== true) await buildIndex({ transact }, signal)
      }
    },
    {
      name: REFRESH_JOB,
      intervalMs: REFRESH_INTERVAL_MS,
      run: async (signal) => {
        if (await hasRefreshes(sql)) await refreshFields({ transact }, signal)
      }
    }
  ]
}
