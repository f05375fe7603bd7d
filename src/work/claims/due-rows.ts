import { randomUUID } from 'node:crypto'
import { toDatabase } from '../../basics/time.js'
import { systemCaller } from '../../core/caller.js'
import type { Transaction } from '../../core/transact.js'
import { statement, type Dialect, type Sql, type SqlValue, type Statement } from '../../database/sql.js'
import type { Party } from '../turns/fair-queue.js'
import { LeaseLost, type Claim, type Held, type WorkRow } from './claim.js'
import { dueStatements, type DueTable } from './due-statements.js'
import { createTurns, type ClaimShares } from './turns.js'
import { freedBy, type Worker } from './worker.js'

/** Machines need not agree on the time to the second. */
const CLOCKS_APART_MS = 10_000

export interface DueRowsOptions<Row> extends DueTable {
  /** The longest time that a living worker may have a row. After it the row counts as stuck, and is due again. */
  readonly longestMs: number
  /** Called in the transaction that takes a row up. */
  readonly afterClaim?: (tx: Transaction, row: Row) => void
}

export interface LookOptions {
  readonly now: Date
  /** The longest pause between two attempts. */
  readonly longestDelayMs: number
  /** The number of rows to take up. */
  readonly limit: number
  readonly shares?: ClaimShares
}

/** What a claim needs of a worker. */
type Heart = Pick<Worker, 'beat'>

export type DueRows<Row extends WorkRow> = ReturnType<typeof dueRows<Row>>

/**
 * The due rows of a table of work. A worker owns those that it has taken up; when it dies, they are due again. Made
 * once at module level. The table has three indexes: on `due_at` and on `(account_id, user_id, due_at, id)`, both of
 * the rows with a `due_at`, and on `owner`, of the rows with a `lease_token`. `due_at` is null if there is nothing to
 * do.
 *
 * A row that is due later than after the longest pause from now on was written before the clock was set back, and is
 * due at once.
 */
export function dueRows<Row extends WorkRow> (options: DueRowsOptions<Row>) {
  const { table, longestMs, lane, afterClaim } = options
  const { name, anyDue, waitingUsers, lockBefore, lockAfter, lockOne, take, lockHeld } = dueStatements<Row>(options)
  if (lane === undefined) {
    freedBy(statement(name('free'), (sql) => `
      UPDATE ${table} SET lease_token = NULL, due_at = ${sql.clock(0)} WHERE owner = $1 AND lease_token IS NOT NULL`))
  }

  const held = (what: string, assignments: (sql: Dialect) => string) => changeOfHeld(table, name(what), assignments)
  const end = held('let_go', (sql) => `due_at = ${sql.moment('$4')}, lease_token = NULL`)

  async function claimLocked (
    tx: Transaction, owner: string, row: Row & { account_name: string }, now: Date
  ): Promise<Claim<Row>> {
    const token = randomUUID()
    await tx.sql.run(take, [row.id, token, toDatabase(new Date(now.getTime() + longestMs)), owner])
    afterClaim?.(tx, row)
    const account = { id: row.account_id, name: row.account_name }
    return { row, token, owner, caller: systemCaller(account, row.user_id, row.run_id, row.guest_id) }
  }

  async function claimOf (
    tx: Transaction, owner: string, { accountId, userId }: Party, [now, ahead]: readonly string[]
  ) {
    const row = await tx.sql.first(lockBefore, [accountId, userId, now!]) ??
      await tx.sql.first(lockAfter, [accountId, userId, ahead!])
    return row === undefined ? null : claimLocked(tx, owner, row, new Date(now!))
  }

  /** Changes a held row. Throws LeaseLost, which rolls the transaction back. */
  async function update (
    tx: Transaction, { row, token }: Held, change: Statement, values: readonly SqlValue[]
  ): Promise<void> {
    if (await tx.sql.run(change, [row.id, row.account_id, token, ...values]) === 0) throw new LeaseLost()
  }

  return {
    /** A change of a held row, for `update`. The parameters of its assignments begin with `$4`. */
    held,
    update,

    /** Whether any row is due. */
    isAnyDue: async (sql: Sql, options: Pick<LookOptions, 'now' | 'longestDelayMs'>): Promise<boolean> =>
      (await sql.first(anyDue, moments(options)))!.id !== null,

    /**
     * Takes up due rows. The account with the fewest rows under way comes first; among equals, the one whose last turn
     * was the longest ago, so that no account waits for all rows of another. Its users take turns in the same way. Of a
     * user's rows, the longest waiting comes first.
     */
    async claim (tx: Transaction, worker: Heart, options: LookOptions): Promise<Array<Claim<Row>>> {
      const { limit, shares = { underWay: [], turns: new Map() } } = options
      const turns = createTurns(shares)
      const rows = await tx.sql.all(waitingUsers, moments(options))
      let parties = rows.map((row): Party => ({ accountId: row.account_id, userId: row.user_id }))
      const claims: Array<Claim<Row>> = []
      if (parties.length === 0) return claims
      const owner = await worker.beat(tx)
      while (claims.length < limit) {
        const party = turns.next(parties)
        if (party === null) break
        const claim = await claimOf(tx, owner, party, moments(options))
        if (claim === null) parties = parties.filter((each) => each !== party)
        else claims.push(claim)
        turns.had(party)
      }
      return claims
    },

    /** Takes up a row whether it is due or not; null if another process is taking it up, or it is gone. */
    async claimOne (tx: Transaction, worker: Heart, id: WorkRow['id']): Promise<Claim<Row> | null> {
      const row = await tx.sql.first(lockOne, [id])
      return row === undefined ? null : claimLocked(tx, await worker.beat(tx), row, tx.time)
    },

    /** Locks a row that this process holds until the transaction ends. Throws LeaseLost. */
    async hold (tx: Transaction, { row, token }: Held): Promise<void> {
      if (await tx.sql.first(lockHeld, [row.id, row.account_id, token]) === undefined) throw new LeaseLost()
    },

    /** Releases the row until a time; null if nothing is left to do. Throws LeaseLost. */
    letGo: (tx: Transaction, claim: Held, dueAt: Date | null): Promise<void> =>
      update(tx, claim, end, [dueAt === null ? null : toDatabase(dueAt)])
  }
}

/**
 * A change of a row by the holder of its fencing token: it changes nothing if the token is no longer valid.
 * $1 id, $2 account, $3 token. The parameters of its assignments begin with `$4`.
 */
export function changeOfHeld (table: string, name: string, assignments: (sql: Dialect) => string): Statement {
  return statement(name, (sql) =>
    `UPDATE ${table} SET ${assignments(sql)} WHERE id = $1 AND account_id = $2 AND lease_token = $3`)
}

/** Now, and a time after the due time of every row that is written from now on. */
function moments ({ now, longestDelayMs }: Pick<LookOptions, 'now' | 'longestDelayMs'>): [string, string] {
  const latest = new Date(now.getTime() + longestDelayMs + CLOCKS_APART_MS)
  return [toDatabase(now), toDatabase(latest)]
}
