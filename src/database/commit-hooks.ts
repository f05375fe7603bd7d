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
    run: async (sql: Sql): Promise<void> => {
      const isLast = ([finish]: readonly [CommitHook<unknown>, unknown]) => finish.isLast === true ? 1 : 0
      for (const [finish, values] of [...left].sort((a, b) => isLast(a) - isLast(b))) await finish(sql, values)
    }
  }
}
