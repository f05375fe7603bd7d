import type { FastifyBaseLogger } from 'fastify'
import { toDatabase } from '../../basics/time.js'
import type { Transact } from '../../core/transact.js'
import { leaseEnd } from '../../work/claims/claim.js'
import { keepLease } from '../../work/claims/lease.js'
import type { Received } from '../receive/messages.js'
import type { ReceivingThread } from '../receive/thread.js'
import { receivedColumns, receivedValues, toMediaFile } from '../rows.js'
import { dueFiles, type IngestClaim } from './claim.js'

/**
 * More than this since the last write keeps the disk busy already: what a commit waits for, on SQLite requests wait for
 * too.
 */
const LITTLE_BYTES = 8 * 1024 ** 2

/** $4 end of the lease, and what was received */
const keep = dueFiles.held('keep', (sql) => `due_at = ${sql.moment('$4')}, ${receivedColumns(5)}`)

export type IngestLease = ReturnType<typeof keepIngestLease>

export interface LeaseDependencies {
  readonly transact: Transact
  readonly thread: Pick<ReceivingThread, 'discard'>
  readonly log: FastifyBaseLogger
}

/** Renews a lease until it is let go, and writes down what was received meanwhile. */
export function keepIngestLease (claim: IngestClaim, { transact, thread, log }: LeaseDependencies) {
  const mediaFileId = claim.row.id
  let { received } = toMediaFile(claim.row)
  /** What the row says. */
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

  /** A temporary file goes when the row names it no more: until then it is what the next process would go on with. */
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
    /** The last that is known to be on disk. */
    get received () { return received },
    note: (latest: Received) => {
      received = latest
      if (isWorthACommit(written, latest)) lease.renewSoon()
    },
    letGo: lease.letGo,
    /** The file was settled, and its row names what is kept here. */
    settled: drop
  }
}

/**
 * The first of a file always is: it is what an ingest can be gone on with. Large files that come in fast are written
 * with their lease.
 */
function isWorthACommit (written: Received | null, latest: Received): boolean {
  return written === null || written.partial !== latest.partial || written.bytes === 0 ||
    latest.bytes - written.bytes < LITTLE_BYTES
}
