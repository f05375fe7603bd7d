import { createAttendant } from '../../work/claims/attendant.js'
import type { Worker } from '../../work/claims/worker.js'
import { partyOf } from '../../work/claims/claim.js'
import { dueFiles } from './claim.js'
import { ingest, type IngestDependencies } from './ingest.js'
import { createIngestSlots } from './slots.js'

/** The longest wait of a stop for running writes. Everything else resumes after the next start. */
const STOP_MS = 3000

export interface IngestsDependencies extends IngestDependencies {
  /** Maximum number of files of an account at the same time, besides those of slow senders. */
  readonly parallel: number
  readonly worker: Worker
  /** How long a slow file keeps its slot. */
  readonly slowFileMs?: number | undefined
}

/** Ingests files, several at once. */
export function createIngests ({ parallel, slowFileMs, ...dependencies }: IngestsDependencies) {
  const { thread, delays } = dependencies
  const slots = createIngestSlots({
    parallel,
    judgeEveryMs: slowFileMs,
    isAnyWaiting: () => attendant.isAnyDue(),
    onFree: () => attendant.lookSoon()
  })
  const attendant = createAttendant({
    ...dependencies,
    rows: dueFiles,
    longestDelayMs: Math.max(0, ...delays) * 1000,
    mostAtOnce: parallel,
    slots,
    attend: (claim, { stopping, before }) => {
      const yielding = new AbortController()
      const slot = slots.enter(partyOf(claim.row), () => yielding.abort())
      return before
        .then(() =>
          ingest(claim, dependencies, {
            stopping: AbortSignal.any([stopping, yielding.signal]),
            onArrived: slot.arrived
          })
        )
        .finally(() => slot.leave())
    }
  })

  return {
    look: attendant.look,
    /** Ends all running work. It resumes in another process, or after the next start. */
    stop: async (): Promise<void> => {
      const stopped = attendant.stop()
      await Promise.race([stopped, new Promise((resolve) => { setTimeout(resolve, STOP_MS).unref() })])
      await thread.close()
      await stopped
    }
  }
}
