import type { Job } from '../work/loop/loop.js'
import type { Database } from '../database/database.js'
import { NUMBERING_JOB } from './append.js'

/**
 * What a process has committed and not numbered, as it was killed, is numbered by another one after this time at the
 * latest.
 */
const LOOK_INTERVAL_MS = 500

/** Readers number what they find without one. This is for when there are none: what waits would pile up. */
export function createChangeJobs ({ database, number }: { database: Database, number: () => Promise<void> }): Job[] {
  if (database.reads.sql.dialect.hasOneWriter) return []
  return [{ name: NUMBERING_JOB, intervalMs: LOOK_INTERVAL_MS, run: number }]
}
