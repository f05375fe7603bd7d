import { higher, type Role } from '../access/roles.js'
import type { Caller } from '../core/caller.js'
import type { ItemType } from '../core/item-type.js'
import type { Dialect } from '../database/sql.js'
import { childrenOf, upwardsFrom } from './tree.js'

/**
 * Decides what a caller sees, in this one place. With the access `account` it is everything in the account, without a
 * query. With `projects` it is the projects of which the user is a member, all that is below them, and items in no
 * project of which the user is the owner. The projects are the roots of what is seen: there is no list of rights per
 * item, and nothing to rebuild when a project moves. What is not seen does not exist for that caller.
 *
 * This rule has three parts: `memberships`, the `climb` along which they count, and `isUnplacedOf`. All statements are
 * made of these. Code that has rows already uses `roleCounting` and `ownerOfUnplaced`, which say the same.
 */

/** Whether a caller does not see the whole account. Others need no query of this file. */
export function isBounded ({ access }: Caller): boolean {
  return access === 'projects'
}

/** Selects memberships: `member` has an `account_id`, `project_id`, `user_id` and `role`. */
export const memberships = (columns: string, where: string) => `
  SELECT ${columns} FROM project_members AS member WHERE ${where}`

/** Selects the projects of which a user is a member. */
export const memberOf = (user: string, account: string) =>
  memberships('member.project_id', `member.user_id = ${user} AND member.account_id = ${account}`)

/** The role of a user in a project itself, not above it. Null for one who is no member. */
export const roleIn = (project: string, account: string, user: string) => `(${memberships('member.role', `
    member.project_id = ${project} AND member.user_id = ${user} AND member.account_id = ${account}`)})`

/**
 * Begins a statement with `path (id, project_id)`: the projects that `start` selects, and all above them in which a
 * membership counts, each once.
 */
export const climb = (sql: Dialect, start: string, account: string) => upwardsFrom(sql, start, account)

/** The climb from an item, and itself if it is a project. `$1` item, `$2` account. */
export const climbFromItem = (sql: Dialect, type: ItemType) => climb(sql,
  `SELECT id, project_id FROM projects WHERE account_id = $2 AND id = ${
    type === 'project' ? '$1' : '(SELECT project_id FROM assets WHERE id = $1 AND account_id = $2)'}`, '$2')

/** A condition: an item is in no project, and a user is its owner, who is as an `Admin` of it. */
export const isUnplacedOf = (email: string, { project = 'project_id', owner = 'owner' } = {}) =>
  `${project} IS NULL AND ${owner} = ${email}`

/** The same for a row: the e-mail of the owner. Null if memberships alone count. */
export function ownerOfUnplaced (item: { readonly project_id: string | null, readonly owner: string }): string | null {
  return item.project_id === null ? item.owner : null
}

/** The same as the climb, for a step of it: the role that counts in a project, of the one there and that above. */
export function roleCounting (there: Role | null | undefined, above: Role | null): Role | null {
  return higher(there ?? null, above)
}

/**
 * The projects of which a user is a member, and those below them, each once. With `limit` they begin with so many
 * memberships, as SQLite reads all of them before the first row. Parameters of the statement.
 */
export const projectsSeen = (sql: Dialect, user: string, account: string, limit?: string) => `
  WITH RECURSIVE tree (id) AS (
    SELECT project_id FROM (${memberOf(user, account)}
      ${limit === undefined ? '' : `LIMIT ${limit}`}) AS root
    UNION
    SELECT child.id FROM ${childrenOf(sql, 'tree', account)}
  )
  SELECT id FROM tree`
