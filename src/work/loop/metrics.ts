import type { Metrics } from '../../metrics/metrics.js'
import type { Loop } from './loop.js'

/** Metrics of this process's background jobs. A label `job` would collide with Prometheus' own. */
export function addJobMetrics ({ metrics, loop }: { metrics: Metrics, loop: Loop }): void {
  metrics.addSource('jobs', (gauge) => {
    const failing = gauge(
      'cutroom_job_failures_in_a_row',
      'How often a background job has failed since it last succeeded.',
      ['name']
    )
    const succeeded = gauge(
      'cutroom_job_last_success_timestamp_seconds',
      'When a background job last did what there was to do.',
      ['name']
    )
    return () => {
      for (const state of loop.states()) {
        const { name } = state
        failing.set({ name }, state.failuresInARow)
        if (state.succeededAt !== null) succeeded.set({ name }, state.succeededAt / 1000)
      }
    }
  })
}
