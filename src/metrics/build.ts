import { commit, version } from '../basics/version.js'
import type { Metrics } from './metrics.js'

/** The running build, to compare metrics before and after an upgrade. */
export function addBuildMetrics ({ metrics }: { metrics: Metrics }): void {
  metrics.addSource('build', (gauge) => {
    const info = gauge(
      'cutroom_build_info', 'Always 1; the labels are the version that runs, and its commit.', ['version', 'commit']
    )
    return () => info.set({ version, commit }, 1)
  })
}
