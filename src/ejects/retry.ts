import { toDatabase } from '../basics/time.js'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../basics/units.js'
import { record } from '../core/events/record.js'
import type { Transact } from '../core/transact.js'
import { aboutFile, assetOf } from './begin.js'
import { dueFiles, postpone, postponeFiles, type FileClaim } from './files.js'
import { isUnderWay, lockEject } from './rows.js'
import { settleFile } from './settle.js'

/** The pause before the next attempt. */
export const PAUSE_MS = MINUTE_MS
/** The pause before another process may have what this one cannot write. */
const ELSEWHERE_MS = 5 * SECOND_MS
/** What has failed for so long is given up. */
const GIVEN_UP_MS = DAY_MS

/** The location is not that of this process, but may be that of another one. */
export async function elsewhere (transact: Transact, claim: FileClaim): Promise<number> {
  await transact(claim.caller, async (tx) => {
    const since = new Date(claim.row.failing_since ?? tx.time)
    const due = new Date(tx.time.getTime() + ELSEWHERE_MS)
    await dueFiles.update(tx, claim, postpone, [toDatabase(due), toDatabase(since)])
  })
  return ELSEWHERE_MS
}

/** The drop folder is paused, or halts: all files of the eject wait. */
export async function wait (transact: Transact, claim: FileClaim): Promise<number> {
  const { account_id: accountId, eject_id: ejectId, failing_since: failingSince } = claim.row
  await transact(claim.caller, async (tx) => {
    await tx.sql.first(lockEject, [accountId, ejectId])
    const due = toDatabase(new Date(tx.time.getTime() + PAUSE_MS))
    const since = failingSince === null ? null : toDatabase(new Date(failingSince))
    await dueFiles.update(tx, claim, postpone, [due, since])
    await tx.sql.run(postponeFiles, [ejectId, accountId, due, null])
  })
  return PAUSE_MS
}

/**
 * A file could not be written, and the other files of its eject wait with it; or it is given up. Returns the
 * milliseconds until the next attempt.
 */
export function later (
  transact: Transact, claim: FileClaim, error: string, counted = claim.row.written
): Promise<number | null> {
  const { account_id: accountId, eject_id: ejectId, asset_id: assetId, failing_since: failingSince } = claim.row
  return transact(claim.caller, async (tx) => {
    const eject = await tx.sql.first(lockEject, [accountId, ejectId])
    if (eject === undefined || !isUnderWay(eject)) {
      await dueFiles.letGo(tx, claim, tx.time)
      return 0
    }
    const since = new Date(failingSince ?? tx.time)
    if (tx.time.getTime() - since.getTime() >= GIVEN_UP_MS) {
      await settleFile(tx, claim, eject, { status: 'failed', error, counted })
      const asset = await assetOf(tx, assetId)
      if (asset !== null) await record(tx, { event: 'ASSET_UPDATED_EJECT', severity: 3, ...aboutFile(eject, asset) })
      return null
    }
    const due = toDatabase(new Date(tx.time.getTime() + PAUSE_MS))
    await dueFiles.update(tx, claim, postpone, [due, toDatabase(since)])
    await tx.sql.run(postponeFiles, [ejectId, accountId, due, toDatabase(tx.time)])
    return PAUSE_MS
  })
}
