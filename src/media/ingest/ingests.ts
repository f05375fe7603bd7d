import { createAttendant } from '../../work/claims/attendant.js'
import { dueFiles } from './claim.js'
import { ingest, type IngestDependencies } from './ingest.js'
import { createIngestSlots } from './slots.js'

/** The job that takes up what waits. */
export const INGEST_JOB = 'media-ingest'

/** What a stop waits for: the end of writes that were begun. What takes longer goes on after the next start. */
const STOP_MS = 3000

export interface IngestsDependencies extends IngestDependencies {
  /** Files at the same time, at most, beside those whose senders are slow. */
  readonly parallel: number
  /** How long a file may be slow before it lets others by. */
  readonly slowFileMs?: number | undefined
}

/** Brings files in, several at once. */
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
      const slot = slots.enter(claim.row.user_id, () => yielding.abort())
      return before
        .then(() =>
          ingest(claim, dependencies, {
            stopping: AbortSignal.any([stopping, yielding.signal]),
            onReceived: slot.received
          })
        )
        .finally(() => slot.leave())
    }
  })

  return {
    look: attendant.look,
    /**
     * Ends what is under way so that it can be gone on with, by this service's next life or by another process at once.
     */
    stop: async (): Promise<void> => {
      const stopped = attendant.stop()
      await Promise.race([stopped, new Promise((resolve) => { setTimeout(resolve, STOP_MS).unref() })])
      await thread.close()
      await stopped
    }
  }
}
