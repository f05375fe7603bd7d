import { randomUUID } from 'node:crypto'
import { toDatabase } from '../../basics/time.js'
import { systemCaller } from '../../core/caller.js'
import type { Transaction } from '../../core/transact.js'
import { statement, type Dialect, type Sql, type SqlValue, type Statement } from '../../database/sql.js'
import { LeaseLost, LEASE_MS, leaseEnd, type Claim, type Held, type WorkRow } from './claim.js'

/** Machines need not agree on the time to the second. */
const CLOCKS_APART_MS = 10_000

export interface DueRowsOptions<Row> {
  readonly table: string
  /** The columns to read. `due_at` and `lease_token` need not be among them. */
  readonly columns: (sql: Dialect) => string
  /** Further assignments when a row is taken up. */
  readonly onClaim?: string
  /** Called in the transaction that takes a row up. */
  readonly afterClaim?: (tx: Transaction, row: Row) => void
}

/** The users' shares so far. A process keeps them from one look to the next. */
export interface Shares {
  /** Rows of each user that this process has taken up and not finished. */
  readonly underWay: ReadonlyMap<number, number>
  /** When each user had the last turn. */
  readonly turns: Map<number, number>
}

export interface LookOptions {
  readonly now: Date
  /** The longest legitimate wait of a row: the longest pause between two attempts, or a longer lease. */
  readonly longestDelayMs: number
  /** The number of rows to take up. */
  readonly limit: number
  readonly shares?: Shares
}

/** Counts turns. */
let turn = 0

export type DueRows<Row extends WorkRow> = ReturnType<typeof dueRows<Row>>

/**
 * The due rows of a table of work, under a lease. When a holder dies, its row is due again at the end of the lease.
 * Made once at module level. The table has an index of `due_at` and one of `(user_id, due_at, id)`, both of rows with a
 * `due_at`, which is null if there is nothing to do.
 *
 * A row that is due later than any lease or pause from now on could end is from before the clock was set back, and is
 * due at once.
 */
