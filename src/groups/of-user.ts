import { roles, type Role } from '../access/roles.js'
import type { Unit } from '../core/unit.js'
import { statement } from '../database/sql.js'

/** A group, as its users are told of it. */
export interface GroupInShort {
  readonly id: number
  readonly name: string
}

/** $1 account, $2 user */
const listOf = statement<GroupInShort>('user_groups_of_user', () => `
  SELECT g.id, g.name FROM user_group_users AS inside JOIN user_groups AS g ON g.id = inside.user_group_id
  WHERE inside.user_id = $2 AND inside.account_id = $1 ORDER BY g.id`)

/** $1 account, $2 user, $3 role: a row if the user has it in a project by a group */
const findRole = statement<{ role: Role }>('user_groups_find_role', () => `
  SELECT place.role FROM user_group_users AS inside CROSS JOIN user_group_projects AS place
  WHERE inside.user_id = $2 AND inside.account_id = $1 AND place.user_group_id = inside.user_group_id
    AND place.role = $3 LIMIT 1`)

/** The groups of the caller. */
export async function listOfUser ({ caller, reads }: Unit): Promise<GroupInShort[]> {
  return reads.sql.all(listOf, [caller.accountId, caller.userId])
}

/** The highest role that the caller has in a project by a group. */
export async function highestRoleOf ({ caller, reads }: Unit): Promise<Role | null> {
  for (const role of roles) {
    if (await reads.sql.first(findRole, [caller.accountId, caller.userId, role]) !== undefined) return role
  }
  return null
}
