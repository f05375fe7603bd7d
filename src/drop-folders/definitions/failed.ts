import { LAST_ID } from '../../basics/ids.js'
import type { Caller } from '../../core/caller.js'
import { statement, type Sql } from '../../database/sql.js'
import { isBounded } from '../../items/sight.js'
import { seenAmong } from '../../items/standing.js'

/** More are not counted, and so many are read at once. */
const MOST_FAILED = 1000
/** How often so many are read for a caller who does not see all of them. */
const MOST_READS = 10

/** $1 drop folder, $2 account, $3 limit */
const countAll = statement<{ count: number }>('arrivals_count_failed', () => `
  SELECT COUNT(*) AS count FROM (
    SELECT 1 FROM arrivals WHERE drop_folder_id = $1 AND account_id = $2 AND status = 'failed' LIMIT $3) AS counted`)

/** $1 drop folder, $2 account, $3 before this id, $4 limit: the newest first */
const listFailed = statement<{ id: string, project_id: string | null }>('arrivals_failed', () => `
  SELECT id, project_id FROM arrivals WHERE drop_folder_id = $1 AND account_id = $2 AND status = 'failed' AND id < $3
  ORDER BY id DESC LIMIT $4`)

/** How many arrivals of a drop folder have failed, of those that lie where the caller sees them. */
export async function countFailed (sql: Sql, caller: Caller, folderId: number): Promise<number> {
  const { accountId } = caller
  if (!isBounded(caller)) return (await sql.first(countAll, [folderId, accountId, MOST_FAILED]))!.count
  let count = 0
  let before = LAST_ID
  for (let reads = 0; reads < MOST_READS && count < MOST_FAILED; reads++) {
    const rows = await sql.all(listFailed, [folderId, accountId, before, MOST_FAILED])
    const seen = await seenAmong('project', sql, caller, [...new Set(rows.flatMap((row) => row.project_id ?? []))])
    count += rows.filter(({ project_id: id }) => id === null || seen.has(id)).length
    if (rows.length < MOST_FAILED) break
    before = rows.at(-1)!.id
  }
  return Math.min(count, MOST_FAILED)
}
