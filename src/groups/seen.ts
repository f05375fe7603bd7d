import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Caller } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import type { Sql } from '../database/sql.js'
import { seenGroups } from '../items/seen-groups.js'
import { roleAtTop } from '../items/sight.js'
import { GroupNotFound } from './errors.js'
import { findGroup, listGroups, type GroupRow } from './rows.js'

/** The groups that a caller sees: with the access `projects` one's own, and those in projects that the caller sees. */

/** Groups that one statement reads. */
const GROUPS_AT_ONCE = 100

/** Those of some groups of the account that the caller sees. Of others, nothing is said. */
export async function groupsSeen (sql: Sql, caller: Caller, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (roleAtTop(caller) !== null || ids.length === 0) return new Set(ids)
  const seen = await seenGroups(sql, caller)
  return new Set(ids.filter((id) => seen.has(id)))
}

/** The groups that the caller sees. Statements in `longReads` keep nobody else waiting. */
export async function listSeenGroups ({ caller }: Unit, longReads: Sql, page: Page): Promise<GroupRow[]> {
  const seen = roleAtTop(caller) !== null ? null : await seenGroups(longReads, caller)
  const found: GroupRow[] = []
  for (let after = toRowId(page.after) ?? 0; found.length < page.limit;) {
    const rows: GroupRow[] = await longReads.all(listGroups, [caller.accountId, after, GROUPS_AT_ONCE])
    found.push(...rows.filter(({ id }) => seen?.has(id) !== false))
    if (rows.length < GROUPS_AT_ONCE) break
    after = rows.at(-1)!.id
  }
  return found.slice(0, page.limit)
}

/** A group that the caller sees. Throws GroupNotFound. */
export async function requireGroup ({ caller, reads: { sql } }: Unit, sentId: string): Promise<GroupRow> {
  const group = await findGroup(sql, caller.accountId, sentId)
  if (!(await groupsSeen(sql, caller, [group.id])).has(group.id)) throw new GroupNotFound()
  return group
}
