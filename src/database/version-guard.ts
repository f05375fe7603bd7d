import type { Database } from './interface.js'
import { unknownMigrations } from './migrations.js'

/** The documented bound is five seconds. */
const LOOK_INTERVAL_MS = 2000

export type VersionGuard = ReturnType<typeof createVersionGuard>

/**
 * Notices when a newer version has migrated the database. This process then knows only a part of what a write has to
 * update. Reads may continue; the signal stops everything else, for good.
 */
export function createVersionGuard (
  { database, onNewer, intervalMs = LOOK_INTERVAL_MS }: {
    database: Database
    /** Called once, with the names of the migrations that this version does not know. */
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
    // If the database does not answer, the next look asks it again.
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
