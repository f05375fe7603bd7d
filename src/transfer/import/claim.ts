import { randomUUID } from 'node:crypto'
import { systemCaller, type Caller } from '../../core/caller.js'
import { statement, type SqlValue, type Statement } from '../../database/sql.js'
import { toDatabase } from '../../basics/time.js'
import type { Transact, Transaction } from '../../core/transact.js'
import { importColumns, type ImportRow } from './rows.js'

/** Who holds an import and is not heard of for so long has lost it to whoever looks next. */
const LEASE_MS = 5000

/** An import that this process has taken up. The token is the proof: who comes with another one changes nothing. */
export interface ImportClaim {
  readonly row: ImportRow
  readonly token: string
}

/** The import is no longer this process's: another one has it, or it was cancelled. */
export class ImportLeaseLost extends Error {
  override name = 'ImportLeaseLost'
}

/** $1 now */
const lockDue = statement('imports_lock_due', (sql) => `
  SELECT ${importColumns(sql)} FROM imports WHERE due_at <= ${sql.moment('$1')} ORDER BY due_at, id
    LIMIT 1 ${sql.forUpdateSkipLocked}`)

/** $1 id */
const lockOne = statement(
  'imports_lock',
  (sql) => `SELECT ${importColumns(sql)} FROM imports WHERE id = $1 ${sql.forUpdateSkipLocked}`
)

/** $1 import, $2 token, $3 end of the lease */
const take = statement('imports_take', (sql) => `
  UPDATE imports SET status = CASE WHEN status = 'pending' THEN 'running' ELSE status END, lease_token = $2,
    due_at = ${sql.moment('$3')} WHERE id = $1`)

/** $1 import, $2 token */
const hold = statement(
  'imports_hold',
  (sql) => `SELECT id FROM imports WHERE id = $1 AND lease_token = $2 ${sql.forUpdate}`
)

/** $1 import, $2 token, $3 due */
const renew = statement(
  'imports_renew',
  (sql) => `UPDATE imports SET due_at = ${sql.moment('$3')} WHERE id = $1 AND lease_token = $2`
)

/** $1 user, $2 account: who began an import, while that user may write */
const findUser = statement('imports_user', () => `
  SELECT a.name AS account, u.email, u.admin FROM users AS u JOIN accounts AS a ON a.id = u.account_id
  WHERE u.id = $1 AND u.account_id = $2 AND u.disabled_at IS NULL`)

const service = systemCaller()

/** Takes up the import that waits for the longest, or the given one; one whose process has died is among them. */
export function claimDueImport (transact: Transact, id: string | null = null): Promise<ImportClaim | null> {
  return transact(service, async (tx) => {
    const row = await (id === null
      ? tx.sql.first<ImportRow>(lockDue, [toDatabase(tx.time)])
      : tx.sql.first<ImportRow>(lockOne, [id]))
    if (row === undefined) return null
    const token = randomUUID()
    await tx.sql.run(take, [row.id, token, toDatabase(leaseEnd(tx.time))])
    return { row, token }
  })
}

/** Makes sure, until the transaction ends, that the import is still this process's. Throws ImportLeaseLost. */
export async function holdLease (tx: Transaction, { row, token }: ImportClaim): Promise<void> {
  if (await tx.sql.first(hold, [row.id, token]) === undefined) throw new ImportLeaseLost()
}

/**
 * Changes what is held. `$1` and `$2` say which and by whom, `$3` is the end of the lease; what else it assigns begins
 * with `$4`.
 */
export async function updateHeldImport (
  tx: Transaction, { row, token }: ImportClaim, update: Statement, values: readonly SqlValue[]
): Promise<void> {
  if (await tx.sql.run(update, [row.id, token, toDatabase(leaseEnd(tx.time)), ...values]) === 0) {
    throw new ImportLeaseLost()
  }
}

/** Lets others have their turn: the import goes to the end of the queue. */
export async function letGo (transact: Transact, { row, token }: ImportClaim): Promise<void> {
  await transact(service, async (tx) => { await tx.sql.run(renew, [row.id, token, toDatabase(tx.time)]) })
}

/** On whose behalf an import writes. Null where that user may not write any more. */
export async function callerOf (
  tx: Transaction, { account_id: accountId, user_id: userId }: ImportRow
): Promise<Caller | null> {
  const user = await tx.sql.first<{ account: string, email: string, admin: boolean | number }>(findUser, [userId,
    accountId])
  return user === undefined
    ? null
    : { accountId, account: user.account, userId, email: user.email, admin: Boolean(user.admin) }
}

function leaseEnd (now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}
