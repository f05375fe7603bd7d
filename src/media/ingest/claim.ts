import { randomUUID } from 'node:crypto'
import { nobody, type Caller } from '../../access/caller.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { toDatabase } from '../../time.js'
import type { Transact } from '../../transact.js'
import { fileColumns, toMediaFile, type FileRow, type MediaFile } from '../rows.js'

/** Who holds a file and is not heard of for so long has lost it to whoever looks next. */
export const LEASE_MS = 5000

/** A file that this process has taken up. The token is the proof: who comes with another one changes nothing. */
export interface Claim {
  readonly file: MediaFile
  readonly token: string
  /** The user who attached the file: what becomes of it happens in that name. */
  readonly caller: Caller
}

/** $1 now, $2 at most so many */
const lockDue = statement('media_files_lock_due', (sql) => `
  SELECT ${fileColumns(sql)}, (SELECT name FROM accounts WHERE accounts.id = media_files.account_id) AS account
  FROM media_files WHERE due_at <= ${sql.moment('$1')} ORDER BY due_at, id LIMIT $2 ${sql.forUpdateSkipLocked}`)

/** $1 file, $2 token, $3 end of the lease */
const take = statement('media_files_take', (sql) => `
  UPDATE media_files SET status = 'ingesting', lease_token = $2, due_at = ${sql.moment('$3')} WHERE id = $1`)

/** $1 now */
const anyDue = statement('media_files_any_due', (sql) => `SELECT id FROM media_files WHERE due_at <= ${sql.moment('$1')} LIMIT 1`)

/** Takes up files that wait, the longest waiting first, those whose process has died among them. */
export async function claimDue ({ database, transact }: { database: Database, transact: Transact }, limit: number, now: Date): Promise<Claim[]> {
  if (await database.reads.sql.first(anyDue, [toDatabase(now)]) === undefined) return []
  return transact(nobody({ id: 0, name: '' }), async (tx) => {
    const due = await tx.sql.all<FileRow & { account: string }>(lockDue, [toDatabase(now), limit])
    const claims: Claim[] = []
    for (const row of due) {
      const token = randomUUID()
      await tx.sql.run(take, [row.id, token, toDatabase(leaseEnd(now))])
      claims.push({ file: toMediaFile(row), token, caller: nobody({ id: row.account_id, name: row.account }, row.user_id) })
    }
    return claims
  })
}

/** Until when a lease is good that is taken or renewed now. */
export function leaseEnd (now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}
