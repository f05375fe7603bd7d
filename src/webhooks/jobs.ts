import type { Job } from '../work/loop/loop.js'
import type { Delivery } from './delivery/delivery.js'
import { createSetBack, type SetBackDependencies } from './delivery/set-back.js'
import { FAN_OUT_JOB, WEBHOOKS_JOB } from './job-names.js'
import type { FanOut } from './outbox/fan-out.js'
import { createRetention, type RetentionDependencies } from './log/retention.js'

/**
 * Work of another process is found after this time at the latest, and a retry this long before it is due.
 */
const LOOK_INTERVAL_MS = 500
const RETENTION_INTERVAL_MS = 60_000
/** The check of the clock costs nothing. */
const CLOCK_INTERVAL_MS = 2000

/** The background jobs of webhooks. */
export function createWebhookJobs (
  { delivery, fanOut, ...dependencies }:
  RetentionDependencies & Omit<SetBackDependencies, 'takeLead'> & { delivery: Delivery, fanOut: Pick<FanOut, 'run'> }
): Job[] {
  return [
    { name: FAN_OUT_JOB, intervalMs: LOOK_INTERVAL_MS, run: fanOut.run },
    { name: WEBHOOKS_JOB, intervalMs: LOOK_INTERVAL_MS, run: delivery.look },
    {
      name: 'webhook-clock',
      intervalMs: CLOCK_INTERVAL_MS,
      run: createSetBack({ ...dependencies, takeLead: delivery.takeLead })
    },
    { name: 'webhook-retention', intervalMs: RETENTION_INTERVAL_MS, run: createRetention(dependencies) }
  ]
}
