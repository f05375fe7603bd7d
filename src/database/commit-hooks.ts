import type { BeforeCommit, CommitHook } from './interface.js'
import type { Sql } from './sql.js'

/**
 * Collects the hooks of a commit. A unit that may be undone alone has hooks of its own, and passes them on when it
 * succeeds.
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
    /** `together`: hooks that are not last run at the same time, which saves round trips over a network. */
    run: async (sql: Sql, { together = false } = {}): Promise<void> => {
      const due = [...left]
      const first = due.filter(([finish]) => finish.isLast !== true)
      if (together) {
        const asked = first.map(([finish, values]) => finish(sql, values))
        // Wait for all of them before the first failure is thrown.
        await Promise.allSettled(asked)
        await Promise.all(asked)
      } else for (const [finish, values] of first) await finish(sql, values)
      for (const [finish, values] of due) if (finish.isLast === true) await finish(sql, values)
    }
  }
}
