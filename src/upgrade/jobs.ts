import type { Bus } from '../core/events/bus.js'
import type { Transact } from '../core/transact.js'
import type { VersionGuard } from '../database/version-guard.js'
import { SECOND_MS } from '../basics/units.js'
import { version } from '../basics/version.js'
import { INDEX_JOB } from '../search/jobs.js'
import type { Job } from '../work/loop/loop.js'
import { finishUpgrade } from './finish.js'

const INTERVAL_MS = 2 * SECOND_MS

export interface UpgradeJobDependencies {
  readonly transact: Transact
  readonly bus: Bus
  readonly guard: Pick<VersionGuard, 'isFinished'>
}

/** The job that finishes an upgrade, in each process: those that run no other jobs may be all that there are. */
export function createUpgradeJob ({ transact, bus, guard }: UpgradeJobDependencies): Job {
  let isUnderWay = false
  return {
    name: 'upgrade',
    everywhere: true,
    intervalMs: INTERVAL_MS,
    run: async () => {
      if (!guard.isFinished()) {
        isUnderWay = true
        await finishUpgrade({ transact, release: version })
      } else if (isUnderWay) {
        isUnderWay = false
        bus.wake(INDEX_JOB)
      }
    }
  }
}
