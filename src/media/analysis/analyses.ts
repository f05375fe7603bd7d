import { createAttendant } from '../../work/claims/attendant.js'
import type { Worker } from '../../work/claims/worker.js'
import { createBacklog } from '../backlog.js'
import { queueOutdated } from '../outdated.js'
import { attemptAnalysis, type AttemptDependencies } from './attempt.js'
import { analysisRows } from './rows.js'
import { SECOND_MS } from '../../basics/units.js'

/** Old files, and those that are analysed again. */
export const analysisBacklog = createBacklog('media_analyses')

export interface AnalysesDependencies extends AttemptDependencies {
  /** Maximum number of files of an account at the same time; one more is for others. 0 turns the analysis off. */
  readonly parallel: number
  readonly worker: Worker
}

/** Analyses ingested files, a few at a time. Accounts take turns, and so do the users of each. */
export function createAnalyses ({ parallel, worker, ...dependencies }: AnalysesDependencies) {
  const { database, transact, delays, log } = dependencies
  const attendant = createAttendant({
    rows: analysisRows,
    database,
    transact,
    worker,
    log,
    longestDelayMs: Math.max(0, ...delays) * SECOND_MS,
    mostAtOnce: parallel,
    async attend (claim, { stopping, before }) {
      await before
      return attemptAnalysis(claim, dependencies, stopping)
    }
  })

  return {
    /** Takes up due files. If there are none, it makes some of the backlog due. */
    async look (): Promise<void> {
      if (parallel === 0) return
      if (!await attendant.isAnyDue() && !await analysisBacklog.bringForward({ database, transact })) {
        await queueOutdated({ database, transact }, 'analysis')
      }
      await attendant.look()
    },
    stop: attendant.stop
  }
}
