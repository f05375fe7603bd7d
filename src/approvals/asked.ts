import { callerColumns, toCaller, type CallerRow } from '../access/caller-row.js'
import { toRowId } from '../basics/ids.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { UserNotFound } from '../errors.js'
import type { AssetRow } from '../items/rows.js'
import { isBounded, standingOf } from '../items/sight.js'

/** A user who is asked. */
export interface AskedUser {
  readonly id: number
  readonly email: string
}

/** $1 account, $2 JSON list of ids */
const findUsers = statement('approvals_users', (sql) => `
  SELECT ${callerColumns} FROM users AS u JOIN accounts AS a ON a.id = u.account_id
  WHERE u.account_id = $1 AND ${sql.among('u.id', sql.integers('$2'))} AND u.disabled_at IS NULL`)

/**
 * The users by their ids, each once. Throws UserNotFound for the first who is not among the colleagues, or who does not
 * see the asset.
 */
export async function requireAsked (
  { sql, caller }: Transaction, asset: AssetRow, sentIds: ReadonlyArray<number | bigint>,
  colleagues: ReadonlySet<number>
): Promise<AskedUser[]> {
  const ids = sentIds.map(toRowId)
  const known = JSON.stringify([...new Set(ids.filter((id) => id !== null))])
  const rows = await sql.all<CallerRow>(findUsers, [caller.accountId, known])
  const users = new Map(rows.map((row) => [row.user_id, toCaller(row)]))
  const asked = new Map<number, AskedUser>()
  for (const [index, id] of ids.entries()) {
    const user = id === null ? undefined : users.get(id)
    if (user !== undefined && asked.has(user.userId)) continue
    const sees = user !== undefined && colleagues.has(user.userId) &&
      (!isBounded(user) || await standingOf('asset', sql, user, asset.id) !== null)
    if (!sees) throw new UserNotFound(String(sentIds[index]))
    asked.set(user.userId, { id: user.userId, email: user.email })
  }
  return [...asked.values()]
}
