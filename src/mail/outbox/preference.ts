import { statement, type Sql } from '../../database/sql.js'
import type { Transaction } from '../../core/transact.js'

/** How a user wants to be told by mail: at once, once a day, or not at all. */
export const mailPreferences = ['each', 'daily', 'none'] as const

export type MailPreference = typeof mailPreferences[number]

/** $1 user, $2 account */
const find = statement<{ mail: MailPreference }>('mail_preference', () =>
  'SELECT mail FROM users WHERE id = $1 AND account_id = $2')

/** $1 user, $2 account, $3 preference */
const set = statement('mail_preference_set', () => 'UPDATE users SET mail = $3 WHERE id = $1 AND account_id = $2')

export async function findPreference (sql: Sql, accountId: number, userId: number): Promise<MailPreference> {
  return (await sql.first(find, [userId, accountId]))?.mail ?? 'none'
}

export async function setPreference (
  { sql, caller: { accountId } }: Transaction, userId: number, preference: MailPreference
): Promise<void> {
  await sql.run(set, [userId, accountId, preference])
}
