import { systemCaller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { toDatabase } from '../../basics/time.js'
import type { Transact } from '../../core/transact.js'
import { LEASE_MS, leaseEnd } from './claim.js'

/** So many files are corrected in one transaction. */
const FILES_PER_TRANSACTION = 1000

/** Machines need not agree on the time to the second. */
const CLOCKS_APART_MS = 10_000

/** $1 a moment */
const anyLater = statement(
  'media_files_any_later',
  (sql) => `
  SELECT id FROM media_files WHERE due_at > ${sql.moment('$1')} ORDER BY due_at LIMIT 1`
)

/** $1 a moment, $2 the moment to bring it forward to, $3 at most so many */
const bringForward = statement('media_files_bring_forward', (sql) => `
  UPDATE media_files SET due_at = ${sql.moment('$2')} WHERE ${sql.among('id', `
    SELECT id FROM media_files WHERE due_at > ${sql.moment('$1')} ORDER BY due_at LIMIT $3`)}`)

export interface DueTimesDependencies {
  readonly database: Database
  readonly transact: Transact
  /** The longest time between two attempts. */
  readonly longestDelayMs: number
}

/**
 * What is due later than any lease or pause from now on could be comes from before the clock was set back, and would
 * wait for as long. It is made due a lease from now, which leaves who is still at work on a file the time to say so.
 */
export async function correctDueTimes (
  { database, transact, longestDelayMs }: DueTimesDependencies, now: Date
): Promise<void> {
  const latest = toDatabase(new Date(now.getTime() + Math.max(LEASE_MS, longestDelayMs) + CLOCKS_APART_MS))
  if (await database.reads.sql.first(anyLater, [latest]) === undefined) return
  for (let corrected = FILES_PER_TRANSACTION; corrected === FILES_PER_TRANSACTION;) {
    corrected = await transact(
      systemCaller(),
      async (tx) => tx.sql.run(bringForward, [latest, toDatabase(leaseEnd(now)), FILES_PER_TRANSACTION])
    )
  }
}
