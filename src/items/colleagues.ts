import { listAccountUsers, type UserRow } from '../access/account-users.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Caller } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import { statement, type Sql } from '../database/sql.js'
import { createYielder } from '../work/turns/yielding.js'
import { isBounded, seenAmong } from './sight.js'

/**
 * The users whom a caller sees who does not see the account: members of projects that the caller sees. Their projects
 * are looked at some at a time, as there may be ten thousand users, and one may be a member of fifty thousand projects.
 */

/** Users that one look takes. */
const USERS_AT_ONCE = 100
/** Memberships that one look takes. */
const MEMBERSHIPS_AT_ONCE = 500

/** $1 account, $2 after this id, $3 limit */
const listIds = statement('colleagues_users', () =>
  'SELECT id FROM users WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT $3')

/** $1 account, $2 after this id, $3 to this id, $4 limit: the projects of users, by user */
const listMemberships = statement('colleagues_memberships', (sql) => `
  SELECT person.id AS user_id, member.project_id FROM ${sql.lookUp(
    '(SELECT id FROM users WHERE account_id = $1 AND id > $2 AND id <= $3 ORDER BY id LIMIT $4) AS person',
    { table: 'project_members', alias: 'member', columns: '*', column: 'user_id', value: 'person.id', account: '$1' }
  )} ORDER BY person.id LIMIT $4`)

/** $1 account, $2 user, $3 after this project, $4 limit */
const listProjects = statement('colleagues_projects', (sql) => `
  SELECT project_id FROM project_members
  WHERE ${sql.behind('user_id', '$2', 'project_id', '$3')} AND account_id = $1 ORDER BY project_id LIMIT $4`)

/**
 * The users whom the caller sees: those of the account, or the members of the projects that the caller sees. Statements
 * in `longReads` keep nobody else waiting.
 */
export async function listColleagues (unit: Unit, longReads: Sql, page: Page): Promise<UserRow[]> {
  const { caller, reads } = unit
  const { accountId } = caller
  if (!isBounded(caller)) return listAccountUsers(unit, page)
  const found: UserRow[] = []
  for (let after = toRowId(page.after) ?? 0; found.length < page.limit;) {
    const rows: Array<{ id: number }> = await longReads.all(listIds, [accountId, after, USERS_AT_ONCE])
    if (rows.length === 0) break
    const { known, last } = await lookAt(longReads, caller, after, rows.at(-1)!.id)
    if (known.size > 0) {
      found.push(...await reads.prisma.user.findMany({
        where: { accountId, id: { in: [...known] } }, orderBy: { id: 'asc' }
      }))
    }
    after = last
  }
  return found.slice(0, page.limit)
}

/** Looks at the users after one id, to another one. Returns whom of them the caller sees, and how far it came. */
async function lookAt (
  sql: Sql, caller: Caller, after: number, to: number
): Promise<{ known: ReadonlySet<number>, last: number }> {
  const { accountId, userId } = caller
  const rows = await sql.all<{ user_id: number, project_id: string }>(
    listMemberships, [accountId, after, to, MEMBERSHIPS_AT_ONCE]
  )
  const isCut = rows.length === MEMBERSHIPS_AT_ONCE
  const last = isCut ? rows.at(-1)!.user_id : to
  const seen = await seenAmong('project', sql, caller, [...new Set(rows.map((row) => row.project_id))])
  const known = new Set(rows.filter((row) => seen.has(row.project_id)).map((row) => row.user_id))
  if (userId > after && userId <= last) known.add(userId)
  if (isCut && !known.has(last) && await isColleague(sql, caller, last)) known.add(last)
  return { known, last }
}

/**
 * The users of a list whom the caller sees, if they are of the account. It is asked before a transaction, where it would
 * keep others from writing.
 */
export async function colleaguesAmong (
  sql: Sql, caller: Caller, userIds: Iterable<number>
): Promise<ReadonlySet<number>> {
  const known = new Set<number>()
  for (const id of new Set(userIds)) if (await isColleague(sql, caller, id)) known.add(id)
  return known
}

async function isColleague (sql: Sql, caller: Caller, userId: number): Promise<boolean> {
  if (!isBounded(caller) || userId === caller.userId) return true
  const giveWay = createYielder()
  for (let after = '';;) {
    const rows: Array<{ project_id: string }> =
      await sql.all(listProjects, [caller.accountId, userId, after, MEMBERSHIPS_AT_ONCE])
    const seen = await seenAmong('project', sql, caller, rows.map((row) => row.project_id))
    if (seen.size > 0) return true
    if (rows.length < MEMBERSHIPS_AT_ONCE) return false
    after = rows.at(-1)!.project_id
    await giveWay()
  }
}
