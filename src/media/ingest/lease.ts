import type { FastifyBaseLogger } from 'fastify'
import { toDatabase } from '../../basics/time.js'
import type { Transact } from '../../core/transact.js'
import { leaseEnd } from '../../work/claims/claim.js'
import { keepLease } from '../../work/claims/lease.js'
import type { Received } from '../receive/messages.js'
import type { ReceivingThread } from '../receive/thread.js'
import { receivedColumns, receivedValues, toMediaFile } from '../rows.js'
import { dueFiles, type IngestClaim } from './claim.js'

/** Fast files keep the disk busy: a commit for each of their pieces would slow down requests on SQLite. */
const LITTLE_BYTES = 8 * 1024 ** 2

/** $4 end of the lease, and the progress */
const keep = dueFiles.held('keep', (sql) => `due_at = ${sql.moment('$4')}, ${receivedColumns(5)}`)

export type IngestLease = ReturnType<typeof keepIngestLease>

export interface LeaseDependencies {
  readonly transact: Transact
  readonly thread: Pick<ReceivingThread, 'discard'>
  readonly log: FastifyBaseLogger
}

/** Renews the lease until it is released, and stores the progress meanwhile. */
export function keepIngestLease (claim: IngestClaim, { transact, thread, log }: LeaseDependencies) {
  const mediaFileId = claim.row.id
  let { received } = toMediaFile(claim.row)
  /** The progress that the row has. */
  let written = received

  const lease = keepLease({
    renew: async () => {
      const latest = received
      await transact(
        claim.caller,
        (tx) => dueFiles.update(tx, claim, keep, [toDatabase(leaseEnd(tx.time)), ...receivedValues(latest)])
      )
      await drop(latest)
    },
    onError: (error) => log.error({ err: error, mediaFileId }, 'the progress of an ingest could not be written')
  })

  /** Removes a temporary file when the row no longer names it. Until then the next process would resume it. */
  async function drop (kept: Received | null): Promise<void> {
    const before = written
    written = kept
    if (before === null || before.partial === kept?.partial) return
    await thread.discard(before.partial).catch((error: unknown) =>
      log.error({ err: error, mediaFileId }, 'a temporary file could not be removed')
    )
  }

  return {
    /** Aborts when the lease is lost. */
    signal: lease.signal,
    /** The progress that is on disk. */
    get received () { return received },
    note: (latest: Received) => {
      received = latest
      if (isWorthACommit(written, latest)) lease.renewSoon()
    },
    letGo: lease.letGo,
    /** The row names the kept temporary file, or none. */
    settled: drop
  }
}

/**
 * The first progress of a file is always stored, so that it can be resumed. Fast files are stored with the renewals of
 * their lease.
 */
function isWorthACommit (written: Received | null, latest: Received): boolean {
  return written === null || written.partial !== latest.partial || written.bytes === 0 ||
    latest.bytes - written.bytes < LITTLE_BYTES
}
