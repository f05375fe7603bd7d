import { version } from '../process/version.js'
import type { Metrics } from './metrics.js'

/** Which build is running, for whoever compares figures before and after an upgrade. */
export function addBuildMetrics ({ metrics }: { metrics: Metrics }): void {
  metrics.addSource('build', (gauge) => {
    const info = gauge('cutroom_build_info', 'Always 1; the label is the version that runs.', ['version'])
    return () => info.set({ version }, 1)
  })
}
