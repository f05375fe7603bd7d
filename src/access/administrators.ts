import type { Transaction } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { statement, type Dialect } from '../database/sql.js'
import { toDatabase } from '../basics/time.js'
import type { Account } from './accounts.js'

/** Maximum number of accounts in a warning. */
const MOST_NAMED = 10

/**
 * Serialises changes of users and keys of an account, so that two administrators do not lock each other out. $1 account
 */
const lock = statement('accounts_lock', (sql) => `SELECT id FROM accounts WHERE id = $1 ${sql.forUpdate}`)

/**
 * The condition that a user `u` is an administrator who can get in: with a password, or with a valid key that may
 * write. `now` and `passwords` (1 if passwords count, or 0) are parameters, and `key` a condition for the key `k`.
 */
const isAble = (sql: Dialect, now: string, passwords: string, key = 'TRUE') => `u.admin AND u.disabled_at IS NULL AND (
  EXISTS (SELECT 1 FROM passwords p WHERE p.user_id = u.id AND CAST(${passwords} AS integer) = 1) OR EXISTS (
    SELECT 1 FROM api_keys k WHERE k.user_id = u.id AND ${key} AND k.revoked_at IS NULL AND k.scope = 'write'
      AND (k.expires_at IS NULL OR k.expires_at > ${sql.moment(now)})))`

/** $1 account, $2 now, $3 a key to leave out, $4 whether passwords count: two rows at most */
const listAble = statement<{ id: number }>('users_able_administrators', (sql) => `
  SELECT u.id FROM users u WHERE u.account_id = $1 AND ${isAble(sql, '$2', '$4', 'k.id <> $3')} ORDER BY u.id LIMIT 2`)

/** $1 now, $2 limit, $3 whether passwords count */
const listWithout = statement<Account>('accounts_without_administrator', (sql) => `
  SELECT a.id, a.name FROM accounts a WHERE NOT EXISTS (
    SELECT 1 FROM users u WHERE u.account_id = a.id AND ${isAble(sql, '$1', '$3')})
  ORDER BY a.id LIMIT $2`)

/** An id that no key has. */
const NO_KEY = 0

/** Locks the administration of the caller's account until the transaction ends. */
export async function holdAdministrators ({ sql, caller }: Transaction): Promise<void> {
  await sql.first(lock, [caller.accountId])
}

/** What lets people in, besides keys. */
export interface WaysIn {
  /** Whether passwords count: not with PASSWORDS=off. */
  readonly passwords: boolean
}

/** Whether the user is the only administrator who can get in. */
export async function isLastAdministrator (tx: Transaction, userId: number, ways: WaysIn): Promise<boolean> {
  const able = await ableWithout(tx, NO_KEY, ways)
  return able.length === 1 && able[0]!.id === userId
}

/** Whether no administrator could get in without this key. */
export async function isLastKey (tx: Transaction, keyId: number, ways: WaysIn): Promise<boolean> {
  return (await ableWithout(tx, keyId, ways)).length === 0 && (await ableWithout(tx, NO_KEY, ways)).length > 0
}

async function ableWithout (
  { sql, caller, time }: Transaction, keyId: number, { passwords }: WaysIn
): Promise<Array<{ id: number }>> {
  return sql.all(listAble, [caller.accountId, toDatabase(time), keyId, Number(passwords)])
}

/** The first accounts that nobody can administer: no administrator has a password that counts, or a valid key. */
export async function accountsWithoutAdministrator (
  { reads }: Database, { passwords }: WaysIn, now = new Date()
): Promise<Account[]> {
  return reads.sql.all(listWithout, [toDatabase(now), MOST_NAMED, Number(passwords)])
}

/** What administrators lack in such an account, for warnings. */
export const waysBack = ({ passwords }: WaysIn): string =>
  passwords ? 'a password, or a valid key that may write' : 'a valid key that may write (PASSWORDS is off)'
