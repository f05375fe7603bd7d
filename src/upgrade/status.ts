import type { Database } from '../database/database.js'
import { isFinished, readRelease } from '../database/release/row.js'
import { listAtWork } from '../database/release/waiting.js'
import { countItems } from '../search/build.js'
import { isCurrent, readState } from '../search/state.js'

/** The answer of `cutroom upgrade status`. */
export interface UpgradeStatus {
  readonly version: string
  readonly finished: boolean
  /** The renewal of the index; null where there is nothing to renew, or the upgrade is not finished. */
  readonly job: { readonly done: number, readonly total: number } | null
  /** The services at work. */
  readonly processes: ReadonlyArray<{
    readonly version: string, readonly host: string, readonly pid: number, readonly seen_at: string
  }>
}

/** How far an upgrade is. */
export async function readUpgrade (database: Database): Promise<UpgradeStatus> {
  const row = (await readRelease(database))!
  const finished = isFinished(row)
  return {
    version: row.release,
    finished,
    job: finished ? await readJob(database) : null,
    processes: (await listAtWork(database))
      .map(({ release: version, manual, stopped, ...process }) => ({ version, ...process }))
  }
}

async function readJob ({ reads: { sql } }: Database): Promise<UpgradeStatus['job']> {
  const state = await readState(sql)
  if (state === null || isCurrent(state)) return null
  const progress = state.built ? state.renewal : state
  return progress === undefined
    ? { done: 0, total: await countItems(sql) }
    : { done: progress.indexed, total: progress.total }
}
