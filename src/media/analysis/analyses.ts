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
  const underWay = new Map<number, number>()
  const count = (userId: number, more: number) => underWay.set(userId, (underWay.get(userId) ?? 0) + more)
  const running = () => [...underWay.values()].reduce((sum, files) => sum + files, 0)

  const attendant = createAttendant({
    rows: analysisRows,
    database,
    transact,
    log,
    longestDelayMs: Math.max(0, ...delays) * SECOND_MS,
    room: () => parallel - running(),
    underWay: () => underWay,
    async attend (claim, { stopping, before }) {
      count(claim.row.user_id, 1)
      try {
        await before
        return await attemptAnalysis(claim, dependencies, stopping)
      } finally {
        count(claim.row.user_id, -1)
      }
    }
  })

  return {
    /** Takes up what waits; where nothing does, some of what is there from before. */
    async look (): Promise<void> {
      if (parallel === 0) return
      await attendant.look()
      if (running() === 0 && await bringForward({ database, transact })) await attendant.look()
    },
    stop: attendant.stop
  }
}
