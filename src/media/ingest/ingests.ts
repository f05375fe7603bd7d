import { claimDueFiles, isAnyDue, type IngestClaim } from './claim.js'
import { correctDueTimes } from './due-times.js'
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
  readonly clock?: () => Date
}

/** Brings files in, several at once. What waits is read from the table: here is only what this process is doing. */
export function createIngests (
  { parallel, slowFileMs, clock = () => new Date(), ...dependencies }: IngestsDependencies
) {
  const { log, thread, database } = dependencies
  const longestDelayMs = Math.max(0, ...dependencies.delays) * 1000
  const slots = createIngestSlots({
    parallel,
    judgeEveryMs: slowFileMs,
    isAnyWaiting: () => isAnyDue(database, clock()),
    onFree: lookForFreeSlots
  })
  const running = new Map<string, Promise<void>>()
  const turns = new Map<number, number>()
  const stopping = new AbortController()
  let looking: Promise<void> | null = null
  let lookAgain = false

  /** Takes up what waits, as far as there is room. Resolves when it has begun, not when it is done. */
  async function look (): Promise<void> {
    lookAgain = true
    looking ??= fill().finally(() => { looking = null })
    await looking
  }

  async function fill (): Promise<void> {
    while (lookAgain && !stopping.signal.aborted) {
      lookAgain = false
      await correctDueTimes({ ...dependencies, longestDelayMs }, clock())
      if (slots.free() === 0) return
      const claims = await claimDueFiles(dependencies, slots.free(), clock(), { underway: slots.underway(), turns })
      for (const claim of claims) start(claim)
    }
  }

  function start (claim: IngestClaim): void {
    const { id } = claim.file
    // A file may come back to the process that has lost it, while what it was doing there has not ended.
    const before = running.get(id) ?? Promise.resolve()
    const yielding = new AbortController()
    const slot = slots.enter(claim.file.accountId, () => yielding.abort())
    const work = before
      .then(() =>
        ingest(claim, dependencies, {
          stopping: AbortSignal.any([stopping.signal, yielding.signal]),
          onReceived: slot.received
        })
      )
      .then((retryInMs) => {
        if (retryInMs !== null) setTimeout(lookForFreeSlots, retryInMs).unref()
      })
      .catch((error: unknown) =>
        log.error({ err: error, mediaFileId: id }, 'an ingest was interrupted and is taken up again')
      )
      .finally(() => {
        slot.leave()
        if (running.get(id) === work) running.delete(id)
        lookForFreeSlots()
      })
    running.set(id, work)
  }

  /** Sooner than the job would: it only has to see to what others have left. */
  function lookForFreeSlots (): void {
    look().catch((error: unknown) => log.error({ err: error }, 'waiting files could not be read, which is tried again'))
  }

  return {
    look,
    /**
     * Ends what is under way so that it can be gone on with, by this service's next life or by another process at once.
     */
    stop: async (): Promise<void> => {
      stopping.abort()
      await looking?.catch(() => {})
      const ended = Promise.all(running.values())
      await Promise.race([ended, new Promise((resolve) => { setTimeout(resolve, STOP_MS).unref() })])
      await thread.close()
      await ended
    },
    /** How many files are being brought in. */
    get running () { return running.size }
  }
}
