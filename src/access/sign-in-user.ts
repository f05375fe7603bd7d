import type { Database } from '../database/database.js'
import { groupBy } from '../basics/group-by.js'
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

const columns = `u.id, u.email, u.account_id, a.name AS account,
    CASE WHEN u.disabled_at IS NULL THEN p.hash END AS hash
  FROM users u JOIN accounts a ON a.id = u.account_id LEFT JOIN passwords p ON p.user_id = u.id`

/** $1 key of the e-mail, $2 the e-mail */
const findUsers = statement('users_sign_in', () => `
  SELECT ${columns}
  WHERE u.email_key = $1 OR u.email = $2 ORDER BY u.id LIMIT ${MOST_SPELLINGS}`)

/** $1 JSON list of keys of e-mails, $2 JSON list of e-mails */
const findMany = statement('users_sign_in_many', (sql) => `
  SELECT ${columns}
  WHERE ${sql.among('u.email_key', sql.strings('$1'))} OR ${sql.among('u.email', sql.strings('$2'))} ORDER BY u.id`)

/** The users with an e-mail, in any case of its letters: more than one from older versions only. */
export async function listByEmail ({ reads }: Database, email: string): Promise<SignInUser[]> {
  // No e-mail has a NUL, and PostgreSQL refuses one.
  return email.includes('\0') ? [] : await reads.sql.all<SignInUser>(findUsers, [emailKey(email), email])
}

/** The user with an e-mail. If several have it, the exact spelling decides. */
export async function findByEmail (database: Database, email: string): Promise<SignInUser | null> {
  return chosen(await listByEmail(database, email), email)
}

/** The same for many e-mails at once, by the e-mail as it was given. Unknown ones are left out. */
export async function findEach (
  { reads }: Database, emails: readonly string[]
): Promise<ReadonlyMap<string, SignInUser>> {
  const wanted = [...new Set(emails)]
  const keys = JSON.stringify(wanted.map(emailKey))
  const users = groupBy(
    await reads.sql.all<SignInUser>(findMany, [keys, JSON.stringify(wanted)]), ({ email }) => emailKey(email))
  return new Map(wanted.flatMap((email) => {
    const user = chosen(users.get(emailKey(email)) ?? [], email)
    return user === null ? [] : [[email, user] as const]
  }))
}

function chosen (users: readonly SignInUser[], email: string): SignInUser | null {
  return (users.length === 1 ? users[0] : users.find((each) => each.email === email)) ?? null
}
