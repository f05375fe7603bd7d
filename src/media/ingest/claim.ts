import { randomUUID } from 'node:crypto'
import { nobody, type Caller } from '../../access/caller.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { toDatabase } from '../../time.js'
import type { Transact } from '../../transact.js'
import type { MediaFile } from '../rows.js'

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
  SELECT id FROM media_files WHERE due_at <= ${sql.moment('$1')} ORDER BY due_at, id LIMIT $2 ${sql.forUpdateSkipLocked}`)

/** $1 now */
const anyDue = statement('media_files_any_due', (sql) => `SELECT id FROM media_files WHERE due_at <= ${sql.moment('$1')} LIMIT 1`)

/** Takes up files that wait, the longest waiting first, those whose process has died among them. */
export async function claimDue ({ database, transact }: { database: Database, transact: Transact }, limit: number, now: Date): Promise<Claim[]> {
  if (await database.reads.sql.first(anyDue, [toDatabase(now)]) === undefined) return []
  return transact(nobody({ id: 0, name: '' }), async (tx) => {
    const due = await tx.sql.all<{ id: string }>(lockDue, [toDatabase(now), limit])
    const claims: Claim[] = []
    for (const { id } of due) {
      const token = randomUUID()
      const file = await tx.prisma.mediaFile.update({ where: { id }, data: { status: 'ingesting', leaseToken: token, dueAt: leaseEnd(now) } })
      const account = await tx.prisma.account.findUniqueOrThrow({ where: { id: file.accountId } })
      claims.push({ file, token, caller: nobody(account, file.userId) })
    }
    return claims
  })
}

/** Until when a lease is good that is taken or renewed now. */
export function leaseEnd (now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}
