import { OperatorMistake } from '../../errors.js'
import { version } from '../../basics/version.js'
import type { Sql } from '../sql.js'
import { forgetAllProcesses } from './processes.js'
import { isFinished, requireWritable, storeRelease, type ReleaseRow } from './row.js'
import { compareMinors, isLaterPatch, isNextMinor, LAST_MINOR_BEFORE } from './versions.js'

/** The row of a database that one release alone has ever used. */
export function rowOf (release: string): ReleaseRow {
  return { release, works_with: release, finished: release }
}

/** Says that a database, which was just made from another one, is of this release, and of no process. */
export async function startAlone (sql: Sql): Promise<void> {
  await storeRelease(sql, rowOf(version))
  await forgetAllProcesses(sql)
}

/**
 * The row with which a release may start. Throws DatabaseNewer if the database is closed to it, and OperatorMistake if
 * it is too old, or if the release cannot be beside the processes that are at work.
 * @param othersAtWork whether processes of another minor are
 */
export function admit (row: ReleaseRow, release: string, othersAtWork: boolean): ReleaseRow {
  requireWritable(row, release)
  const step = compareMinors(release, row.release)
  // An upgrade that is not finished may be taken back.
  if (step < 0) return row
  if (step === 0) return isLaterPatch(release, row.release) ? { ...row, release } : row
  if (LAST_MINOR_BEFORE !== null && compareMinors(row.release, LAST_MINOR_BEFORE) < 0) {
    throw new OperatorMistake(`The database is of ${row.release}, and has to be brought to ${LAST_MINOR_BEFORE} first`)
  }
  if (isFinished(row) && isNextMinor(row.release, release)) return { ...row, release }
  if (othersAtWork) {
    throw new OperatorMistake(`The database is of ${row.release}, whose processes cannot stay: stop them first`)
  }
  return { ...row, release, works_with: release }
}
