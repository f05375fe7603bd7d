import { allows, higher, type Role, type Standing, type Verb } from '../access/roles.js'
import type { Caller } from '../core/caller.js'
import type { ItemType } from '../core/item-type.js'
import { statement, type Sql } from '../database/sql.js'
import { RoleRefused } from '../errors.js'
import {
  cameToTop, climb, climbFromItem, isBounded, isUnplacedOf, memberships, placeColumns, roleAtTop, roleCounting, roleIn,
  seesUnplaced, type PlacedItem
} from './sight.js'
import type { Placed } from './tree.js'

/** Asks the rule of sight.ts for a caller: what is seen of some items, and with which roles. */

/** Projects that one statement looks up. */
const PROJECTS_AT_ONCE = 1000

interface SeenKind {
  readonly type: ItemType
  readonly NotFound: new () => Error
}

/** A role in a project; or in an item of one's own, by its id. */
interface HeldRole {
  readonly id: string
  readonly role: Role
}

/** The id of what lies above all projects. */
const TOP = ''

/**
 * $1 item, $2 account, $3 user, $4 e-mail, $5 the role above all projects or null: the roles in the projects above it;
 * the owner's if it is in no project; that at the top
 */
const rolesOf = (type: ItemType) => statement<HeldRole>(`sight_roles_of_${type}`, (sql) => `${climbFromItem(sql, type)}
  SELECT held.id, held.role FROM (SELECT path.id, ${roleIn('path.id', '$2', '$3')} AS role FROM path) AS held
  WHERE held.role IS NOT NULL
  UNION ALL
  SELECT id, 'Admin' AS role FROM ${type}s WHERE id = $1 AND account_id = $2 AND ${isUnplacedOf('$4')}
    ${type === 'project' ? 'AND NOT private' : ''}
  UNION ALL
  SELECT '${TOP}' AS id, CAST($5 AS text) AS role WHERE CAST($5 AS text) IS NOT NULL AND ${cameToTop(type)}`)

const rolesOfItem = { asset: rolesOf('asset'), project: rolesOf('project') }

/** $1 account, $2 JSON list of ids */
const placesOf = (type: ItemType) => statement<Placed & PlacedItem>(`sight_places_of_${type}s`, (sql) => `
  SELECT id, project_id, owner, ${type === 'project' ? 'CAST(private AS integer)' : '0'} AS private FROM ${type}s WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`)

const placesOfItems = { asset: placesOf('asset'), project: placesOf('project') }

/** $1 account, $2 JSON list of projects, $3 user: these and all above them, each once, with the user's roles */
const rolesUpwards = statement<Placed & { private: number, role: Role | null }>('sight_roles_upwards', (sql) => `${climb(sql,
  `SELECT ${placeColumns} FROM projects WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`, '$1')}
  SELECT path.id, path.project_id, CAST(path.private AS integer) AS private, ${roleIn('path.id', '$1', '$3')} AS role
  FROM path`)

/** $1 user, $2 account, $3 JSON list of projects */
const rolesInList = statement<HeldRole>('sight_roles_in_list', (sql) => memberships('member.project_id AS id, member.role', `
  member.user_id = $1 AND member.account_id = $2 AND ${sql.among('member.project_id', sql.strings('$3'))}`))

/** The user's roles for an item. Null if the item is not seen. Only for bounded callers. */
export async function standingOf (
  type: ItemType, sql: Sql, caller: Caller, id: string
): Promise<Standing | null> {
  const { accountId, userId, email } = caller
  return standingBy(await sql.all(rolesOfItem[type], [id, accountId, userId, email, roleAtTop(caller)]), type, id)
}

/** The user's roles for a project by memberships alone, whatever else the user sees. Null if there are none. */
export async function standingAsMember (
  sql: Sql, { accountId, userId }: Caller, projectId: string
): Promise<Standing | null> {
  return standingBy(await sql.all(rolesOfItem.project, [projectId, accountId, userId, '', null]), 'project', projectId)
}

function standingBy (held: readonly HeldRole[], type: ItemType, id: string): Standing | null {
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

/** Whether the caller may do something with an existing item. */
export async function isAllowed (
  type: ItemType, sql: Sql, caller: Caller, id: string, verb: Verb
): Promise<boolean> {
  if (!isBounded(caller)) return true
  const standing = await standingOf(type, sql, caller, id)
  return standing !== null && allows(standing, verb)
}

/** Whether the caller may change an existing item. */
export function mayChange (type: ItemType, sql: Sql, caller: Caller, id: string): Promise<boolean> {
  return isAllowed(type, sql, caller, id, 'change')
}

/** Whether the caller sees what is in a project: a mere owner sees the project, but nothing in it. */
export async function seesInside (sql: Sql, caller: Caller, projectId: string): Promise<boolean> {
  return !isBounded(caller) || (await standingUpwards(sql, caller, [projectId])).get(projectId)?.role != null
}

/**
 * The existing items of a list that the caller sees; with another verb, those with which the caller may do that. A
 * project may be placed by more. Only for bounded callers.
 */
export async function seenAmong (
  type: ItemType, sql: Sql, caller: Caller, ids: readonly string[], verb: Verb = 'read'
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const places = await sql.all(placesOfItems[type], [caller.accountId, JSON.stringify(ids)])
  const startOf = ({ id, project_id: projectId }: Placed) => type === 'project' ? id : projectId
  const seen = await projectsAllowing(sql, caller, places.flatMap((place) => startOf(place) ?? []), verb)
  return new Set(places.filter((place) => {
    const start = startOf(place)
    return (start !== null && seen.has(start)) || seesUnplaced(caller, place)
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
  /** The role that counts in the project, of those there and above. */
  readonly role: Role | null
}

/**
 * For some projects, and those above them up to the nearest private ones, the role of the caller that counts in each.
 * Only for bounded callers.
 */
export async function standingUpwards (
  sql: Sql, caller: Caller, projectIds: readonly string[]
): Promise<ReadonlyMap<string, Above>> {
  const { accountId, userId } = caller
  const list = JSON.stringify([...new Set(projectIds)])
  const rows = await sql.all(rolesUpwards, [accountId, list, userId])
  const known = new Map(rows.map((row) => [row.id, row]))
  const found = new Map<string, Above>()
  for (const { id } of rows) {
    const line: string[] = []
    let next: string | null = id
    for (; next !== null && known.has(next) && !found.has(next); next = known.get(next)!.project_id) line.push(next)
    for (const each of line.reverse()) {
      const { project_id: parent, role, private: isPrivate } = known.get(each)!
      const above = parent === null ? roleAtTop(caller) : found.get(parent)?.role ?? null
      found.set(each, { parent, role: roleCounting(role, above, isPrivate === 1) })
    }
  }
  return found
}

/**
 * The caller's roles in projects of a list themselves, where the user is a member. Only for bounded callers. Nothing
 * reads all of them: whoever creates fifty thousand projects is a member of each.
 */
export async function rolesAmong (
  sql: Sql, { accountId, userId }: Caller, projectIds: Iterable<string>
): Promise<ReadonlyMap<string, Role>> {
  const ids = [...new Set(projectIds)]
  const found = new Map<string, Role>()
  for (let start = 0; start < ids.length; start += PROJECTS_AT_ONCE) {
    const list = JSON.stringify(ids.slice(start, start + PROJECTS_AT_ONCE))
    for (const { id, role } of await sql.all(rolesInList, [userId, accountId, list])) {
      found.set(id, higher(found.get(id) ?? null, role)!)
    }
  }
  return found
}
