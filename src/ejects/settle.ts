import { toDatabase } from '../basics/time.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { cancelFiles, dueFiles, EJECT_JOB, makeListDue, settle, type EjectFileRow, type FileClaim } from './files.js'
import { advanceEject, findEject, finishEject, type EjectRow } from './rows.js'

/** $1 eject, $2 account: the place is there again */
const recover = statement('eject_files_recover', () => `
  UPDATE eject_files SET failing_since = NULL
  WHERE eject_id = $1 AND account_id = $2 AND failing_since IS NOT NULL AND status = 'waiting'`)

export interface FileOutcome {
  readonly status: Extract<EjectFileRow['status'], 'done' | 'failed'>
  readonly error?: string | null
  /** Where it is. */
  readonly placed?: string | null
  /** Bytes of it that count in the progress. Default: those that counted when it was taken up. */
  readonly counted?: number
}

/** Stores what became of a file of a locked eject. After the last one comes the list, and after that the end. */
export async function settleFile (
  tx: Transaction, claim: FileClaim, eject: EjectRow,
  { status, error = null, placed = null, counted = claim.row.written }: FileOutcome
): Promise<void> {
  const { sql } = tx
  const { account_id: accountId, asset_id: assetId, size } = claim.row
  const time = toDatabase(tx.time)
  await dueFiles.update(tx, claim, settle, [status, error, placed, size, null])
  if (assetId === null) {
    await sql.run(finishEject, [accountId, eject.id, status, time])
    return
  }
  if (status === 'done' && claim.row.failing_since !== null) await sql.run(recover, [eject.id, accountId])
  const isDone = status === 'done'
  await sql.run(advanceEject, [accountId, eject.id, Number(isDone), Number(!isDone), size - counted])
  const { done, failed, files } = (await sql.first(findEject, [accountId, eject.id]))!
  if (done + failed < files) return
  if (done > 0) {
    await sql.run(makeListDue, [eject.id, accountId, time])
    tx.wake(EJECT_JOB)
    return
  }
  await sql.run(cancelFiles, [eject.id, accountId, time])
  await sql.run(finishEject, [accountId, eject.id, 'failed', time])
}
