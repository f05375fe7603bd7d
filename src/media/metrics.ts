import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { timeOfId } from '../basics/ids.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Outcome } from './ingest/ingest.js'

/** Only files that are still to be brought in have a moment at which they are due. */
const waitingFiles = statement('media_files_waiting', () => `
  SELECT status, COUNT(*) AS files, MIN(id) AS oldest FROM media_files WHERE due_at IS NOT NULL GROUP BY status`)

const waitingRemovals = statement('media_removals_waiting', () => 'SELECT COUNT(*) AS removals FROM media_removals')

const statuses = ['pending', 'ingesting']
const outcomes: ReadonlyArray<Outcome['outcome']> = ['ready', 'failed', 'retried', 'stopped']

/** Counts attempts at bringing a file in by what came of them, and the bytes of those that came to their end. */
export function createIngestCounter (metrics: Metrics): (outcome: Pick<Outcome, 'outcome' | 'bytes'>) => void {
  const ingests = metrics.counter('cutroom_media_ingests_total', 'Attempts at bringing a file in, by outcome.', [
    'outcome'
  ])
  const received = metrics.counter('cutroom_media_ingested_bytes_total', 'Bytes of the files that were brought in.')
  // What is not there before it first happens cannot be compared with, and its first increase is not seen as one.
  for (const outcome of outcomes) ingests.inc({ outcome }, 0)
  return ({ outcome, bytes = 0 }) => {
    ingests.inc({ outcome })
    if (outcome === 'ready') received.inc(bytes)
  }
}

/** How much media is still to be brought in or removed, and for how long it has waited. */
export function addMediaMetrics (
  { metrics, database, clock = Date.now }: { metrics: Metrics, database: Database, clock?: () => number }
): void {
  const { sql } = database.reads

  metrics.addSource('media', (gauge) => {
    const files = gauge('cutroom_media_files', 'Files that are still to be brought in, by status.', ['status'])
    const age = gauge(
      'cutroom_media_oldest_file_age_seconds',
      'How long ago the oldest file that is still to be brought in was attached.'
    )
    const removals = gauge(
      'cutroom_media_removals', 'Stored files that nothing refers to any more and that are still to be removed.'
    )
    return async () => {
      const rows = await sql.all<{ status: string, files: number | string, oldest: string }>(waitingFiles, [])
      for (const status of statuses) {
        files.set(
          { status },
          Number(rows.find((row) => row.status === status)?.files ?? 0)
        )
      }
      const oldest = rows.map((row) => row.oldest).sort()[0]
      age.set(oldest === undefined ? 0 : Math.max(0, clock() - timeOfId(oldest)) / 1000)
      removals.set(Number((await sql.first<{ removals: number | string }>(waitingRemovals, []))!.removals))
    }
  })
}
