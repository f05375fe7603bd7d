import { MINUTE_MS, SECOND_MS } from '../../basics/units.js'
import { createAttendant } from '../../work/claims/attendant.js'
import type { Worker } from '../../work/claims/worker.js'
import type { Job } from '../../work/loop/loop.js'
import { createLeftovers } from './leftovers.js'
import { createLook, type LookDependencies } from './look.js'
import { ARRIVALS_JOB, dueArrivals, dueFolders, LEFTOVERS_JOB, LONGEST_DELAY_MS, LOOK_JOB } from './rows.js'
import { createSettle } from './settle.js'

/** Folders, and files, of an account that are looked at together. */
const FOLDERS_AT_ONCE = 20
const FILES_AT_ONCE = 8

export interface ArrivalJobsDependencies extends LookDependencies {
  readonly worker: Worker
}

/** The jobs of what comes in, and their end. */
export function createArrivalJobs (dependencies: ArrivalJobsDependencies) {
  const look = createLook(dependencies)
  const folders = createAttendant({
    ...dependencies,
    rows: dueFolders,
    longestDelayMs: LONGEST_DELAY_MS,
    mostAtOnce: FOLDERS_AT_ONCE,
    attend: (claim, { stopping, before }) => before.then(() => look(claim, stopping))
  })
  const settle = createSettle(dependencies)
  const files = createAttendant({
    ...dependencies,
    rows: dueArrivals,
    longestDelayMs: LONGEST_DELAY_MS,
    mostAtOnce: FILES_AT_ONCE,
    attend: (claim, { stopping, before }) => before.then(() => settle(claim, stopping))
  })
  const jobs: Job[] = [
    { name: LOOK_JOB, intervalMs: SECOND_MS, run: folders.look },
    { name: ARRIVALS_JOB, intervalMs: SECOND_MS, run: files.look },
    { name: LEFTOVERS_JOB, intervalMs: MINUTE_MS, run: createLeftovers(dependencies) }
  ]
  return { jobs, stop: async (): Promise<void> => { await Promise.all([folders.stop(), files.stop()]) } }
}
