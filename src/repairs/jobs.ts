import type { FastifyBaseLogger } from 'fastify'
import { firstIdAt } from '../basics/ids.js'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../basics/units.js'
import type { Job } from '../work/loop/loop.js'
import type { HistoryRepair, HistoryReport } from './history.js'
import type { ItemsRepair } from './items.js'

/** Whatever was begun so long ago has been committed, whoever's clock is wrong. */
const SETTLED_MS = DAY_MS
/** How often the log says how far it is. */
const PROGRESS_MS = 10 * SECOND_MS

export interface RepairsDependencies {
  readonly repairHistory: HistoryRepair
  readonly repairItems: ItemsRepair
  readonly log: FastifyBaseLogger
  readonly clock?: () => number
}

/**
 * Makes up for what an older version has left out, which has written to the database of a newer one: after the start,
 * and from time to time, as it may have run beside this one.
 */
export function createRepairJobs (
  { repairHistory, repairItems, log, clock = Date.now }: RepairsDependencies
): Job[] {
  async function run (signal: AbortSignal, heartbeat: () => void): Promise<void> {
    const options = { signal, heartbeat, settledBefore: firstIdAt(new Date(clock() - SETTLED_MS)) }
    const { report, end } = createReport(log)
    await repairHistory(options, report)
    end()
    const items = await repairItems(options)
    if (items > 0) log.info({ items }, 'items that an older version has left out of the search index are in it')
  }

  return [{ name: 'repairs', intervalMs: HOUR_MS, run }]
}

function createReport (log: FastifyBaseLogger): { report: HistoryReport, end: () => void } {
  const startedAt = performance.now()
  let toldAt = startedAt
  let repaired = 0
  return {
    report: {
      onBegin: (missing) => {
        log.info({ missing }, 'the history is looked through for entries that an older version has given no change')
      },
      onProgress: (figures) => {
        repaired = figures.repaired
        if (performance.now() - toldAt < PROGRESS_MS) return
        toldAt = performance.now()
        log.info(figures, 'the history is being looked through')
      }
    },
    end: () => {
      const durationMs = Math.round(performance.now() - startedAt)
      if (repaired === 0) return
      log.info({ entries: repaired, durationMs }, 'entries that an older version has given no change have one')
    }
  }
}
