import { timeOfId } from '../basics/ids.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { ageInSeconds } from '../metrics/age.js'
import type { Metrics } from '../metrics/metrics.js'

const unnumbered = statement<{ entries: number, oldest: string | null }>('changes_unnumbered', () => `
  SELECT COUNT(*) AS entries, MIN(entry_id) AS oldest
  FROM (SELECT entry_id FROM change_inbox ORDER BY position LIMIT 1000) AS oldest`)

export interface ChangeMetricsDependencies {
  readonly metrics: Metrics
  readonly database: Database
  /** The waiting readers of this process. */
  readonly changes: { readonly waiters: number }
  readonly clock?: () => number
}

/** Waiting readers, and changes without a number, which nobody sees yet. */
export function addChangeMetrics (
  { metrics, database, changes, clock = Date.now }: ChangeMetricsDependencies
): void {
  metrics.addSource('changes', (gauge) => {
    const waiting = gauge('cutroom_changes_waiting', 'Requests and streams in this process that wait for changes.')
    const entries = gauge('cutroom_changes_unnumbered', 'Changes that have no number yet, 1000 at most.')
    const age = gauge('cutroom_changes_unnumbered_age_seconds', 'How long the oldest of them has waited for its number.')
    return async () => {
      waiting.set(changes.waiters)
      const row = (await database.reads.sql.first(unnumbered, []))!
      entries.set(row.entries)
      age.set(ageInSeconds(row.oldest && timeOfId(row.oldest), clock()))
    }
  })
}
