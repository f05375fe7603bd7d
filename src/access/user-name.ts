import { statement, type Sql } from '../database/sql.js'

/** Characters. */
export const LONGEST_USER_NAME = 100

/** What a user is called, in a statement: the name, else the e-mail. */
export const calledIn = (users: string) => `COALESCE(NULLIF(${users}.name, ''), ${users}.email)`

/** $1 user, $2 account */
const find = statement('users_name', () =>
  `SELECT ${calledIn('u')} AS name FROM users AS u WHERE u.id = $1 AND u.account_id = $2`)

/** What a user is called: the name, else the e-mail. */
export async function userName (
  sql: Sql, { accountId, userId }: { accountId: number, userId: number }
): Promise<string> {
  return (await sql.first<{ name: string }>(find, [userId, accountId]))?.name ?? 'Somebody'
}
