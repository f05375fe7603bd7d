import type { FastifyBaseLogger } from 'fastify'
import type { Transact, Transaction } from '../../transact.js'
import type { Received } from '../receive/messages.js'
import { receivedColumns, receivedOf } from '../rows.js'
import { leaseEnd, type Claim } from './claim.js'

/** How often progress is written, at most. */
const WRITE_EVERY_MS = 1000
/** How often a lease is renewed where there is no progress to write. */
const RENEW_EVERY_MS = 1500

/** The file is no longer this process's: another one has it, or it was taken off its asset. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

type Columns = Parameters<Transaction['prisma']['mediaFile']['updateMany']>[0]['data']

/** Changes a file that is held. Throws LeaseLost, with which the transaction is undone. */
export async function updateHeld (tx: Transaction, { file, token }: Claim, data: Columns): Promise<void> {
  const { count } = await tx.prisma.mediaFile.updateMany({ where: { id: file.id, accountId: file.accountId, leaseToken: token }, data })
  if (count === 0) throw new LeaseLost()
}

export type Lease = ReturnType<typeof keepLease>

/** Renews a lease until it is let go, and writes down what was received meanwhile. */
export function keepLease (claim: Claim, { transact, log }: { transact: Transact, log: FastifyBaseLogger }) {
  const lost = new AbortController()
  let received = receivedOf(claim.file)
  let isWritten = true
  let renewedAt = Date.now()
  let renewing: Promise<void> | null = null

  async function renew (): Promise<void> {
    const { received: written, startedAt } = { received, startedAt: Date.now() }
    try {
      await transact(claim.caller, (tx) => updateHeld(tx, claim, { dueAt: leaseEnd(tx.time), ...receivedColumns(written) }))
      isWritten = received === written
      renewedAt = startedAt
    } catch (error) {
      if (error instanceof LeaseLost) lost.abort()
      else log.error({ err: error, mediaFileId: claim.file.id }, 'the progress of an ingest could not be written')
    }
  }

  const timer = setInterval(() => {
    if (renewing !== null || (isWritten && Date.now() - renewedAt < RENEW_EVERY_MS)) return
    renewing = renew().finally(() => { renewing = null })
  }, WRITE_EVERY_MS)

  return {
    /** Aborts when the lease is lost. */
    signal: lost.signal,
    /** The last that is known to be on disk. */
    get received () { return received },
    note: (latest: Received) => {
      received = latest
      isWritten = false
    },
    /** Resolves when nothing more is written. The lease stays as it is: whoever lets go settles the file. */
    letGo: async () => {
      clearInterval(timer)
      await renewing
    }
  }
}
