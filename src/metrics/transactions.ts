import type { Database } from '../database/database.js'
import type { Metrics } from './metrics.js'

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Measures where writes wait: each for its turn, and then each transaction in its stages. */
export function timeTransactions ({ metrics, database }: { metrics: Metrics, database: Database }): void {
  const waits = metrics.histogram(
    'cutroom_database_wait_seconds', 'How long transactions waited for their turn.', SECONDS
  )
  const stages = metrics.histogram(
    'cutroom_database_stage_seconds', 'How long transactions took after their wait, stage by stage.', SECONDS, ['stage']
  )
  database.observeStages((stage, tookMs) => {
    if (stage === 'queue') waits.observe(tookMs / 1000)
    else stages.observe({ stage }, tookMs / 1000)
  })
}
