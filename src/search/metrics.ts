import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { ageInSeconds } from '../metrics/age.js'
import type { Metrics } from '../metrics/metrics.js'
import { percentOf, readState } from './state.js'

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const pending = statement<{ count: number, since: string | null }>('search_refreshes_pending', (sql) => `
  SELECT count(*) AS count, ${sql.milliseconds('min(created_at)')} AS since
    FROM (SELECT created_at FROM search_refreshes ORDER BY id LIMIT 1000) AS oldest`)

/** Measures the time of queries to the index. */
export function timeSearches (metrics: Metrics): (kind: 'results' | 'counts', seconds: number) => void {
  const durations = metrics.histogram(
    'cutroom_search_duration_seconds',
    'How long the search index took, for a page of results and for facets and totals.',
    SECONDS,
    ['kind']
  )
  return (kind, seconds) => durations.observe({ kind }, seconds)
}

/** The backlog of the index: after a field has changed, and after an upgrade. Other writes update it at once. */
export function addSearchMetrics ({ metrics, database }: { metrics: Metrics, database: Database }): void {
  metrics.addSource('search', (gauge) => {
    const built = gauge(
      'cutroom_search_index_built_percent', 'How much of the search index is built: 100 when it is complete.'
    )
    const waiting = gauge(
      'cutroom_search_refreshes_pending', 'Changed fields whose values are still to be indexed again, 1000 at most.'
    )
    const lag = gauge('cutroom_search_index_lag_seconds', 'For how long the oldest of them has been waiting.')
    return async () => {
      const { sql } = database.reads
      built.set(percentOf(await readState(sql)))
      const { count, since } = (await sql.first(pending, []))!
      waiting.set(count)
      lag.set(ageInSeconds(since, Date.now()))
    }
  })
}
