import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { emailKey } from './email.js'

/** A user, as a sign-in needs it. */
export interface SignInUser {
  readonly id: number
  readonly email: string
  readonly account_id: number
  readonly account: string
  /** The stored form of the password; null without one, or if the user is disabled. */
  readonly hash: string | null
}

const columns = `u.id, u.email, u.account_id, a.name AS account,
    CASE WHEN u.disabled_at IS NULL THEN p.hash END AS hash
  FROM users u JOIN accounts a ON a.id = u.account_id LEFT JOIN passwords p ON p.user_id = u.id`

/** $1 key of the e-mail */
const findUser = statement<SignInUser>('users_sign_in', () => `SELECT ${columns} WHERE u.email_key = $1 AND u.removed_at IS NULL`)

/** $1 JSON list of keys of e-mails */
const findMany = statement<SignInUser>('users_sign_in_many', (sql) => `
  SELECT ${columns} WHERE ${sql.among('u.email_key', sql.strings('$1'))} AND u.removed_at IS NULL`)

/** The user with an e-mail, in any case of its letters. */
export async function findByEmail ({ reads }: Database, email: string): Promise<SignInUser | null> {
  // No e-mail has a NUL, and PostgreSQL refuses one.
  return email.includes('\0') ? null : await reads.sql.first(findUser, [emailKey(email)]) ?? null
}

/** The same for many e-mails at once, by the e-mail as it was given. Unknown ones are left out. */
export async function findEach (
  { reads }: Database, emails: readonly string[]
): Promise<ReadonlyMap<string, SignInUser>> {
  const wanted = [...new Set(emails)]
  const found = await reads.sql.all(findMany, [JSON.stringify([...new Set(wanted.map(emailKey))])])
  const users = new Map(found.map((user) => [emailKey(user.email), user]))
  return new Map(wanted.flatMap((email) => {
    const user = users.get(emailKey(email))
    return user === undefined ? [] : [[email, user] as const]
  }))
}
