import type { FastifyBaseLogger } from 'fastify'
import { SECOND_MS } from '../../basics/units.js'
import type { Transact } from '../../core/transact.js'
import { LeaseLost } from '../../work/claims/claim.js'
import { createSingleFlight } from '../../work/turns/single-flight.js'
import type { LocalFiles } from '../analysis/local-files.js'
import { StorageFailure } from '../thread/thread.js'
import type { RenderingClaim } from './rows.js'
import { note } from './settle.js'

/** The interval of updates: a progress bar needs no more. */
const EVERY_MS = 2 * SECOND_MS

export interface ProgressDependencies {
  readonly transact: Transact
  readonly localFiles: Pick<LocalFiles, 'hasRoom'>
  readonly log: FastifyBaseLogger
}

/** Stores how far the proxies of a file have come, and ends the work when the disk is nearly full. */
export function keepProgress (claim: RenderingClaim, { transact, localFiles, log }: ProgressDependencies) {
  const ending = new AbortController()
  let failure: Error | null = null
  let latest = 0
  let nextAt = 0
  let isEnded = false

  const writes = createSingleFlight(() =>
    transact(claim.caller, (tx) => note(tx, claim, latest)).catch((error: unknown) => {
      if (error instanceof LeaseLost) stop(error)
      else log.error({ err: error }, 'how far the proxies are could not be written')
    }))

  function stop (error: Error): void {
    failure = error
    ending.abort()
  }

  return {
    /** Aborts when another process has the row, and when there is no more room. */
    signal: ending.signal,
    failure: (): Error | null => failure,
    note (progress: number): void {
      latest = progress
      if (isEnded || failure !== null) return
      if (!localFiles.hasRoom(0)) return stop(new StorageFailure('ENOSPC', 'There is no room on the disk for proxies'))
      if (performance.now() < nextAt) return
      nextAt = performance.now() + EVERY_MS
      writes.join()
    },
    /** Resolves when nothing more is written. */
    async end (): Promise<void> {
      isEnded = true
      await writes.ended()
    }
  }
}
