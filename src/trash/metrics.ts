import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import type { Metrics } from '../metrics/metrics.js'
import { DAY_MS } from '../basics/units.js'

/** One look-up in an index per account, as the table may be long. */
const oldestCohort = statement<{ oldest: string | null }>('oldest_cohort', (sql) => `
  SELECT ${sql.milliseconds('MIN(oldest)')} AS oldest
  FROM (SELECT (SELECT MIN(trashed_at) FROM trash_cohorts WHERE account_id = accounts.id) AS oldest
    FROM accounts) AS by_account`)

export interface TrashMetricsDependencies {
  readonly metrics: Metrics
  readonly database: Database
  readonly retentionDays: number
  readonly clock?: () => number
}

/** Reports how late the timer is. */
export function addTrashMetrics (
  { metrics, database, retentionDays, clock = Date.now }: TrashMetricsDependencies
): void {
  metrics.addSource('trash', (gauge) => {
    const lag = gauge(
      'cutroom_purge_lag_seconds',
      'How long ago the oldest item in the trash should have been deleted for good; 0 where none is due.'
    )
    return async () => {
      const row = await database.reads.sql.first(oldestCohort, [])
      const lagMs = row?.oldest == null ? 0 : clock() - (Date.parse(row.oldest) + retentionDays * DAY_MS)
      lag.set(Math.max(0, lagMs) / 1000)
    }
  })
}
