import { createAttendant } from '../../work/claims/attendant.js'
import { attemptAnalysis, type AttemptDependencies } from './attempt.js'
import { bringForward } from './backlog.js'
import { analysisRows } from './rows.js'
import { SECOND_MS } from '../../basics/units.js'

export interface AnalysesDependencies extends AttemptDependencies {
  /** Files at the same time, at most. None where it is 0. */
  readonly parallel: number
}

/** Looks into files that came in, a few at a time; users take turns. */
export function createAnalyses ({ parallel, ...dependencies }: AnalysesDependencies) {
  const { database, transact, delays, log } = dependencies
  const attendant = createAttendant({
    rows: analysisRows,
    database,
    transact,
    log,
    longestDelayMs: Math.max(0, ...delays) * SECOND_MS,
    mostAtOnce: parallel,
    async attend (claim, { stopping, before }) {
      await before
      return attemptAnalysis(claim, dependencies, stopping)
    }
  })

  return {
    /** Takes up what waits; where nothing does, some of what is there from before. */
    async look (): Promise<void> {
      if (parallel === 0) return
      if (!await attendant.isAnyDue()) await bringForward({ database, transact })
      await attendant.look()
    },
    stop: attendant.stop
  }
}
