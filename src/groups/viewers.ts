import { findEnabledUsers } from '../access/enabled-users.js'
import { toRowId } from '../basics/ids.js'
import type { Caller } from '../core/caller.js'
import type { ItemType } from '../core/item-type.js'
import { statement, type Sql } from '../database/sql.js'
import { whoSees } from '../items/who-sees.js'
import { createYielder } from '../work/turns/yielding.js'
import { NamedGroupNotFound } from './errors.js'
import { groupsSeen } from './seen.js'

/** Users of whom one look finds out what they see. */
const USERS_AT_ONCE = 200

/** $1 account, $2 JSON list of groups: those that exist */
const findKnown = statement<{ id: number }>('user_groups_known', (sql) => `
  SELECT g.id FROM user_groups AS g WHERE g.account_id = $1 AND ${sql.among('g.id', sql.integers('$2'))} ORDER BY g.id`)

/** $1 account, $2 group, $3 after this user, $4 limit */
const listUsers = statement<{ id: number }>('user_groups_users_after', (sql) => `
  SELECT inside.user_id AS id FROM user_group_users AS inside
  WHERE ${sql.behind('inside.user_group_id', '$2', 'inside.user_id', '$3')} AND inside.account_id = $1
  ORDER BY inside.user_id LIMIT $4`)

/** $1 account, $2 JSON list of groups, $3 JSON list of users: those who are in one of these */
const listWithin = statement<{ id: number }>('user_groups_users_within', (sql) => `
  SELECT DISTINCT inside.user_id AS id FROM user_group_users AS inside
  WHERE inside.account_id = $1 AND ${sql.among('inside.user_group_id', sql.integers('$2'))}
    AND ${sql.among('inside.user_id', sql.integers('$3'))}`)

/** The groups of a list, each once. Throws NamedGroupNotFound for the first that is not there, or not seen. */
export async function requireGroups (
  sql: Sql, caller: Caller, sentIds: ReadonlyArray<number | bigint>
): Promise<number[]> {
  if (sentIds.length === 0) return []
  const ids = sentIds.map(toRowId)
  const known = await sql.all(findKnown, [caller.accountId, JSON.stringify(ids.filter((id) => id !== null))])
  const seen: ReadonlySet<number | null> = await groupsSeen(sql, caller, known.map(({ id }) => id))
  const missing = ids.findIndex((id) => !seen.has(id))
  if (missing !== -1) throw new NamedGroupNotFound(String(sentIds[missing]))
  return known.map(({ id }) => id)
}

/** Enabled users of some groups who see an item: `most` of them, if there are more. */
export async function viewersOfGroups (
  sql: Sql, accountId: number, type: ItemType, itemId: string, groups: readonly number[], most: number
): Promise<number[]> {
  const giveWay = createYielder()
  const found = new Set<number>()
  for (const group of groups) {
    for (let after = 0; found.size < most; await giveWay()) {
      const users: Array<{ id: number }> = await sql.all(listUsers, [accountId, group, after, USERS_AT_ONCE])
      const ids = users.map(({ id }) => id)
      for (const id of await seeingAmong(sql, accountId, type, itemId, ids)) found.add(id)
      if (users.length < USERS_AT_ONCE) break
      after = ids.at(-1)!
    }
  }
  return [...found].slice(0, most)
}

/** Those of some users who are in one of the groups now, enabled, and see an item. */
export async function stillViewers (
  sql: Sql, accountId: number, type: ItemType, itemId: string, groups: readonly number[], users: readonly number[]
): Promise<number[]> {
  return seeingAmong(sql, accountId, type, itemId, await usersWithin(sql, accountId, groups, users))
}

/** Those of some users who are in one of the groups. */
export async function usersWithin (
  sql: Sql, accountId: number, groups: readonly number[], users: readonly number[]
): Promise<number[]> {
  if (groups.length === 0 || users.length === 0) return []
  const rows = await sql.all(listWithin, [accountId, JSON.stringify(groups), JSON.stringify(users)])
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

async function seeingAmong (
  sql: Sql, accountId: number, type: ItemType, itemId: string, ids: readonly number[]
): Promise<number[]> {
  if (ids.length === 0) return []
  const seeing = await whoSees(type, sql, await findEnabledUsers(sql, accountId, ids), itemId)
  return [...seeing].sort((a, b) => a - b)
}
