import type { Sql, SqlValue, Statement } from './sql.js'

/**
 * Rows are locked in one order, so that two transactions never wait for each other: the account, a user, the user's
 * keys and sessions; or what lists items, items, what shows items to guests, and then `limits` below. Several rows of a
 * table are locked by their ids.
 *
 * The keys of PostgreSQL's advisory locks. All of them are here: two locks with the same key would wait for each other.
 * Idempotent requests are locked by a hash of their key, of 64 bits.
 */
export const locks = {
  /** For migrations. Prisma's own lock has the same key, so that its command and this one wait for each other. */
  migration: 72707369,
  /** One for each account: held while its tree of projects changes its shape. */
  tree: 0x63757472,
  /** One for each account: held while something is added of which an account has a limited number. */
  limits: 0x6375746c,
  /** Held while changes get their numbers. */
  changeNumbers: 0x63757463,
  /** One for each account: held while events are fanned out to webhooks. */
  fanOut: 0x63757766,
  /** Held while a user is added: e-mail addresses are unique in any case of their letters. */
  emails: 0x63757465,
  /** One for each network: held while a sign-in is counted. */
  signIn: 0x63757369,
  /** Held while a database is copied into this one. */
  copy: 0x63757470
} as const

/**
 * Takes a lock, advisory or of rows, until the end of the transaction. SQLite has one writer and needs none. Returns
 * false if the statement only tries the lock and answers `locked`: false.
 */
export async function takeLock (sql: Sql, statement: Statement, parameters: readonly SqlValue[]): Promise<boolean> {
  if (sql.dialect.hasOneWriter) return true
  return (await sql.first(statement, parameters) as { locked?: boolean } | undefined)?.locked !== false
}
