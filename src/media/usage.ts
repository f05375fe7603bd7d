import { statement, type Sql } from '../database/sql.js'
import type { Transaction } from '../core/transact.js'
import type { SizeLimit } from './thread/messages.js'

/** $1 account */
const findUsage = statement<{ bytes: number }>('media_usage_find', () =>
  'SELECT bytes FROM media_usage WHERE account_id = $1')

/** $1 account, $2 bytes, $3 the most, or null */
const addUsage = statement('media_usage_add', () => `
  INSERT INTO media_usage (account_id, bytes)
  SELECT CAST($1 AS integer), CAST($2 AS bigint)
  WHERE CAST($3 AS bigint) IS NULL OR CAST($2 AS bigint) <= CAST($3 AS bigint)
  ON CONFLICT (account_id) DO UPDATE SET bytes = media_usage.bytes + excluded.bytes
    WHERE CAST($3 AS bigint) IS NULL OR media_usage.bytes + excluded.bytes <= CAST($3 AS bigint)`)

/** The most bytes of a file, and of the files of an account together; null for no limit. */
export interface MediaLimits {
  readonly ofFile: number
  readonly ofAccount: number | null
}

/**
 * The largest file that an account may bring in. Its files that are ready count, versions and those in the trash
 * included. Without a limit of accounts nothing is read.
 */
export async function limitOf (
  sql: Pick<Sql, 'first'>, accountId: number, { ofFile, ofAccount }: MediaLimits
): Promise<SizeLimit> {
  if (ofAccount === null) return { bytes: ofFile, of: 'file' }
  const row = await sql.first(findUsage, [accountId])
  const left = Math.max(0, ofAccount - (row?.bytes ?? 0))
  return left < ofFile ? { bytes: left, of: 'account' } : { bytes: ofFile, of: 'file' }
}

/** Counts the bytes of a file that is ready. Returns false, and counts nothing, if they are more than the limit. */
export async function countIn (tx: Transaction, bytes: number, limit: number | null): Promise<boolean> {
  return await tx.sql.run(addUsage, [tx.caller.accountId, bytes, limit]) > 0
}
