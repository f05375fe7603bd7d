import type { BeforeCommit, CommitHook } from './database.js'
import type { Sql } from './sql.js'

/**
 * Holds what is to be done right before a commit. Where works may be undone alone, each has its own, and passes it on
 * when it is done.
 */
export function createCommitHooks () {
  const left = new Map<CommitHook<unknown>, unknown[]>()

  const leave: BeforeCommit = (finish, value) => {
    const values = left.get(finish as CommitHook<unknown>)
    if (values === undefined) left.set(finish as CommitHook<unknown>, [value])
    else values.push(value)
  }

  return {
    leave,
    passTo: (next: BeforeCommit): void => {
      for (const [finish, values] of left) for (const value of values) next(finish, value)
    },
    /** `together`: those that are not last ask at the same time, where the database is asked over a network. */
    run: async (sql: Sql, { together = false } = {}): Promise<void> => {
      const due = [...left]
      const first = due.filter(([finish]) => finish.isLast !== true)
      if (together) await settled(first.map(([finish, values]) => finish(sql, values)))
      else for (const [finish, values] of first) await finish(sql, values)
      for (const [finish, values] of due) if (finish.isLast === true) await finish(sql, values)
    }
  }
}

/** Rejects with the first failure, when nothing is under way any more. */
async function settled (works: ReadonlyArray<Promise<void>>): Promise<void> {
  await Promise.allSettled(works)
  await Promise.all(works)
}
