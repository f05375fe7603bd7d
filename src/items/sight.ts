import { allows, higher, type Role, type Standing, type Verb } from '../access/roles.js'
import type { Caller } from '../core/caller.js'
import type { ItemType } from '../core/item-type.js'
import { statement, type Dialect, type Sql } from '../database/sql.js'
import { RoleRefused } from '../errors.js'
import { childrenOf, itemUpwards, listUpwards, type Placed } from './tree.js'

/**
 * Decides what a caller sees, in this one place. With the access `account` it is everything in the account, without a
 * query. With `projects` it is the projects of which the user is a member, all that is below them, and items in no
 * project of which the user is the owner. The projects are the roots of what is seen: there is no list of rights per
 * item, and nothing to rebuild when a project moves. What is not seen does not exist for that caller.
 */

/** Projects that one statement looks up. */
const PROJECTS_AT_ONCE = 1000

interface SeenKind {
  readonly type: ItemType
  readonly NotFound: new () => Error
}

/** Whether a caller does not see the whole account. Others need no query of this file. */
export function isBounded ({ access }: Caller): boolean {
  return access === 'projects'
}

const roleIn = (project: string, account: string, user: string) => `(SELECT member.role FROM project_members AS member
    WHERE member.project_id = ${project} AND member.user_id = ${user} AND member.account_id = ${account})`

/** $1 item, $2 account, $3 user, $4 e-mail: the roles in the projects above it; the owner's if it is in no project */
const rolesOf = (type: ItemType) => statement(`sight_roles_of_${type}`, (sql) => `${itemUpwards(sql, type)}
  SELECT held.id, held.role FROM (SELECT path.id, ${roleIn('path.id', '$2', '$3')} AS role FROM path) AS held
  WHERE held.role IS NOT NULL
  UNION ALL
  SELECT id, 'Admin' AS role FROM ${type}s WHERE id = $1 AND account_id = $2 AND project_id IS NULL AND owner = $4`)

const rolesOfItem = { asset: rolesOf('asset'), project: rolesOf('project') }

/** $1 account, $2 JSON list of ids */
const placesOf = (type: ItemType) => statement(`sight_places_of_${type}s`, (sql) => `
  SELECT id, project_id, owner FROM ${type}s WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`)

const placesOfItems = { asset: placesOf('asset'), project: placesOf('project') }

/** $1 account, $2 JSON list of projects, $3 user: these and all above them, each once, with the user's roles */
const rolesUpwards = statement('sight_roles_upwards', (sql) => `${listUpwards(sql)}
  SELECT path.id, path.project_id, ${roleIn('path.id', '$1', '$3')} AS role FROM path`)

/** $1 project, $2 account, $3 user */
const findRole = statement('sight_role', () => `SELECT ${roleIn('$1', '$2', '$3')} AS role`)

/** $1 user, $2 account, $3 JSON list of projects */
const findRoots = statement('sight_roots', (sql) => `
  SELECT project_id AS id FROM project_members
  WHERE user_id = $1 AND account_id = $2 AND ${sql.among('project_id', sql.strings('$3'))}`)

/**
 * The projects of which a user is a member, and those below them, each once. With `limit` they begin with so many
 * memberships, as SQLite reads all of them before the first row. Parameters of the statement.
 */
export const projectsSeen = (sql: Dialect, user: string, account: string, limit?: string) => `
  WITH RECURSIVE tree (id) AS (
    SELECT project_id FROM (SELECT project_id FROM project_members WHERE user_id = ${user} AND account_id = ${account}
      ${limit === undefined ? '' : `LIMIT ${limit}`}) AS root
    UNION
    SELECT child.id FROM ${childrenOf(sql, 'tree', account)}
  )
  SELECT id FROM tree`

/** The user's roles for an item. Null if the item is not seen. Only for bounded callers. */
export async function standingOf (
  type: ItemType, sql: Sql, { accountId, userId, email }: Caller, id: string
): Promise<Standing | null> {
  const held = await sql.all<{ id: string, role: Role }>(rolesOfItem[type], [id, accountId, userId, email])
  if (held.length === 0) return null
  const highestOf = (isSelf: boolean) => held.filter((role) => (type === 'project' && role.id === id) === isSelf)
    .reduce<Role | null>((highest, { role }) => higher(highest, role), null)
  return { self: highestOf(true), above: highestOf(false) }
}

