import { listAccountUsers, type UserRow } from '../access/account-users.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Caller } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import { statement, type Dialect, type Sql } from '../database/sql.js'
import { isBounded } from './sight.js'
import { parentsOf } from './tree.js'

/**
 * Whether a user is the caller, or a member of a project that the caller sees: the caller is a member there or above,
 * or owns it and it is in no project. `$1` account, `$2` caller, `$3` e-mail of the caller.
 */
const isKnown = (sql: Dialect, user: string) => `(${user} = $2 OR EXISTS (
    WITH RECURSIVE path (id, project_id) AS (
      SELECT project.id, project.project_id FROM project_members AS member
        JOIN projects AS project ON project.id = member.project_id
      WHERE member.user_id = ${user} AND member.account_id = $1
      UNION
      SELECT parent.id, parent.project_id FROM ${parentsOf(sql, 'path', '$1')}
    )
    SELECT 1 FROM path
    WHERE EXISTS (SELECT 1 FROM project_members AS own WHERE own.project_id = path.id AND own.user_id = $2)
  ) OR EXISTS (
    SELECT 1 FROM project_members AS member JOIN projects AS project ON project.id = member.project_id
    WHERE member.user_id = ${user} AND member.account_id = $1 AND project.project_id IS NULL AND project.owner = $3))`

/** $1 account, $2 caller, $3 e-mail, $4 user */
const findKnown = statement('colleagues_find', (sql) =>
  `SELECT id FROM users WHERE id = $4 AND account_id = $1 AND ${isKnown(sql, 'users.id')}`)

/** $1 account, $2 caller, $3 e-mail, $4 after this id, $5 limit */
const listKnown = statement('colleagues_list', (sql) => `
  SELECT id FROM users WHERE account_id = $1 AND id > $4 AND ${isKnown(sql, 'users.id')} ORDER BY id LIMIT $5`)

/** The users whom the caller sees: those of the account, or the members of the projects that the caller sees. */
export async function listColleagues (unit: Unit, page: Page): Promise<UserRow[]> {
  const { caller, reads } = unit
  if (!isBounded(caller)) return listAccountUsers(unit, page)
  const { accountId, userId, email } = caller
  const known = await reads.sql.all<{ id: number }>(listKnown, [accountId, userId, email, toRowId(page.after) ?? 0,
    page.limit])
  return reads.prisma.user.findMany({
    where: { accountId, id: { in: known.map(({ id }) => id) } }, orderBy: { id: 'asc' }
  })
}

/** Whether the caller sees a user of the account. */
export async function isColleague (sql: Sql, caller: Caller, userId: number): Promise<boolean> {
  if (!isBounded(caller)) return true
  return await sql.first(findKnown, [caller.accountId, caller.userId, caller.email, userId]) !== undefined
}
