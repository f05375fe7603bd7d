import type { Database } from '../interface.js'
import { listSeenProcesses, type SeenProcess } from './processes.js'
import { isFinished, readRelease } from './row.js'
import { compareMinors } from './versions.js'

/** The services at work. */
export async function listAtWork ({ reads: { sql } }: Pick<Database, 'reads'>): Promise<SeenProcess[]> {
  return (await listSeenProcesses(sql)).filter(({ stopped }) => stopped === 0)
}

/** Such as `2 processes of 1.0.0 are at work`: of the oldest release before this one; null if there are none. */
export function olderAtWork (atWork: readonly SeenProcess[], release: string): string | null {
  const older = atWork.map((each) => each.release)
    .filter((each) => compareMinors(each, release) < 0)
    .sort(compareMinors)
  if (older.length === 0) return null
  const count = older.filter((each) => each === older[0]).length
  return count === 1 ? `1 process of ${older[0]} is at work` : `${count} processes of ${older[0]} are at work`
}

/** What an upgrade waits for, in a few words; null if it is finished. */
export async function unfinishedUpgrade (database: Pick<Database, 'reads'>): Promise<string | null> {
  const row = await readRelease(database)
  if (row === null || isFinished(row)) return null
  const older = olderAtWork(await listAtWork(database), row.release)
  return `the upgrade to ${row.release} is not finished${older === null ? '' : `: ${older}`}`
}
