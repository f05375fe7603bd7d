import type { FastifyBaseLogger } from 'fastify'
import type { Transact } from '../../core/transact.js'
import { LeaseLost } from '../../work/claims/claim.js'
import { createSingleFlight } from '../../work/turns/single-flight.js'
import type { Arrived } from '../thread/messages.js'
import type { FileThread } from '../thread/thread.js'
import { arrivedColumns, arrivedOf, arrivedValues } from '../rows.js'
import { dueFiles, type IngestClaim } from './claim.js'

/** Fast files keep the disk busy: a commit for each of their pieces would slow down requests on SQLite. */
const LITTLE_BYTES = 8 * 1024 ** 2
/** Writes are made at multiples of these intervals, so that those of several files share a commit. */
const SOON_MS = 100
const LATER_MS = 2000

/** $4 and following: the progress */
const keep = dueFiles.held('keep', () => arrivedColumns(4))

export type KeptProgress = ReturnType<typeof keepProgress>

export interface ProgressDependencies {
  readonly transact: Transact
  readonly thread: Pick<FileThread, 'discard'>
  readonly log: FastifyBaseLogger
}

/** Stores the progress of an ingest, so that another attempt resumes there. */
export function keepProgress (claim: IngestClaim, { transact, thread, log }: ProgressDependencies) {
  const mediaFileId = claim.row.id
  const lost = new AbortController()
  let arrived = arrivedOf(claim.row)
  /** The progress that the row has. */
  let written = arrived
  let timer: NodeJS.Timeout | undefined
  let dueAt = Infinity
  let isEnded = false

  const writes = createSingleFlight(() => write().catch((error: unknown) => {
    if (error instanceof LeaseLost) lost.abort()
    else log.error({ err: error, mediaFileId }, 'the progress of an ingest could not be written')
  }))

  async function write (): Promise<void> {
    const latest = arrived
    await transact(claim.caller, (tx) => dueFiles.update(tx, claim, keep, arrivedValues(latest)))
    await drop(latest)
  }

  /** Removes a temporary file when the row no longer names it. Until then the next process would resume it. */
  async function drop (kept: Arrived | null): Promise<void> {
    const before = written
    written = kept
    if (before === null || before.partial === kept?.partial) return
    await thread.discard(before.partial).catch((error: unknown) =>
      log.error({ err: error, mediaFileId }, 'a temporary file could not be removed')
    )
  }

  function writeWithin (intervalMs: number): void {
    const now = Date.now()
    const at = now + intervalMs - now % intervalMs
    if (isEnded || at >= dueAt) return
    dueAt = at
    clearTimeout(timer)
    timer = setTimeout(() => {
      dueAt = Infinity
      // Progress that was noted during a write is stored by the next one.
      if (writes.isUnderWay()) writeWithin(SOON_MS)
      else writes.join()
    }, at - now)
  }

  return {
    /** Aborts when another process has the row, or when it is gone. */
    signal: lost.signal,
    /** The progress that is on disk. */
    get arrived () { return arrived },
    note: (latest: Arrived) => {
      arrived = latest
      writeWithin(isWorthACommit(written, latest) ? SOON_MS : LATER_MS)
    },
    /** Resolves when nothing more is written. */
    end: async (): Promise<void> => {
      isEnded = true
      clearTimeout(timer)
      await writes.ended()
    },
    /** The row names this temporary file, or none: an earlier one is removed. */
    keepOnly: drop
  }
}

/** The first progress of a file is always stored, so that it can be resumed. Fast files are stored now and then. */
function isWorthACommit (written: Arrived | null, latest: Arrived): boolean {
  return written === null || written.partial !== latest.partial || written.bytes === 0 ||
    latest.bytes - written.bytes < LITTLE_BYTES
}
