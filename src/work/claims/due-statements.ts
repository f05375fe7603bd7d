import { statement, type Dialect } from '../../database/sql.js'

export interface DueTable {
  readonly table: string
  /** The columns to read. `due_at`, `owner` and `lease_token` need not be among them. */
  readonly columns: (sql: Dialect) => string
  /** A part of the rows, which belong to the whole table too. An index with the condition `where` finds their users. */
  readonly lane?: { readonly name: string, readonly where: string }
  /** Further assignments when a row is taken up. */
  readonly onClaim?: string
}

/** The statements that find and take up the due rows of a table. `name` names more statements of it. */
export function dueStatements<Row> ({ table, columns, lane, onClaim }: DueTable) {
  const name = (what: string) => lane === undefined ? `${table}_${what}` : `${table}_${lane.name}_${what}`
  const isOfLane = lane === undefined ? '' : ` AND ${lane.where}`
  const all = (sql: Dialect) =>
    `${columns(sql)}, (SELECT name FROM accounts WHERE accounts.id = ${table}.account_id) AS account_name`

  /** $1 now, $2 later than possible */
  const anyDue = statement<{ id: string | null }>(name('any_due'), (sql) => `SELECT COALESCE(
      (SELECT id FROM ${table} WHERE due_at <= ${sql.moment('$1')}${isOfLane} ORDER BY due_at LIMIT 1),
      (SELECT id FROM ${table} WHERE due_at > ${sql.moment('$2')} AND lease_token IS NULL${isOfLane}
        ORDER BY due_at LIMIT 1)
    ) AS id`)

  const waits = `due_at IS NOT NULL${isOfLane}`
  const firstUser = (account: string) => `SELECT MIN(user_id) FROM ${table} WHERE ${waits} AND account_id = ${account}`
  const nextUser = `(${firstUser('waiting.account_id')} AND user_id > waiting.user_id)`
  const nextAccount = `(SELECT MIN(account_id) FROM ${table} WHERE ${waits} AND account_id > waiting.account_id)`
  const ofWaiting = `account_id = waiting.account_id AND user_id = waiting.user_id${isOfLane}`

  /**
   * The users with due rows, the longest waiting first, some look-ups for each. $1 now, $2 later than possible
   */
  const waitingUsers = statement<{ account_id: number, user_id: number }>(name('waiting_users'), (sql) => `
    WITH RECURSIVE waiting (account_id, user_id) AS (
      SELECT account_id, (${firstUser('first.account_id')})
      FROM (SELECT MIN(account_id) AS account_id FROM ${table} WHERE ${waits}) AS first
      UNION ALL
      SELECT CASE WHEN ${nextUser} IS NULL THEN ${nextAccount} ELSE account_id END,
        COALESCE(${nextUser}, (${firstUser(nextAccount)}))
      FROM waiting WHERE account_id IS NOT NULL
    )
    SELECT account_id, user_id FROM (
      SELECT account_id, user_id, COALESCE(
        (SELECT MIN(due_at) FROM ${table} WHERE ${ofWaiting} AND due_at <= ${sql.moment('$1')}),
        (SELECT MIN(due_at) FROM ${table} WHERE ${ofWaiting} AND due_at > ${sql.moment('$2')} AND lease_token IS NULL)
      ) AS first_due
      FROM waiting WHERE account_id IS NOT NULL
    ) AS users WHERE first_due IS NOT NULL ORDER BY first_due, account_id, user_id`)

  /** $1 account, $2 user, $3 time */
  const lockBefore = statement<Row & { account_name: string }>(name('lock_due'), (sql) => `
    SELECT ${all(sql)} FROM ${table} WHERE account_id = $1 AND user_id = $2 AND due_at <= ${sql.moment('$3')}${isOfLane}
    ORDER BY due_at, id LIMIT 1 ${sql.forUpdateSkipLocked}`)
  const lockAfter = statement<Row & { account_name: string }>(name('lock_ahead'), (sql) => `
    SELECT ${all(sql)} FROM ${table} WHERE account_id = $1 AND user_id = $2 AND due_at > ${sql.moment('$3')}
      AND lease_token IS NULL${isOfLane}
    ORDER BY due_at, id LIMIT 1 ${sql.forUpdateSkipLocked}`)

  /** $1 id */
  const lockOne = statement<Row & { account_name: string }>(name('lock_one'), (sql) => `
    SELECT ${all(sql)} FROM ${table} WHERE id = $1 ${sql.forUpdateSkipLocked}`)

  /** $1 id, $2 token, $3 when it is stuck, $4 worker */
  const take = statement(name('take'), (sql) => `
    UPDATE ${table} SET ${onClaim === undefined ? '' : `${onClaim}, `}lease_token = $2, due_at = ${sql.moment('$3')},
      owner = $4 WHERE id = $1`)

  /** $1 id, $2 account, $3 token */
  const lockHeld = statement(name('hold'), (sql) => `
    SELECT id FROM ${table} WHERE id = $1 AND account_id = $2 AND lease_token = $3 ${sql.forUpdate}`)

  return { name, anyDue, waitingUsers, lockBefore, lockAfter, lockOne, take, lockHeld }
}
