import { nobody } from '../access/caller.js'
import type { Job } from '../background/loop.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import type { Transact } from '../transact.js'
import { numberChanges, NUMBERING_JOB } from './numbering.js'

/** What a process has committed and not numbered, as it was killed, is numbered by another one after this time at the latest. */
const LOOK_INTERVAL_MS = 500

/** Nobody's account: numbers are given to all. */
const system = nobody({ id: 0, name: '' })

const isWaiting = statement('change_inbox_waits', () => 'SELECT position FROM change_inbox LIMIT 1')

/** What every process does for changes, also one that has no other jobs: its readers are not to wait for another process. */
export function createChangeJobs ({ database, transact }: { database: Database, transact: Transact }): Job[] {
  if (database.reads.sql.dialect.name === 'sqlite') return []
  return [{
    name: NUMBERING_JOB,
    intervalMs: LOOK_INTERVAL_MS,
    run: async () => {
      if (await database.reads.sql.first(isWaiting, []) === undefined) return
      return await transact(system, numberChanges) ? 'more' : undefined
    }
  }]
}
