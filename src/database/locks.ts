import type { Sql, SqlValue, Statement } from './sql.js'

/**
 * PostgreSQL's advisory locks, by number: every one that is taken stands here, as two that shared a number would wait
 * for each other. Keys of idempotent requests are locked by their own hash, of 64 bits.
 */
export const locks = {
  /**
   * Held by who migrates: the number of Prisma's own lock, so that its command waits for this and this for its command.
   */
  migration: 72707369,
  /** One for each account, whose tree of projects changes its shape. */
  tree: 0x63757472,
  /** One for each account: who moves a project, and who finds out above which projects something happens. */
  places: 0x6375746d,
  /** Held by who gives changes their numbers. */
  changeNumbers: 0x63757463,
  /** Held by who gives deliveries their numbers. */
  deliveryNumbers: 0x63757773,
  /** Held by who adds a user, whose e-mail nobody else may have in any case of its letters. */
  emails: 0x63757465,
  /** Held by who fills a database with the rows of another. */
  copy: 0x63757470
} as const

/**
 * Takes a lock, of a number or of rows, until the end of the transaction. SQLite has one writer and takes none. Says no
 * where the statement tries and answers `locked`: false.
 */
export async function takeLock (sql: Sql, statement: Statement, parameters: readonly SqlValue[]): Promise<boolean> {
  if (sql.dialect.hasOneWriter) return true
  return (await sql.first<{ locked?: boolean }>(statement, parameters))?.locked !== false
}
