import type Sqlite from 'better-sqlite3'
import { supervise } from '../work/workers/supervisor.js'
import { thread } from '../work/workers/thread.js'

/** An idle thread ends after this time, and frees its memory. */
const IDLE_MS = 60_000
/** It prepares one statement. */
const HEAP_MB = 16

const script = new URL('checkpoint-thread.js', import.meta.url)

/** The result of `PRAGMA wal_checkpoint`. */
interface LogState {
  /** Pages in the log. */
  readonly log: number
  /** Pages that were copied. */
  readonly checkpointed: number
}

/**
 * Checkpoints of the write-ahead log, on a thread of their own: a checkpoint syncs to disk twice, and would block all
 * requests of this process. Each has two passes. Writes continue during the first, which copies the long log. They wait
 * for the second, which copies the little that was added during the first: SQLite restarts the log only when all of it
 * is copied. Without a thread, or if the thread is late, SQLite makes the checkpoint itself, on the main thread.
 */
export function createCheckpoints (driver: Sqlite.Database, path: string, pages: number) {
  const look = driver.prepare('PRAGMA wal_checkpoint(NOOP)')
  const copier = supervise<null, void>({ start: thread(script, { heapMb: HEAP_MB, settings: path }), idleMs: IDLE_MS })
  let isRestDue = false

  function isDue (): boolean {
    try {
      const { log, checkpointed } = look.get() as LogState
      return log - checkpointed >= pages
    } catch {
      // The next write reports the error.
      return false
    }
  }

  /** Makes a pass if one is due, and waits for it if it is the second. No transaction may be open. Never fails. */
  async function run (): Promise<void> {
    if (!isRestDue && !isDue()) return
    // Without a thread SQLite makes the checkpoint.
    if (!copier.warm()) return
    if (isRestDue) {
      isRestDue = false
      await copier.ask(null).catch(() => {})
    } else {
      copier.ask(null).then(() => { isRestDue = true }, () => {})
    }
  }

  return { run, stop: copier.close }
}
