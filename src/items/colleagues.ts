import { listAccountUsers, type UserRow } from '../access/account-users.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Caller } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import { statement, type Dialect, type Sql } from '../database/sql.js'
import { createYielder } from '../work/turns/yielding.js'
import { seenGroups } from './seen-groups.js'
import { climb, isUnplacedOf, ownPlaces, roleAtTop, roleIn } from './sight.js'

/**
 * The users whom a caller sees who does not see the account: members of projects that the caller sees, and users of
 * groups that the caller sees. Their own projects are looked at some at a time, as there may be ten thousand users, and
 * one may be a member of fifty thousand projects.
 */

/** Users that one look takes. */
const USERS_AT_ONCE = 100
/** Projects of each that it takes. */
const PROJECTS_OF_EACH = 50
/** Projects of a user that a further look takes. */
const PROJECTS_AT_ONCE = 1000

/** Whether the caller sees one of a list of projects. `$1` account, `$2` caller, `$3` e-mail of the caller. */
const seesOneOf = (sql: Dialect, projects: string) => `(EXISTS (${climb(sql, `SELECT project.id, project.project_id, project.private FROM (${projects}) AS listed
      JOIN projects AS project ON project.id = listed.project_id`, '$1')}
    SELECT 1 FROM path WHERE ${roleIn('path.id', '$1', '$2')} IS NOT NULL
  ) OR EXISTS (
    SELECT 1 FROM (${projects}) AS listed JOIN projects AS project ON project.id = listed.project_id
    WHERE NOT project.private AND ${isUnplacedOf('$3', { project: 'project.project_id', owner: 'project.owner' })}))`

const firstProjects = `${ownPlaces('member.user_id = person.id AND member.account_id = $1')} ORDER BY member.project_id`

/** Whether a user is in one of some groups of the account `$1`. */
const isInGroup = (sql: Dialect, user: string, groups: string) => `EXISTS (
  SELECT 1 FROM user_group_users AS inside WHERE inside.user_id = ${user} AND inside.account_id = $1
    AND ${sql.among('inside.user_group_id', sql.integers(groups))})`

/**
 * $1 account, $2 caller, $3 e-mail, $4 after this id, $5 limit, $6 JSON list of groups: users, whether they are in one
 * of these or are known by their first projects, and whether they have more
 */
const lookAt = statement<LookedAt>('colleagues_look_at', (sql) => `
  SELECT person.id,
    CASE WHEN person.id = $2 OR ${isInGroup(sql, 'person.id', '$6')} OR
      ${seesOneOf(sql, `${firstProjects} LIMIT ${PROJECTS_OF_EACH}`)} THEN 1 ELSE 0 END AS known,
    CASE WHEN EXISTS (${firstProjects} LIMIT 1 OFFSET ${PROJECTS_OF_EACH}) THEN 1 ELSE 0 END AS has_more
  FROM (SELECT id FROM users WHERE account_id = $1 AND id > $4 AND removed_at IS NULL ORDER BY id LIMIT $5) AS person
  ORDER BY person.id`)

const furtherProjects = (sql: Dialect) => `${ownPlaces(
  `${sql.behind('member.user_id', '$4', 'member.project_id', '$5')} AND member.account_id = $1`)}
  ORDER BY member.project_id LIMIT ${PROJECTS_AT_ONCE}`

/**
 * $1 account, $2 caller, $3 e-mail, $4 user, $5 after this project, $6 JSON list of groups: how many projects there
 * are, and whether the user is known by these or by one of the groups
 */
const lookFurther = statement<LookedFurther>('colleagues_look_further', (sql) => `
  SELECT max(listed.project_id) AS last, count(*) AS count,
    CASE WHEN ${isInGroup(sql, '$4', '$6')} OR ${seesOneOf(sql, furtherProjects(sql))} THEN 1 ELSE 0 END AS known
  FROM (${furtherProjects(sql)}) AS listed`)

interface LookedAt {
  readonly id: number
  readonly known: 0 | 1
  readonly has_more: 0 | 1
}

interface LookedFurther {
  readonly last: string
  readonly count: number
  readonly known: 0 | 1
}

/**
 * The users whom the caller sees: those of the account, or the members of the projects that the caller sees, with those
 * in a group with the caller. Statements in `longReads` keep nobody else waiting.
 */
export async function listColleagues (unit: Unit, longReads: Sql, page: Page): Promise<UserRow[]> {
  const { caller, reads } = unit
  if (roleAtTop(caller) !== null) return listAccountUsers(unit, page)
  const { accountId, userId, email } = caller
  const groups = JSON.stringify([...await seenGroups(longReads, caller)])
  const found: UserRow[] = []
  for (let after = toRowId(page.after) ?? 0; found.length < page.limit;) {
    const rows: LookedAt[] = await longReads.all(lookAt, [accountId, userId, email, after, USERS_AT_ONCE, groups])
    const known: number[] = []
    for (const { id, known: isKnown, has_more: hasMore } of rows) {
      if (isKnown === 1 || (hasMore === 1 && await isColleague(longReads, caller, id, groups))) known.push(id)
    }
    if (known.length > 0) {
      found.push(...await reads.prisma.user.findMany({
        where: { accountId, id: { in: known } }, orderBy: { id: 'asc' }
      }))
    }
    if (rows.length < USERS_AT_ONCE) break
    after = rows.at(-1)!.id
  }
  return found.slice(0, page.limit)
}

/**
 * The users of a list whom the caller sees, if they are of the account. It is asked before a transaction, in which it
 * would keep others from writing.
 */
export async function colleaguesAmong (
  sql: Sql, caller: Caller, userIds: Iterable<number>
): Promise<ReadonlySet<number>> {
  const ids = new Set(userIds)
  if (roleAtTop(caller) !== null || ids.size === 0) return ids
  const groups = JSON.stringify([...await seenGroups(sql, caller)])
  const known = new Set<number>()
  for (const id of ids) if (await isColleague(sql, caller, id, groups)) known.add(id)
  return known
}

/** `groups`: those that the caller sees, as JSON. */
async function isColleague (sql: Sql, caller: Caller, id: number, groups: string): Promise<boolean> {
  const { accountId, userId, email } = caller
  if (id === userId) return true
  const giveWay = createYielder()
  for (let after = ''; ; await giveWay()) {
    const looked = await sql.first(lookFurther, [accountId, userId, email, id, after, groups])
    const { known, count, last } = looked!
    if (known === 1) return true
    if (count < PROJECTS_AT_ONCE) return false
    after = last
  }
}
