import { toDatabase } from '../../basics/time.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../basics/units.js'
import type { Transaction } from '../../core/transact.js'
import { SOURCE_CHANGED } from '../../media/fetch/explain.js'
import { actorOf } from '../definitions/halt.js'
import { findDropFolder } from '../definitions/rows.js'
import { ARRIVALS_JOB, failArrival, isUpload, waitAgain, type ArrivalRow } from './rows.js'
import { placeOf } from './target.js'
import { tellOfFailed } from './told.js'

export const NOT_WHOLE = 'The file is not whole yet'

/** How long what has come, or failed, is remembered without a file or an asset. */
export const REMEMBERED_MS = 30 * DAY_MS
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]
const CHANGED_MS = 2 * SECOND_MS

/**
 * An arrival has failed, and is tried again. One whose file has changed while it was read waits as before, and an
 * upload until its sender asks again. Returns the milliseconds until then.
 */
export async function fail (tx: Transaction, row: ArrivalRow, error: string): Promise<number | null> {
  const later = (ms: number) => toDatabase(new Date(tx.time.getTime() + ms))
  if (error === SOURCE_CHANGED) {
    await tx.sql.run(waitAgain, [row.id, row.account_id, later(CHANGED_MS)])
    tx.wake(ARRIVALS_JOB)
    return CHANGED_MS
  }
  const delayMs = isUpload(row) ? null : RETRIES_MS[row.failures] ?? HOUR_MS
  const times = [toDatabase(tx.time), delayMs === null ? null : later(delayMs), later(REMEMBERED_MS)]
  const folder = await tx.sql.first(findDropFolder, [row.account_id, row.drop_folder_id])
  const user = folder === undefined ? null : await actorOf(tx.sql, folder)
  const projectId = folder === undefined ? null : await placeOf(tx.sql, user ?? tx.caller, folder, row)
  await tx.sql.run(failArrival, [row.id, row.account_id, error, ...times, projectId])
  if (folder !== undefined) await tellOfFailed(tx, folder, user, row, error)
  return delayMs
}
