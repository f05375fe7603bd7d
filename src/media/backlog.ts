import { toDatabase } from '../basics/time.js'
import { systemCaller } from '../core/caller.js'
import type { Transact } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'

/** How many files become due at once. A new file waits for no more than these. */
const FILES_AT_ONCE = 20

export interface BacklogDependencies {
  readonly database: Database
  readonly transact: Transact
}

/**
 * The files of a table of work that wait until nothing else does: old ones, and those that are to be done again.
 * `onDue` is further assignments when they become due.
 */
export function createBacklog (table: string, onDue?: string) {
  const any = statement(`${table}_any_backlog`, () => `SELECT id FROM ${table} WHERE backlog = true ORDER BY id LIMIT 1`)

  /** $1 time, $2 limit */
  const takeUp = statement(`${table}_bring_forward`, (sql) => `
    UPDATE ${table} SET ${onDue === undefined ? '' : `${onDue}, `}backlog = false, due_at = COALESCE(due_at, ${sql.moment('$1')})
    WHERE ${sql.among('id', `SELECT id FROM ${table} WHERE backlog = true ORDER BY id LIMIT $2`)}`)

  return {
    /** Makes some of them due. Returns whether there were any. */
    async bringForward ({ database, transact }: BacklogDependencies): Promise<boolean> {
      if (await database.reads.sql.first(any, []) === undefined) return false
      return transact(systemCaller(), async (tx) => await tx.sql.run(takeUp, [toDatabase(tx.time), FILES_AT_ONCE]) > 0)
    }
  }
}
