import type { Caller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import { callerColumns, toCaller, type CallerRow } from './caller-row.js'

/** $1 account, $2 JSON list of ids */
const findUsers = statement<CallerRow>('users_enabled', (sql) => `
  SELECT ${callerColumns} FROM users AS u JOIN accounts AS a ON a.id = u.account_id
  WHERE u.account_id = $1 AND ${sql.among('u.id', sql.integers('$2'))} AND u.disabled_at IS NULL`)

/** Those of some users who are of the account and not disabled. */
export async function findEnabledUsers (sql: Sql, accountId: number, ids: readonly number[]): Promise<Caller[]> {
  return (await sql.all(findUsers, [accountId, JSON.stringify(ids)])).map(toCaller)
}

/** Whether somebody may go on with what a user has begun. The service itself, 0, may. */
export async function isEnabled (
  sql: Sql, { account_id: accountId, user_id: userId }: { readonly account_id: number, readonly user_id: number }
): Promise<boolean> {
  return userId === 0 || (await findEnabledUsers(sql, accountId, [userId])).length > 0
}

/** $1 account, $2 e-mail */
const findByEmail = statement<{ id: number }>('users_by_email', () =>
  'SELECT id FROM users WHERE account_id = $1 AND email = $2')

/** The id of the user with exactly this e-mail; null if there is none. */
export async function findUserId (sql: Sql, accountId: number, email: string): Promise<number | null> {
  return (await sql.first(findByEmail, [accountId, email]))?.id ?? null
}

/** $1 account */
const findAdministrators = statement<{ id: number }>('users_administrators', () => `
  SELECT id FROM users WHERE account_id = $1 AND admin AND disabled_at IS NULL ORDER BY id`)

export async function listAdministrators (sql: Sql, accountId: number): Promise<number[]> {
  return (await sql.all(findAdministrators, [accountId])).map(({ id }) => id)
}
