import { Worker } from 'node:worker_threads'
import type Sqlite from 'better-sqlite3'

/** A thread that has nothing to copy for so long gives its memory back. */
const IDLE_MS = 60_000
/** Its statements are few. */
const HEAP_MB = 16

const script = new URL('checkpoint-thread.js', import.meta.url)

/** What `PRAGMA wal_checkpoint` says. */
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
  let worker: Worker | null = null
  let isReady = false
  let done: (() => void) | null = null
  let rest: NodeJS.Timeout | undefined

  function start (): void {
    const started = new Worker(script, { workerData: path, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    started.unref()
    started.on('message', () => {
      isReady = true
      done?.()
    })
    // Without it SQLite does the work.
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) forget()
    })
    worker = started
  }

  function forget (): void {
    worker = null
    isReady = false
    done?.()
  }

  function stop (): Promise<void> {
    clearTimeout(rest)
    const stopped = worker
    if (stopped === null) return Promise.resolve()
    forget()
    return new Promise((resolve) => {
      stopped.once('exit', () => resolve())
      stopped.ref()
      stopped.postMessage(true)
    })
  }

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
    if (!isDue()) return
    if (worker === null) start()
    if (!isReady) return
    clearTimeout(rest)
    const copied = new Promise<void>((resolve) => { done = resolve })
    worker!.ref()
    worker!.postMessage(false)
    await copied
    done = null
    worker?.unref()
    rest = setTimeout(stop, IDLE_MS).unref()
  }

  return { run, stop }
}

export type Checkpoints = ReturnType<typeof createCheckpoints>