/**
 * Throws the item's 404 if the caller does not see it, and RoleRefused if the caller's roles do not allow this. Call it
 * after `lockItem` for `read` where another 404 comes before the refusal.
 */
export async function requireRight (
  { type, NotFound }: SeenKind, sql: Sql, caller: Caller, id: string, verb: Verb
): Promise<void> {
  if (!isBounded(caller)) return
  const standing = await standingOf(type, sql, caller, id)
  if (standing === null) throw new NotFound()
  if (!allows(standing, verb)) throw new RoleRefused()
}

/** Whether the caller may change an asset. */
export async function mayChange (sql: Sql, caller: Caller, assetId: string): Promise<boolean> {
  if (!isBounded(caller)) return true
  const standing = await standingOf('asset', sql, caller, assetId)
  return standing !== null && allows(standing, 'change')
}

/** Whether the caller sees what is in a project: a mere owner sees the project, but nothing in it. */
export async function seesInside (sql: Sql, caller: Caller, projectId: string): Promise<boolean> {
  return !isBounded(caller) || (await standingUpwards(sql, caller, [projectId])).get(projectId)?.role != null
}

/**
 * The existing items of a list that the caller sees; of assets, with another verb, those with which the caller may do
 * that. Only for bounded callers.
 */
export async function seenAmong (
  type: ItemType, sql: Sql, caller: Caller, ids: readonly string[], verb: Verb = 'read'
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const places = await sql.all<Placed & { owner: string }>(placesOfItems[type], [caller.accountId, JSON.stringify(ids)])
  const startOf = ({ id, project_id: projectId }: Placed) => type === 'project' ? id : projectId
  const seen = await projectsAllowing(sql, caller, places.flatMap((place) => startOf(place) ?? []), verb)
  return new Set(places.filter((place) => {
    const start = startOf(place)
    return (start !== null && seen.has(start)) || (place.project_id === null && place.owner === caller.email)
  }).map(({ id }) => id))
}

/** The projects of a list in which the caller may do something. Only for bounded callers. */
export async function projectsAllowing (
  sql: Sql, caller: Caller, projectIds: readonly string[], verb: Verb
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(projectIds)]
  const found = new Set<string>()
  for (let start = 0; start < ids.length; start += PROJECTS_AT_ONCE) {
    const some = ids.slice(start, start + PROJECTS_AT_ONCE)
    const upwards = await standingUpwards(sql, caller, some)
    for (const id of some) if (allows({ self: null, above: upwards.get(id)?.role ?? null }, verb)) found.add(id)
  }
  return found
}

interface Above {
  readonly parent: string | null
  /** The highest role in the project or above it. */
  readonly role: Role | null
}

/** For some projects and all above them, the caller's highest role in or above each. Only for bounded callers. */
export async function standingUpwards (
  sql: Sql, { accountId, userId }: Caller, projectIds: readonly string[]
): Promise<ReadonlyMap<string, Above>> {
  const list = JSON.stringify([...new Set(projectIds)])
  const rows = await sql.all<Placed & { role: Role | null }>(rolesUpwards, [accountId, list, userId])
  const known = new Map(rows.map((row) => [row.id, row]))
  const found = new Map<string, Above>()
  for (const { id } of rows) {
    const line: string[] = []
    let next: string | null = id
    for (; next !== null && known.has(next) && !found.has(next); next = known.get(next)!.project_id) line.push(next)
    for (const each of line.reverse()) {
      const { project_id: parent, role } = known.get(each)!
      found.set(each, { parent, role: higher(role, parent === null ? null : found.get(parent)?.role ?? null) })
    }
  }
  return found
}

/** The role of the caller in a project itself. */
export async function roleInProject (
  sql: Sql, { accountId, userId }: Caller, projectId: string
): Promise<Role | null> {
  return (await sql.first<{ role: Role | null }>(findRole, [projectId, accountId, userId]))?.role ?? null
}

/**
 * The projects of a list of which the user is a member. Only for bounded callers. Nothing reads all of them: whoever
 * creates fifty thousand projects is a member of each.
 */
export async function rootsAmong (
  sql: Sql, { accountId, userId }: Caller, projectIds: Iterable<string>
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(projectIds)]
  const found = new Set<string>()
  for (let start = 0; start < ids.length; start += PROJECTS_AT_ONCE) {
    const list = JSON.stringify(ids.slice(start, start + PROJECTS_AT_ONCE))
    for (const { id } of await sql.all<{ id: string }>(findRoots, [userId, accountId, list])) found.add(id)
  }
  return found
}
