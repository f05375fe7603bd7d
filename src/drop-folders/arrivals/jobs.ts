import { MINUTE_MS, SECOND_MS } from '../../basics/units.js'
import { createAttendant } from '../../work/claims/attendant.js'
import type { Claim, WorkRow } from '../../work/claims/claim.js'
import type { DueRows } from '../../work/claims/due-rows.js'
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
  /** Works on the due rows of a table. */
  function attend<Row extends WorkRow> (
    rows: DueRows<Row>, mostAtOnce: number, work: (claim: Claim<Row>, stopping: AbortSignal) => Promise<number | null>
  ) {
    return createAttendant({
      ...dependencies,
      rows,
      longestDelayMs: LONGEST_DELAY_MS,
      mostAtOnce,
      attend: (claim, { stopping, before }) => before.then(() => work(claim, stopping))
    })
  }

  const folders = attend(dueFolders, FOLDERS_AT_ONCE, createLook(dependencies))
  const files = attend(dueArrivals, FILES_AT_ONCE, createSettle(dependencies))
  const looks: Job[] = [
    { name: LOOK_JOB, intervalMs: SECOND_MS, run: folders.look },
    { name: ARRIVALS_JOB, intervalMs: SECOND_MS, run: files.look }
  ]
  const jobs: Job[] = [
    // A process without locations leaves the work to those that have them.
    ...dependencies.locations.areAny ? looks : [],
    { name: LEFTOVERS_JOB, intervalMs: MINUTE_MS, run: createLeftovers(dependencies) }
  ]
  return { jobs, stop: async (): Promise<void> => { await Promise.all([folders.stop(), files.stop()]) } }
}
