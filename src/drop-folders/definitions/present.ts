import type { Static } from '@sinclair/typebox'
import type { Caller } from '../../core/caller.js'
import { statement, type Sql } from '../../database/sql.js'
import type { DropFolder } from '../schema.js'
import { actingOf } from './halt.js'
import { rulesOf, type DropFolderRow } from './rows.js'

export type ShownDropFolder = Static<typeof DropFolder>

const MOST_FAILED = 1000

/** $1 drop folder, $2 account, $3 limit */
const countFailed = statement<{ count: number }>('arrivals_count_failed', () => `
  SELECT COUNT(*) AS count FROM (
    SELECT 1 FROM arrivals WHERE drop_folder_id = $1 AND account_id = $2 AND status = 'failed' LIMIT $3) AS counted`)

/** Drop folders as the API shows them to a caller who sees them. */
export async function presentDropFolders (
  sql: Sql, { accountId }: Caller, rows: readonly DropFolderRow[]
): Promise<ShownDropFolder[]> {
  const acting = await actingOf(sql, accountId, rows)
  const failed = new Map<number, number>()
  for (const { id } of rows) failed.set(id, (await sql.first(countFailed, [id, accountId, MOST_FAILED]))!.count)
  return rows.map((row) => {
    const { title, ...rules } = rulesOf(row)
    return {
      id: row.id,
      title,
      direction: row.direction,
      location: row.location,
      path: row.path,
      ...rules,
      user_id: row.user_id,
      error: acting.get(row.id)!.error,
      failed: failed.get(row.id)!,
      created_at: row.created_at,
      updated_at: row.updated_at
    }
  })
}
