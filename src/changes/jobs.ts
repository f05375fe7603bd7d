import type { Job } from '../work/loop/loop.js'
import type { Database } from '../database/database.js'
import { NUMBERING_JOB } from './append.js'

/** The interval at which changes of a killed process are numbered. */
const LOOK_INTERVAL_MS = 500

/** Readers number what they find without a number. Without readers the inbox would grow. */
export function createChangeJobs (
  { database, numberAll }: { database: Database, numberAll: () => Promise<void> }
): Job[] {
  if (database.reads.sql.dialect.hasOneWriter) return []
  return [{ name: NUMBERING_JOB, intervalMs: LOOK_INTERVAL_MS, run: numberAll }]
}