export function dueRows<Row extends WorkRow> ({ table, columns, onClaim, afterClaim }: DueRowsOptions<Row>) {
  const name = (what: string) => `${table}_${what}`
  const all = (sql: Dialect) =>
    `${columns(sql)}, (SELECT name FROM accounts WHERE accounts.id = ${table}.account_id) AS account_name`

  /** $1 now, $2 later than possible */
  const anyDue = statement(name('any_due'), (sql) => `SELECT COALESCE(
      (SELECT id FROM ${table} WHERE due_at <= ${sql.moment('$1')} ORDER BY due_at LIMIT 1),
      (SELECT id FROM ${table} WHERE due_at > ${sql.moment('$2')} ORDER BY due_at LIMIT 1)) AS id`)

  /**
   * The users with due rows, the longest waiting first, one look-up per user. $1 now, $2 later than possible
   */
  const waitingUsers = statement(name('waiting_users'), (sql) => `
    WITH RECURSIVE waiting (user_id) AS (
      SELECT MIN(user_id) FROM ${table} WHERE due_at IS NOT NULL
      UNION ALL
      SELECT (SELECT MIN(user_id) FROM ${table} WHERE due_at IS NOT NULL AND user_id > waiting.user_id) FROM waiting
      WHERE user_id IS NOT NULL
    )
    SELECT user_id AS id FROM (
      SELECT user_id, COALESCE(
        (SELECT MIN(due_at) FROM ${table} WHERE user_id = waiting.user_id AND due_at <= ${sql.moment('$1')}),
        (SELECT MIN(due_at) FROM ${table} WHERE user_id = waiting.user_id AND due_at > ${sql.moment('$2')})) AS first_due
      FROM waiting WHERE user_id IS NOT NULL
    ) AS users WHERE first_due IS NOT NULL ORDER BY first_due, user_id`)

  /** $1 user, $2 time */
  const lockBefore = statement(name('lock_due'), (sql) => `
    SELECT ${all(sql)} FROM ${table} WHERE user_id = $1 AND due_at <= ${sql.moment('$2')} ORDER BY due_at, id LIMIT 1
    ${sql.forUpdateSkipLocked}`)
  const lockAfter = statement(name('lock_ahead'), (sql) => `
    SELECT ${all(sql)} FROM ${table} WHERE user_id = $1 AND due_at > ${sql.moment('$2')} ORDER BY due_at, id LIMIT 1
    ${sql.forUpdateSkipLocked}`)

  /** $1 id */
  const lockOne = statement(name('lock_one'), (sql) => `
    SELECT ${all(sql)} FROM ${table} WHERE id = $1 ${sql.forUpdateSkipLocked}`)

  /** $1 id, $2 token, $3 end of the lease */
  const take = statement(name('take'), (sql) => `
    UPDATE ${table} SET ${onClaim === undefined ? '' : `${onClaim}, `}lease_token = $2, due_at = ${sql.moment('$3')}
    WHERE id = $1`)

  /** $1 id, $2 account, $3 token */
  const lockHeld = statement(name('hold'), (sql) => `
    SELECT id FROM ${table} WHERE id = $1 AND account_id = $2 AND lease_token = $3 ${sql.forUpdate}`)

  const renewal = held('renew', (sql) => `due_at = ${sql.moment('$4')}`)
  const end = held('let_go', (sql) => `due_at = ${sql.moment('$4')}, lease_token = NULL`)

  /** A change of a held row, for `update`. The parameters of its assignments begin with `$4`. */
  function held (what: string, assignments: (sql: Dialect) => string): Statement {
    return statement(
      name(what),
      (sql) => `UPDATE ${table} SET ${assignments(sql)} WHERE id = $1 AND account_id = $2 AND lease_token = $3`
    )
  }

  async function claimLocked (tx: Transaction, row: Row & { account_name: string }, now: Date): Promise<Claim<Row>> {
    const token = randomUUID()
    await tx.sql.run(take, [row.id, token, toDatabase(leaseEnd(now))])
    afterClaim?.(tx, row)
    return { row, token, caller: systemCaller({ id: row.account_id, name: row.account_name }, row.user_id) }
  }

  async function claimOf (tx: Transaction, userId: number, [now, ahead]: readonly string[]) {
    const row = await tx.sql.first<Row & { account_name: string }>(lockBefore, [userId, now!]) ??
      await tx.sql.first<Row & { account_name: string }>(lockAfter, [userId, ahead!])
    return row === undefined ? null : claimLocked(tx, row, new Date(now!))
  }

  /** Changes a held row. Throws LeaseLost, which rolls the transaction back. */
  async function update (
    tx: Transaction, { row, token }: Held, change: Statement, values: readonly SqlValue[]
  ): Promise<void> {
    if (await tx.sql.run(change, [row.id, row.account_id, token, ...values]) === 0) throw new LeaseLost()
  }

  return {
    held,
    update,

    /** Whether any row is due. */
    isAnyDue: async (sql: Sql, options: Pick<LookOptions, 'now' | 'longestDelayMs'>): Promise<boolean> =>
      (await sql.first<{ id: string | null }>(anyDue, moments(options)))!.id !== null,

    /**
     * Takes up due rows: of the user with the fewest under way, and among those of the one whose last turn was the
     * longest ago, so that nobody's rows wait for all of another's. Of a user the longest waiting row comes first.
     */
    async claim (tx: Transaction, options: LookOptions): Promise<Array<Claim<Row>>> {
      const { limit, shares: { underWay, turns } = { underWay: new Map(), turns: new Map() } } = options
      const counts = new Map(underWay)
      const countOf = (id: number) => counts.get(id) ?? 0
      const compare = (a: number, b: number) =>
        countOf(a) - countOf(b) || (turns.get(a) ?? 0) - (turns.get(b) ?? 0)
      let users = (await tx.sql.all<{ id: number }>(waitingUsers, moments(options))).map(({ id }) => id)
      const claims: Array<Claim<Row>> = []
      while (claims.length < limit && users.length > 0) {
        const user = users.reduce((next, each) => compare(each, next) < 0 ? each : next)
        const claim = await claimOf(tx, user, moments(options))
        if (claim === null) users = users.filter((each) => each !== user)
        else claims.push(claim)
        turns.set(user, ++turn)
        counts.set(user, countOf(user) + 1)
      }
      return claims
    },

    /** Takes up a row whether it is due or not; null if another process is taking it up, or it is gone. */
    async claimOne (tx: Transaction, id: string): Promise<Claim<Row> | null> {
      const row = await tx.sql.first<Row & { account_name: string }>(lockOne, [id])
      return row === undefined ? null : claimLocked(tx, row, tx.time)
    },

    /** Locks a row that this process holds until the transaction ends. Throws LeaseLost. */
    async hold (tx: Transaction, { row, token }: Held): Promise<void> {
      if (await tx.sql.first(lockHeld, [row.id, row.account_id, token]) === undefined) throw new LeaseLost()
    },

    /** Renews the lease. Throws LeaseLost. */
    renew: (tx: Transaction, claim: Held, until = leaseEnd(tx.time)): Promise<void> =>
      update(tx, claim, renewal, [toDatabase(until)]),

    /** Releases the row until a time; null if nothing is left to do. Throws LeaseLost. */
    letGo: (tx: Transaction, claim: Held, dueAt: Date | null): Promise<void> =>
      update(tx, claim, end, [dueAt === null ? null : toDatabase(dueAt)])
  }
}

/** Now, and a time later than that of any row that is written from now on. */
function moments ({ now, longestDelayMs }: Pick<LookOptions, 'now' | 'longestDelayMs'>): [string, string] {
  const latest = new Date(now.getTime() + Math.max(LEASE_MS, longestDelayMs) + CLOCKS_APART_MS)
  return [toDatabase(now), toDatabase(latest)]
}
