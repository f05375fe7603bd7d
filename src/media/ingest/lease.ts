import type { FastifyBaseLogger } from 'fastify'
import { statement, type Dialect, type SqlValue, type Statement } from '../../database/sql.js'
import { toDatabase } from '../../basics/time.js'
import type { Transact, Transaction } from '../../core/transact.js'
import type { Received } from '../receive/messages.js'
import type { ReceivingThread } from '../receive/thread.js'
import { receivedColumns, receivedValues } from '../rows.js'
import { leaseEnd, type IngestClaim } from './claim.js'

/** How often a lease is renewed where there is nothing else to write. */
const RENEW_EVERY_MS = 2000
/**
 * What was received is written at the next of these moments, so that files that come in at the same time share a
 * commit.
 */
const WRITE_EVERY_MS = 100
/**
 * More than this since the last write keeps the disk busy already: what a commit waits for, on SQLite requests wait for
 * too.
 */
const LITTLE_BYTES = 8 * 1024 ** 2

/** The file is no longer this process's: another one has it, or it was taken off its asset. */
export class IngestLeaseLost extends Error {
  override name = 'IngestLeaseLost'
}

/** A change of a file that is held. `$1` to `$3` say which and by whom; what it assigns begins with `$4`. */
export function heldUpdate (name: string, assignments: (sql: Dialect) => string): Statement {
  return statement(
    name,
    (sql) => `UPDATE media_files SET ${assignments(sql)} WHERE id = $1 AND account_id = $2 AND lease_token = $3`
  )
}

/** Runs a `heldUpdate`. Throws IngestLeaseLost, with which the transaction is undone. */
export async function updateHeldFile (
  tx: Transaction, { file, token }: IngestClaim, update: Statement, values: readonly SqlValue[]
): Promise<void> {
  if (await tx.sql.run(update, [file.id, file.accountId, token, ...values]) === 0) throw new IngestLeaseLost()
}

/** $4 end of the lease, and what was received */
const renewLease = heldUpdate('media_files_renew', (sql) => `due_at = ${sql.moment('$4')}, ${receivedColumns(5)}`)

export type IngestLease = ReturnType<typeof keepLease>

export interface LeaseDependencies {
  readonly transact: Transact
  readonly thread: Pick<ReceivingThread, 'discard'>
  readonly log: FastifyBaseLogger
}

/** Renews a lease until it is let go, and writes down what was received meanwhile. */
export function keepLease (claim: IngestClaim, { transact, thread, log }: LeaseDependencies) {
  const lost = new AbortController()
  let { received } = claim.file
  /** What the row says. */
  let written = received
  let timer = setTimeout(beat, untilNext(RENEW_EVERY_MS))
  let renewing: Promise<void> | null = null

  async function renew (): Promise<void> {
    const latest = received
    try {
      await transact(
        claim.caller,
        (tx) => updateHeldFile(tx, claim, renewLease, [toDatabase(leaseEnd(tx.time)), ...receivedValues(latest)])
      )
      await drop(latest)
    } catch (error) {
      if (error instanceof IngestLeaseLost) lost.abort()
      else log.error({ err: error, mediaFileId: claim.file.id }, 'the progress of an ingest could not be written')
    }
  }

  /** A temporary file goes when the row names it no more: until then it is what the next process would go on with. */
  async function drop (kept: Received | null): Promise<void> {
    const before = written
    written = kept
    if (before === null || before.partial === kept?.partial) return
    await thread.discard(before.partial).catch((error: unknown) =>
      log.error({ err: error, mediaFileId: claim.file.id }, 'a temporary file could not be removed')
    )
  }

  function beat (): void {
    // What was noted while the last write was still on its way is not lost.
    timer = setTimeout(beat, untilNext(renewing === null ? RENEW_EVERY_MS : WRITE_EVERY_MS))
    renewing ??= renew().finally(() => { renewing = null })
  }

  return {
    /** Aborts when the lease is lost. */
    signal: lost.signal,
    /** The last that is known to be on disk. */
    get received () { return received },
    note: (latest: Received) => {
      received = latest
      if (!isWorthACommit(written, latest)) return
      clearTimeout(timer)
      timer = setTimeout(beat, untilNext(WRITE_EVERY_MS))
    },
    /** Resolves when nothing more is written. The lease stays as it is: whoever lets go settles the file. */
    letGo: async () => {
      clearTimeout(timer)
      await renewing
    },
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

/**
 * All leases are renewed at the same moments, so that they share a commit: on SQLite requests wait while it is synced
 * to disk.
 */
function untilNext (everyMs: number): number {
  return everyMs - Date.now() % everyMs
}
