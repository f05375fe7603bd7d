import type { FastifyBaseLogger } from 'fastify'
import type { Transact } from '../../core/transact.js'
import type { LocalFiles } from '../analysis/local-files.js'
import { keepProgress, LATER_MS, SOON_MS } from '../file-work/progress.js'
import { StorageFailure } from '../thread/thread.js'
import { renderingRows, type RenderingClaim } from './rows.js'

/** $4 a part of 1 */
const keep = renderingRows.held('keep', () => 'progress = $4')

export interface AdvancingDependencies {
  readonly transact: Transact
  readonly localFiles: Pick<LocalFiles, 'hasRoom'>
  readonly log: FastifyBaseLogger
}

/** Stores how far the proxies of a file are, and ends the work when the disk is nearly full. */
export function keepAdvancing (claim: RenderingClaim, { transact, localFiles, log }: AdvancingDependencies) {
  let latest = 0
  let isFirst = true
  const { writeWithin, stop, signal, failure, end } = keepProgress({
    log,
    write: () => transact(claim.caller, (tx) => renderingRows.update(tx, claim, keep, [latest]))
  })

  return {
    signal,
    failure,
    end,
    /** A part of 1. */
    note (progress: number): void {
      latest = progress
      if (!localFiles.hasRoom(0)) return stop(new StorageFailure('ENOSPC', 'There is no room on the disk for proxies'))
      writeWithin(isFirst ? SOON_MS : LATER_MS)
      isFirst = false
    }
  }
}
