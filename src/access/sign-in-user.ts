import { digest } from '../basics/secrets.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { emailKey } from './email.js'

/** Older versions let users differ in the case of their e-mails alone. */
const MOST_SPELLINGS = 10

/** A user, as a sign-in needs it. */
export interface SignInUser {
  readonly id: number
  readonly email: string
  readonly account_id: number
  readonly account: string
  /** The stored form of the password; null without one, or if the user is disabled. */
  readonly hash: string | null
}

/** $1 key of the e-mail, $2 the e-mail */
const findUsers = statement('users_sign_in', () => `
  SELECT u.id, u.email, u.account_id, a.name AS account,
    CASE WHEN u.disabled_at IS NULL THEN p.hash END AS hash
  FROM users u JOIN accounts a ON a.id = u.account_id LEFT JOIN passwords p ON p.user_id = u.id
  WHERE u.email_key = $1 OR u.email = $2 ORDER BY u.id LIMIT ${MOST_SPELLINGS}`)

/** The users with an e-mail, in any case of its letters: more than one from older versions only. */
export async function listByEmail ({ reads }: Database, email: string): Promise<SignInUser[]> {
  // No e-mail has a NUL, and PostgreSQL refuses one.
  return email.includes('\0') ? [] : await reads.sql.all<SignInUser>(findUsers, [emailKey(email), email])
}

/** The user with an e-mail. If several have it, the exact spelling decides. */
export async function findByEmail (database: Database, email: string): Promise<SignInUser | null> {
  const users = await listByEmail(database, email)
  return (users.length === 1 ? users[0] : users.find((each) => each.email === email)) ?? null
}

/** A number for queues in which networks take turns. Two networks may have the same number. */
export function turnOf (network: string): number {
  return Number.parseInt(digest(network).slice(0, 8), 16)
}
