import { createReadThread, IDLE_MS, threadSql } from './read-thread.js'
import type { Sql } from './sql.js'

type ReadThread = ReturnType<typeof createReadThread>

/**
 * Long snapshots of SQLite, each on a thread of its own. One thread that has become free is kept for the next snapshot:
 * starting a thread takes longer than most exports.
 */
export function createSnapshotThreads (path: string) {
  let free: ReadThread | undefined
  let idle: NodeJS.Timeout | undefined
  let isStopped = false

  function take (): ReadThread {
    const thread = free ?? createReadThread({ path, isSnapshot: true })
    clearTimeout(idle)
    free = undefined
    return thread
  }

  async function giveBack (thread: ReadThread): Promise<void> {
    if (isStopped || free !== undefined) return await thread.close()
    free = thread
    idle = setTimeout(() => take().close(), IDLE_MS).unref()
  }

  return {
    /** Calls `work` with reads that all see the state of one moment. */
    run: async <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> => {
      const thread = take()
      try {
        const result = await work(threadSql(thread.ask))
        await thread.endSnapshot()
        await giveBack(thread)
        return result
      } catch (error) {
        await thread.close()
        throw error
      }
    },
    /** Ends the thread that is free. Threads that have work end with it. */
    stop: async (): Promise<void> => {
      isStopped = true
      if (free !== undefined) await take().close()
    }
  }
}
