import type Sqlite from 'better-sqlite3'
import { supervise } from '../work/workers/supervisor.js'
import { thread } from '../work/workers/thread.js'

/** A thread that has nothing to copy for so long gives its memory back. */
const IDLE_MS = 60_000
/** Its statements are few. */
const HEAP_MB = 16

const script = new URL('checkpoint-thread.js', import.meta.url)

/** The answer to `PRAGMA wal_checkpoint`. */
interface LogState {
  /** Pages in the log. */
  readonly log: number
  /** How many of them were copied. */
  readonly checkpointed: number
}

/**
 * Copies the write-ahead log into the database, on a thread of its own: that syncs to disk twice, and would hold up all
 * requests of this process. Who writes waits for it. SQLite by itself does it on the main thread, and does so where no
 * thread comes to it in time.
 */
export function createCheckpoints (driver: Sqlite.Database, path: string, pages: number) {
  const look = driver.prepare('PRAGMA wal_checkpoint(NOOP)')
  const copier = supervise<null, void>({ start: thread(script, { heapMb: HEAP_MB, settings: path }), idleMs: IDLE_MS })

  function isDue (): boolean {
    try {
      const { log, checkpointed } = look.get() as LogState
      return log - checkpointed >= pages
    } catch {
      // The next write says what is wrong.
      return false
    }
  }

  /** Resolves when the log was copied, if it is long. No transaction may be open. Never fails. */
  async function run (): Promise<void> {
    // Without a thread SQLite does the work.
    if (isDue() && copier.warm()) await copier.ask(null).catch(() => {})
  }

  return { run, stop: copier.close }
}

export type Checkpoints = ReturnType<typeof createCheckpoints>
