import { systemCaller } from '../../core/caller.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { toDatabase } from '../../basics/time.js'

/** How many files become due at once. A new file waits for no more than these. */
const FILES_AT_ONCE = 20

const any = statement('media_analyses_any_backlog', () =>
  'SELECT id FROM media_analyses WHERE backlog = true ORDER BY id LIMIT 1')

/** $1 time, $2 limit */
const takeUp = statement('media_analyses_bring_forward', (sql) => `
  UPDATE media_analyses SET backlog = false, due_at = COALESCE(due_at, ${sql.moment('$1')})
  WHERE ${sql.among('id', 'SELECT id FROM media_analyses WHERE backlog = true ORDER BY id LIMIT $2')}`)

/**
 * Makes some files of the backlog due: old ones, and those to be analysed again. They wait until nothing else does.
 * Returns whether there were any.
 */
export async function bringForward (
  { database, transact }: { database: Database, transact: Transact }, limit = FILES_AT_ONCE
): Promise<boolean> {
  if (await database.reads.sql.first(any, []) === undefined) return false
  return transact(systemCaller(), async (tx) =>
    await tx.sql.run(takeUp, [toDatabase(tx.time), limit]) > 0)
}
