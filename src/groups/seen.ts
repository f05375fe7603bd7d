import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Caller } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import { statement, type Sql } from '../database/sql.js'
import { seenAmong } from '../items/standing.js'
import { createYielder } from '../work/turns/yielding.js'
import { GroupNotFound } from './errors.js'
import { findGroup, listGroups, type GroupRow } from './rows.js'

/** The groups that a caller sees: with the access `projects` one's own, and those in projects that the caller sees. */

/** Groups that one look takes. */
const GROUPS_AT_ONCE = 100
/** Places of groups in projects that it takes. */
const PLACES_AT_ONCE = 1000

/** $1 account, $2 user, $3 JSON list of groups: those in which the user is */
const listOwn = statement<{ id: number }>('user_groups_own_among', (sql) => `
  SELECT inside.user_group_id AS id FROM user_group_users AS inside
  WHERE inside.account_id = $1 AND inside.user_id = $2 AND ${sql.among('inside.user_group_id', sql.integers('$3'))}`)

/** $1 account, $2 group, $3 after this project, $4 limit */
const listPlaces = statement<{ project_id: string }>('user_groups_places', (sql) => `
  SELECT place.project_id FROM user_group_projects AS place
  WHERE ${sql.behind('place.user_group_id', '$2', 'place.project_id', '$3')} AND place.account_id = $1
  ORDER BY place.project_id LIMIT $4`)

/** Whether the caller sees all groups of the account. */
function seesAll ({ access }: Caller): boolean {
  return access === 'account'
}

/** Those of some groups of the account that the caller sees. Of others, nothing is said. */
export async function groupsSeen (sql: Sql, caller: Caller, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (seesAll(caller) || ids.length === 0) return new Set(ids)
  const { accountId, userId } = caller
  const own = await sql.all(listOwn, [accountId, userId, JSON.stringify(ids)])
  const seen = new Set(own.map(({ id }) => id))
  const giveWay = createYielder()
  for (const id of ids) {
    if (!seen.has(id) && await isInSeenProject(sql, caller, id)) seen.add(id)
    await giveWay()
  }
  return seen
}

async function isInSeenProject (sql: Sql, caller: Caller, id: number): Promise<boolean> {
  for (let after = ''; ;) {
    const places: Array<{ project_id: string }> =
      await sql.all(listPlaces, [caller.accountId, id, after, PLACES_AT_ONCE])
    const projects = places.map(({ project_id: projectId }) => projectId)
    if ((await seenAmong('project', sql, caller, projects)).size > 0) return true
    if (places.length < PLACES_AT_ONCE) return false
    after = projects.at(-1)!
  }
}

/** The groups that the caller sees. Statements in `longReads` keep nobody else waiting. */
export async function listSeenGroups ({ caller }: Unit, longReads: Sql, page: Page): Promise<GroupRow[]> {
  const found: GroupRow[] = []
  for (let after = toRowId(page.after) ?? 0; found.length < page.limit;) {
    const rows: GroupRow[] = await longReads.all(listGroups, [caller.accountId, after, GROUPS_AT_ONCE])
    const seen = await groupsSeen(longReads, caller, rows.map(({ id }) => id))
    found.push(...rows.filter(({ id }) => seen.has(id)))
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
