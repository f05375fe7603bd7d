import type { Static } from '@sinclair/typebox'
import type { Caller } from '../../core/caller.js'
import type { Sql } from '../../database/sql.js'
import type { DropFolder } from '../schema.js'
import { countFailed } from './failed.js'
import { actingOf } from './halt.js'
import { rulesOf, type DropFolderRow } from './rows.js'

export type ShownDropFolder = Static<typeof DropFolder>

/** Drop folders as the API shows them to a caller who sees them. */
export async function presentDropFolders (
  sql: Sql, caller: Caller, rows: readonly DropFolderRow[]
): Promise<ShownDropFolder[]> {
  const acting = await actingOf(sql, caller.accountId, rows)
  const failed = new Map<number, number>()
  for (const { id } of rows) failed.set(id, await countFailed(sql, caller, id))
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
