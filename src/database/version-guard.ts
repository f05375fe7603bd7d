import type { Database } from './database.js'
import { unknownMigrations } from './migrations.js'

/** The promise is to notice within five seconds. */
const LOOK_INTERVAL_MS = 2000

export type VersionGuard = ReturnType<typeof createVersionGuard>

/**
 * Looks whether a newer version has migrated the database of this process, which then knows only a part of what its
 * writes have to keep in step. Reads may go on; what else this process does ends with the signal, and for good.
 */
export function createVersionGuard (
  { database, onNewer, intervalMs = LOOK_INTERVAL_MS }: {
    database: Database
    /** Told once, with the names of the migrations that this version does not know. */
    onNewer: (migrations: readonly string[]) => void
    intervalMs?: number
  }
) {
  const newer = new AbortController()
  let looking: Promise<void> | null = null

  async function look (): Promise<void> {
    const migrations = await unknownMigrations(database)
    if (migrations.length === 0 || newer.signal.aborted) return
    clearInterval(timer)
    onNewer(migrations)
    newer.abort()
  }

  const timer = setInterval(() => {
    // A database that does not answer is asked again.
    looking ??= look().catch(() => {}).finally(() => { looking = null })
  }, intervalMs).unref()

  return {
    /** Aborts when the database is newer than this version. */
    signal: newer.signal,
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await looking
    }
  }
}
