import type { Database } from '../database/database.js'
import { isFinished, readRelease } from '../database/release/row.js'
import type { Metrics } from '../metrics/metrics.js'
import { listAtWork } from '../database/release/waiting.js'

/** Whether an upgrade is finished, and which releases are at work. */
export function addUpgradeMetrics ({ metrics, database }: { metrics: Metrics, database: Database }): void {
  metrics.addSource('upgrade', (gauge) => {
    const finished = gauge('cutroom_upgrade_finished', 'Whether all that is new in the release of the database has begun: 1, or 0.')
    const processes = gauge('cutroom_processes', 'The services at work, by their release.', ['version'])
    return async () => {
      const row = await readRelease(database)
      finished.set(row === null || isFinished(row) ? 1 : 0)
      processes.reset()
      for (const { release } of await listAtWork(database)) processes.inc({ version: release })
    }
  })
}
