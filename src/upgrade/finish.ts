import { systemCaller } from '../core/caller.js'
import type { Transact, Transaction } from '../core/transact.js'
import { DatabaseNewer } from '../database/migrate/mismatch.js'
import { rowOf } from '../database/release/admission.js'
import { listSeenProcesses } from '../database/release/processes.js'
import { closeToOlder, isFinished, isSettling, lockRelease, storeRelease } from '../database/release/row.js'
import { compareMinors } from '../database/release/versions.js'

export interface FinishOptions {
  readonly transact: Transact
  /** That of this process. */
  readonly release: string
  /** Whether the operator asks for it. Otherwise an upgrade by hand is left alone. */
  readonly byCommand?: boolean
}

/**
 * Does what can be done now to finish an upgrade: when no service of an older release was at work for 30 seconds, the
 * database is closed to them, and when none of them can be writing any more, what is new begins. Returns whether it has
 * begun. Throws DatabaseNewer if the operator asks for the upgrade of another release.
 */
export async function finishUpgrade ({ transact, release, byCommand = false }: FinishOptions): Promise<boolean> {
  return transact(systemCaller(), (tx) => finishSome(tx, release, byCommand))
}

async function finishSome ({ sql }: Transaction, release: string, byCommand: boolean): Promise<boolean> {
  const row = await lockRelease(sql)
  if (isFinished(row)) return true
  if (compareMinors(release, row.release) !== 0) {
    if (byCommand) throw new DatabaseNewer(row.release)
    return false
  }
  const seen = await listSeenProcesses(sql)
  // SQLite belongs to one process.
  const isAlone = sql.dialect.hasOneWriter
  if (!isAlone && seen.some((each) => compareMinors(each.release, release) < 0)) return false
  if (!byCommand && seen.some(({ manual, stopped }) => manual === 1 && stopped === 0)) return false
  const isClosed = compareMinors(row.works_with, release) === 0
  if (!isClosed) await closeToOlder(sql, row.release)
  if (!isAlone && (!isClosed || await isSettling(sql))) return false
  await storeRelease(sql, rowOf(row.release))
  return true
}
