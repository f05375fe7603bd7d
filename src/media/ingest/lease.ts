import type { FastifyBaseLogger } from 'fastify'
import { statement, type Dialect, type SqlValue, type Statement } from '../../database/sql.js'
import { toDatabase } from '../../time.js'
import type { Transact, Transaction } from '../../transact.js'
import type { Received } from '../receive/messages.js'
import { receivedColumns, receivedValues } from '../rows.js'
import { leaseEnd, type Claim } from './claim.js'

/** How often a lease is renewed, and progress written with it. */
const RENEW_EVERY_MS = 2000

/** The file is no longer this process's: another one has it, or it was taken off its asset. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** A change of a file that is held. `$1` to `$3` say which and by whom; what it assigns begins with `$4`. */
export function heldUpdate (name: string, assignments: (sql: Dialect) => string): Statement {
  return statement(name, (sql) => `UPDATE media_files SET ${assignments(sql)} WHERE id = $1 AND account_id = $2 AND lease_token = $3`)
}

/** Runs a heldUpdate. Throws LeaseLost, with which the transaction is undone. */
export async function updateHeld (tx: Transaction, { file, token }: Claim, update: Statement, values: readonly SqlValue[]): Promise<void> {
  if (await tx.sql.run(update, [file.id, file.accountId, token, ...values]) === 0) throw new LeaseLost()
}

/** $4 end of the lease, and what was received */
const renewLease = heldUpdate('media_files_renew', (sql) => `due_at = ${sql.moment('$4')}, ${receivedColumns(5)}`)

export type Lease = ReturnType<typeof keepLease>

/** Renews a lease until it is let go, and writes down what was received meanwhile. */
export function keepLease (claim: Claim, { transact, log }: { transact: Transact, log: FastifyBaseLogger }) {
  const lost = new AbortController()
  let { received } = claim.file
  let timer = setTimeout(beat, untilNextBeat())
  let renewing: Promise<void> | null = null

  async function renew (): Promise<void> {
    try {
      await transact(claim.caller, (tx) => updateHeld(tx, claim, renewLease, [toDatabase(leaseEnd(tx.time)), ...receivedValues(received)]))
    } catch (error) {
      if (error instanceof LeaseLost) lost.abort()
      else log.error({ err: error, mediaFileId: claim.file.id }, 'the progress of an ingest could not be written')
    }
  }

  function beat (): void {
    timer = setTimeout(beat, untilNextBeat())
    renewing ??= renew().finally(() => { renewing = null })
  }

  return {
    /** Aborts when the lease is lost. */
    signal: lost.signal,
    /** The last that is known to be on disk. */
    get received () { return received },
    note: (latest: Received) => { received = latest },
    /** Resolves when nothing more is written. The lease stays as it is: whoever lets go settles the file. */
    letGo: async () => {
      clearTimeout(timer)
      await renewing
    }
  }
}

/** All leases are renewed at the same moments, so that they share a commit: on SQLite requests wait while it is synced to disk. */
function untilNextBeat (): number {
  return RENEW_EVERY_MS - Date.now() % RENEW_EVERY_MS
}
