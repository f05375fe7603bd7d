import type { Caller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import { createYielder } from '../work/turns/yielding.js'
import { seenAmong } from './standing.js'

/**
 * The user groups that a caller sees who does not see the account: those that the caller is in, and those in projects
 * that the caller sees.
 */

/** Projects of one look. */
const PROJECTS_AT_ONCE = 1000

/** $1 account, $2 user */
const listOwn = statement<{ id: number }>('seen_groups_own', () => `
  SELECT user_group_id AS id FROM user_group_users WHERE user_id = $2 AND account_id = $1`)

/** $1 account, $2 after this project, $3 limit: the projects in which groups are, each once */
const listPlaces = statement<{ id: string }>('seen_groups_places', (sql) => `
  SELECT DISTINCT project_id AS id FROM user_group_projects WHERE ${sql.behind('account_id', '$1', 'project_id', '$2')}
  ORDER BY project_id LIMIT $3`)

/** $1 account, $2 JSON list of projects */
const listInside = statement<{ id: number }>('seen_groups_inside', (sql) => `
  SELECT DISTINCT user_group_id AS id FROM user_group_projects
  WHERE ${sql.among('project_id', sql.strings('$2'))} AND account_id = $1`)

/** Their ids. It looks at each project with groups once, however many groups are in it. */
export async function seenGroups (sql: Sql, caller: Caller): Promise<ReadonlySet<number>> {
  const { accountId, userId } = caller
  const seen = new Set((await sql.all(listOwn, [accountId, userId])).map(({ id }) => id))
  const giveWay = createYielder()
  for (let after = ''; ; await giveWay()) {
    const places: Array<{ id: string }> = await sql.all(listPlaces, [accountId, after, PROJECTS_AT_ONCE])
    const projects = await seenAmong('project', sql, caller, places.map(({ id }) => id))
    for (const { id } of await sql.all(listInside, [accountId, JSON.stringify([...projects])])) seen.add(id)
    if (places.length < PROJECTS_AT_ONCE) return seen
    after = places.at(-1)!.id
  }
}
