import type { Database } from '../database/database.js'
import type { Metrics } from './metrics.js'

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Measures how long transactions wait for SQLite's one writer, or for a connection to PostgreSQL. */
export function timeTransactions ({ metrics, database }: { metrics: Metrics, database: Database }): void {
  const waits = metrics.histogram(
    'cutroom_database_wait_seconds', 'How long transactions waited for their turn.', SECONDS
  )
  database.observeWaits((waitedMs) => waits.observe(waitedMs / 1000))
}
