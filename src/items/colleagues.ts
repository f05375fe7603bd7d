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

/** Users of the account that one statement looks at: for each, it climbs from all projects of that user. */
const AT_ONCE = 100

/** $1 account, $2 caller, $3 e-mail, $4 after this id, $5 limit: users of the account, and whether they are known */
const lookAt = statement('colleagues_look_at', (sql) => `
  SELECT users.id, CASE WHEN ${isKnown(sql, 'users.id')} THEN 1 ELSE 0 END AS known FROM (
    SELECT id FROM users WHERE account_id = $1 AND id > $4 ORDER BY id LIMIT $5
  ) AS users ORDER BY users.id`)

interface LookedAt {
  readonly id: number
  readonly known: 0 | 1
}

/**
 * The users whom the caller sees: those of the account, or the members of the projects that the caller sees. Statements
 * in `longReads` keep nobody else waiting.
 */
export async function listColleagues (unit: Unit, longReads: Sql, page: Page): Promise<UserRow[]> {
  const { caller, reads } = unit
  if (!isBounded(caller)) return listAccountUsers(unit, page)
  const { accountId, userId, email } = caller
  const known: number[] = []
  for (let after = toRowId(page.after) ?? 0; known.length < page.limit;) {
    const rows: LookedAt[] = await longReads.all<LookedAt>(lookAt, [accountId, userId, email, after, AT_ONCE])
    known.push(...rows.filter((row) => row.known === 1).map(({ id }) => id))
    if (rows.length < AT_ONCE) break
    after = rows.at(-1)!.id
  }
  return reads.prisma.user.findMany({
    where: { accountId, id: { in: known.slice(0, page.limit) } }, orderBy: { id: 'asc' }
  })
}

/** Whether the caller sees a user of the account. */
export async function isColleague (sql: Sql, caller: Caller, userId: number): Promise<boolean> {
  if (!isBounded(caller)) return true
  return await sql.first(findKnown, [caller.accountId, caller.userId, caller.email, userId]) !== undefined
}
