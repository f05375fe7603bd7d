import { statement, type Sql } from '../database/sql.js'

/** $1 user, $2 account */
const find = statement('users_name', () =>
  "SELECT COALESCE(NULLIF(name, ''), email) AS name FROM users WHERE id = $1 AND account_id = $2")

/** What a user is called: the name, else the e-mail. */
export async function userName (
  sql: Sql, { accountId, userId }: { accountId: number, userId: number }
): Promise<string> {
  return (await sql.first<{ name: string }>(find, [userId, accountId]))?.name ?? 'Somebody'
}
