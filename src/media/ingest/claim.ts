import { randomUUID } from 'node:crypto'
import { systemCaller, type Caller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { toDatabase } from '../../basics/time.js'
import type { Transact, Transaction } from '../../core/transact.js'
import { fileColumns, toMediaFile, type FileRow, type MediaFile } from '../rows.js'

/** Who holds a file and is not heard of for so long has lost it to whoever looks next. */
export const LEASE_MS = 5000

/** A file that this process has taken up. The token is the proof: who comes with another one changes nothing. */
export interface IngestClaim {
  readonly file: MediaFile
  readonly token: string
  /** The user who attached the file: what becomes of it happens in that name. */
  readonly caller: Caller
}

/** What accounts have had of the places so far. */
export interface Shares {
  /** How many files of an account this process has taken up and not finished. */
  readonly underway: ReadonlyMap<number, number>
  /** When an account had its last turn. */
  readonly turns: Map<number, number>
}

/** Counts turns. */
let turn = 0

interface WaitingAccount {
  readonly id: number
  readonly name: string
}

/** The accounts with files that wait, the longest waiting first. $1 now */
const waitingAccounts = statement('media_files_waiting_accounts', (sql) => `
  SELECT id, name FROM (
    SELECT id, name, (SELECT MIN(due_at) FROM media_files WHERE account_id = accounts.id
      AND due_at <= ${sql.moment('$1')}) AS first_due FROM accounts
  ) AS waiting WHERE first_due IS NOT NULL ORDER BY first_due`)

/** $1 account, $2 now */
const lockDue = statement('media_files_lock_due', (sql) => `
  SELECT ${fileColumns(sql)} FROM media_files WHERE account_id = $1 AND due_at <= ${sql.moment('$2')}
  ORDER BY due_at, id LIMIT 1 ${sql.forUpdateSkipLocked}`)

/** $1 file, $2 token, $3 end of the lease */
const take = statement('media_files_take', (sql) => `
  UPDATE media_files SET status = 'ingesting', lease_token = $2, due_at = ${sql.moment('$3')} WHERE id = $1`)

/** $1 now */
const anyDue = statement(
  'media_files_any_due',
  (sql) => `
  SELECT id FROM media_files WHERE due_at <= ${sql.moment('$1')} ORDER BY due_at LIMIT 1`
)

/** Whether any file waits. */
export async function isAnyDue (database: Database, now: Date): Promise<boolean> {
  return await database.reads.sql.first(anyDue, [toDatabase(now)]) !== undefined
}

/**
 * Takes up files that wait, those whose process has died among them: of the account that has the fewest under way, and
 * among those of the one that has not had its turn for the longest time, so that nobody's files wait for all of
 * another's. Of an account the longest waiting is first. `turns` is kept by the process from one call to the next.
 */
export async function claimDueFiles (
  { database, transact }: { database: Database, transact: Transact },
  limit: number,
  now: Date,
  { underway, turns }: Shares = { underway: new Map(), turns: new Map() }
): Promise<IngestClaim[]> {
  if (!await isAnyDue(database, now)) return []
  return transact(systemCaller(), async (tx) => {
    const counts = new Map(underway)
    const countOf = ({ id }: WaitingAccount) => counts.get(id) ?? 0
    const compare = (a: WaitingAccount, b: WaitingAccount) =>
      countOf(a) - countOf(b) || (turns.get(a.id) ?? 0) - (turns.get(b.id) ?? 0)
    let accounts = await tx.sql.all<WaitingAccount>(waitingAccounts, [toDatabase(now)])
    const claims: IngestClaim[] = []
    while (claims.length < limit && accounts.length > 0) {
      const account = accounts.reduce((next, each) => compare(each, next) < 0 ? each : next)
      const claim = await claimOne(tx, account, now)
      if (claim === null) accounts = accounts.filter((each) => each !== account)
      else claims.push(claim)
      turns.set(account.id, ++turn)
      counts.set(account.id, countOf(account) + 1)
    }
    return claims
  })
}

async function claimOne (tx: Transaction, account: WaitingAccount, now: Date): Promise<IngestClaim | null> {
  const row = await tx.sql.first<FileRow>(lockDue, [account.id, toDatabase(now)])
  if (row === undefined) return null
  const token = randomUUID()
  await tx.sql.run(take, [row.id, token, toDatabase(leaseEnd(now))])
  return { file: toMediaFile(row), token, caller: systemCaller(account, row.user_id) }
}

/** Until when a lease is good that is taken or renewed now. */
export function leaseEnd (now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}
