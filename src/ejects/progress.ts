import type { FastifyBaseLogger } from 'fastify'
import { toDatabase } from '../basics/time.js'
import type { Transact } from '../core/transact.js'
import { keepProgress, LATER_MS, SOON_MS } from '../media/file-work/progress.js'
import { LeaseLost } from '../work/claims/claim.js'
import { assetOf, tellOfProgress } from './begin.js'
import { dueFiles, note, type FileClaim } from './files.js'
import { advanceEject, isUnderWay, lockEject } from './rows.js'

export interface KeepOptions {
  readonly transact: Transact
  readonly log: FastifyBaseLogger
  readonly told: string | null
}

/** Stores how much of a file is written, and tells the history of its asset now and then. */
export function keepWriting (claim: FileClaim, { transact, log, told: toldBefore }: KeepOptions) {
  const { account_id: accountId, eject_id: ejectId, asset_id: assetId, size } = claim.row
  let latest = 0
  let counted = claim.row.written
  let told = toldBefore
  let isFirst = true

  async function write (): Promise<void> {
    const bytes = Math.min(latest, size)
    told = await transact(claim.caller, async (tx) => {
      const eject = await tx.sql.first(lockEject, [accountId, ejectId])
      if (eject === undefined || !isUnderWay(eject)) throw new LeaseLost()
      const asset = await assetOf(tx, assetId)
      const now = asset === null ? told : await tellOfProgress(tx, eject, asset, told)
      await dueFiles.update(tx, claim, note, [bytes, now === null ? null : toDatabase(new Date(now))])
      await tx.sql.run(advanceEject, [accountId, ejectId, 0, 0, bytes - counted])
      return now
    })
    counted = bytes
  }

  const { writeWithin, signal, failure, end } = keepProgress({ write, log })
  return {
    signal,
    failure,
    end,
    /** The bytes that count in the progress of the eject. */
    counted: () => counted,
    note (bytes: number): void {
      latest = bytes
      writeWithin(isFirst ? SOON_MS : LATER_MS)
      isFirst = false
    }
  }
}
