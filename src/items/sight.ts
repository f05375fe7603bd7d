import { higher, type Role } from '../access/roles.js'
import type { Caller } from '../core/caller.js'
import type { ItemType } from '../core/item-type.js'
import type { Dialect } from '../database/sql.js'
import { upwardsFrom } from './tree.js'

/**
 * Decides what a caller sees, in this one place. Of an item count the memberships in the project that it is, or is in,
 * and upwards, up to and with the nearest private one. Only where none is private counts also what lies above all
 * projects: the access `account`, as the role `Admin`, and, for an item in no project, being its owner. Administrators
 * see everything. There is no list of rights per item, and nothing to rebuild when a project moves or turns private.
 * What is not seen does not exist for that caller.
 *
 * This rule has four parts: `memberships`, the `climb` along which they count, `isTop` for where it came to the top,
 * and `isUnplacedOf`. All statements are made of these. Code that has rows already uses `roleCounting`, `roleAtTop` and
 * `seesUnplaced`, which say the same.
 */

/** Whether a caller may not see the whole account. Others need no query of this file. */
export function isBounded ({ admin, access, hasPrivate }: Caller): boolean {
  return !admin && (access === 'projects' || hasPrivate)
}

/** The role that a caller has above all projects. */
export function roleAtTop ({ admin, access }: Pick<Caller, 'admin' | 'access'>): Role | null {
  return admin || access === 'account' ? 'Admin' : null
}

const membershipsBy = (groups: string, columns: string, where: string) => `
  SELECT ${columns} FROM project_members AS member WHERE ${where}
  UNION ALL
  SELECT ${columns} FROM (${groups}) AS member WHERE ${where}`

/**
 * Selects memberships, a user's own and those by groups: `member` has an `account_id`, `project_id`, `user_id` and
 * `role`. A user may have several in a project, and the highest role counts. It begins with the project, in which few
 * groups are.
 */
export const memberships = (columns: string, where: string) => membershipsBy(`
  SELECT place.account_id, place.project_id, inside.user_id, place.role
  FROM user_group_projects AS place CROSS JOIN user_group_users AS inside
  WHERE inside.user_group_id = place.user_group_id`, columns, where)

/** Selects the projects of memberships that are not by groups. */
export const ownPlaces = (where: string) => `
  SELECT member.project_id FROM project_members AS member WHERE ${where}`

/**
 * The memberships of a user by groups: it begins with the user, and looks up the places of each group. The `+` keeps
 * SQLite, which has no statistics, from all places of the account.
 */
const byGroupsOf = (sql: Dialect, user: string, account: string) => `
  SELECT +place.account_id AS account_id, place.project_id, inside.user_id, place.role FROM ${sql.lookUp('user_group_users AS inside', {
    table: 'user_group_projects',
    alias: 'place',
    columns: '*',
    column: 'user_group_id',
    value: 'inside.user_group_id',
    account
  })} WHERE inside.user_id = ${user} AND inside.account_id = ${account}`

/** Selects the projects of which a user is a member: one may be there several times. */
export const memberOf = (sql: Dialect, user: string, account: string) => membershipsBy(
  byGroupsOf(sql, user, account), 'member.project_id', `member.user_id = ${user} AND member.account_id = ${account}`)

/** What `firstOfMember` selects. */
interface FirstOfMember {
  readonly user: string
  readonly account: string
  readonly limit: string | number
  /** Any of them, in no order: nothing has to be sorted. */
  readonly isAny?: boolean
  /** A further condition of `member`, and what it needs behind it. */
  readonly where?: string
  readonly join?: (members: string) => string
}

/**
 * Selects the first projects of a user, each once, in their order. A user's own memberships and those by groups have
 * the limit each, as databases would read all of them before the first row.
 */
export const firstOfMember = (
  sql: Dialect, { user, account, limit, isAny = false, where, join = (members) => members }: FirstOfMember
) => {
  const order = (column: string) => isAny ? '' : `ORDER BY ${column}`
  const some = (select: string, members: string) => `SELECT project_id FROM (
    SELECT ${select} FROM ${join(members)}
    WHERE member.user_id = ${user} AND member.account_id = ${account}${where === undefined ? '' : ` AND ${where}`}
    ${order('member.project_id')} LIMIT ${limit})`
  return `
  SELECT project_id FROM (
    ${some('member.project_id', 'project_members AS member')} AS own
    UNION
    ${some('DISTINCT member.project_id', `(${byGroupsOf(sql, user, account)}) AS member`)} AS by_groups
  ) AS listed ${order('project_id')} LIMIT ${limit}`
}

/** The highest role of a user in a project itself, not above it: in the order of their names. Null without one. */
export const roleIn = (project: string, account: string, user: string) => `(
  SELECT MIN(role) FROM (${memberships('member.role', `
    member.project_id = ${project} AND member.user_id = ${user} AND member.account_id = ${account}`)}) AS roles)`

/**
 * Begins a statement with `path (id, project_id, private)`: the projects that `start` selects, with these columns, and
 * all above them in which a membership counts, each once.
 */
export const climb = (sql: Dialect, start: string, account: string) => upwardsFrom(sql, start, account,
  { also: [['private', 'parent.private']], where: 'NOT path.private' })

/** The columns of a project from which a climb starts. */
export const placeColumns = 'id, project_id, private'

/** The climb from an item, and itself if it is a project. `$1` item, `$2` account. */
export const climbFromItem = (sql: Dialect, type: ItemType) => climb(sql,
  `SELECT ${placeColumns} FROM projects WHERE account_id = $2 AND id = ${
    type === 'project' ? '$1' : '(SELECT project_id FROM assets WHERE id = $1 AND account_id = $2)'}`, '$2')

/** A condition: a project has none above it, and is not private. */
export const isTop = (project: string) => `${project}.project_id IS NULL AND NOT ${project}.private`

/** A condition: the climb from an item came to the top. `$1` item, `$2` account. */
export const cameToTop = (type: ItemType) => `(EXISTS (SELECT 1 FROM path WHERE ${isTop('path')})${type === 'project'
  ? ''
  : ' OR EXISTS (SELECT 1 FROM assets WHERE id = $1 AND account_id = $2 AND project_id IS NULL)'})`

/**
 * A condition: an item is in no project, and a user is its owner, who is as an `Admin` of it. Of a project has to be
 * asked besides whether it is private.
 */
export const isUnplacedOf = (email: string, { project = 'project_id', owner = 'owner' } = {}) =>
  `${project} IS NULL AND ${owner} = ${email}`

/** The columns that decide who sees an item. */
export interface PlacedItem {
  readonly project_id: string | null
  readonly owner: string
  /** Not of assets. */
  readonly private?: number
}

/** Of an item in no project, the e-mail of the owner. Null if it is in one. */
export function ownerOfUnplaced ({ project_id: projectId, owner }: PlacedItem): string | null {
  return projectId === null ? owner : null
}

/** Whether a caller sees an item because it is in no project. */
export function seesUnplaced (caller: Caller, item: PlacedItem): boolean {
  if (item.project_id !== null || item.private === 1) return false
  return roleAtTop(caller) !== null || item.owner === caller.email
}

/** The same as the climb, for a step of it: the role that counts in a project, of the one there and that above. */
export function roleCounting (
  there: Role | null | undefined, above: Role | null, isPrivate: boolean
): Role | null {
  return isPrivate ? there ?? null : higher(there ?? null, above)
}
