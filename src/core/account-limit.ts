import { locks, takeLock } from '../database/locks.js'
import { statement, type SqlValue, type Statement } from '../database/sql.js'
import { TooMany } from '../errors.js'
import type { Transaction } from './transact.js'

/** The maximum of something that an account may have, or a part of it. */
export interface AccountLimit {
  readonly most: number
  /** `webhooks` */
  readonly name: string
  /** $1 account, then the part: their number, as `count` */
  readonly count: Statement<{ count: number }>
}

const lock = statement('limits_lock', () => `SELECT pg_advisory_xact_lock(${locks.limits}, CAST($1 AS integer))`)

/**
 * Until the transaction ends nobody else adds what an account has a limited number of. The lock is taken after all
 * others.
 */
export async function holdLimits ({ sql, caller }: Transaction): Promise<void> {
  await takeLock(sql, lock, [caller.accountId])
}

/**
 * Makes sure that the account has room for one more. Until the transaction ends nobody else adds one: the lock is taken
 * after all others. Throws TooMany.
 */
export async function requireRoom (
  tx: Transaction, { most, name, count }: AccountLimit, ...part: SqlValue[]
): Promise<void> {
  await holdLimits(tx)
  const found = await tx.sql.first(count, [tx.caller.accountId, ...part])
  if (found!.count >= most) throw new TooMany(`${most} ${name}`)
}
