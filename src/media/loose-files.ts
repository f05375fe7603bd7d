import { toDatabase } from '../basics/time.js'
import type { Transaction } from '../core/transact.js'
import type { Caller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import { NotFound } from '../errors.js'
import { releaseFiles } from './housekeeping/release.js'
import { INGEST_JOB } from './ingest/claim.js'
import { contentTypeOf } from './serve/content-type.js'
import type { Arrived } from './thread/messages.js'
import { LeaseLost } from '../work/claims/claim.js'
import { cancelUploads } from './uploads/rows.js'

/**
 * Loose files belong to no asset, but to a row of another domain. They come by uploads, are stored, served, counted and
 * removed like all other files, and are not analysed. Each exists, pending, from the time at which its upload is
 * requested, so that its holder can refer to it.
 */

/** What another domain does about its files. */
export interface Holder {
  /**
   * Locks what the file belongs to, before it is ready. The returned function is called after that, in the same
   * transaction. Null if the domain does not hold the file. Throws LeaseLost if what held it is gone.
   */
  readonly lock: (tx: Transaction, fileId: string) => Promise<(() => Promise<void>) | null>
  /** Whether a user may still add a file that is pending. Null if the domain does not hold it. */
  readonly mayAdd: (sql: Sql, user: Caller, fileId: string) => Promise<boolean | null>
}

/** Whether a user may still add a file that is pending: not if nothing holds it any more. */
export async function mayAddTo (
  holders: readonly Holder[], sql: Sql, user: Caller, fileId: string
): Promise<boolean> {
  for (const holder of holders) {
    const may = await holder.mayAdd(sql, user, fileId)
    if (may !== null) return may
  }
  return false
}

/** Locks the holder of a file. Throws LeaseLost if nothing holds it any more. */
export async function lockHolder (
  holders: readonly Holder[], tx: Transaction, fileId: string
): Promise<() => Promise<void>> {
  for (const holder of holders) {
    const tell = await holder.lock(tx, fileId)
    if (tell !== null) return tell
  }
  throw new LeaseLost()
}

/** $1 id, $2 account, $3 user, $4 filename, $5 size, $6 type, $7 time, $8 run */
const insertLoose = statement('media_files_insert_loose', (sql) => `
  INSERT INTO media_files (id, account_id, user_id, filename, source_url, status, total, content_type, created_at,
    run_id)
  VALUES ($1, $2, $3, $4, '', 'pending', $5, $6, ${sql.moment('$7')}, $8)`)

/** $1 id, $2 account, $3 temporary file, $4 bytes, $5 time */
const makeDue = statement('media_files_loose_arrived', (sql) => `
  UPDATE media_files SET partial = $3, progress = $4, due_at = ${sql.moment('$5')} WHERE id = $1 AND account_id = $2`)

/** $1 id, $2 account, $3 filename */
const renameFile = statement('media_files_rename', () =>
  'UPDATE media_files SET filename = $3 WHERE id = $1 AND account_id = $2')

interface NewLooseFile {
  readonly filename: string
  readonly size: number
  readonly content_type?: string
}

/** The file of an upload that is about to be opened. */
export async function reserveLoose (
  { sql, caller: { accountId, userId, runId }, time }: Transaction, id: string, file: NewLooseFile
): Promise<void> {
  const { filename, size, content_type: type } = file
  await sql.run(insertLoose, [id, accountId, userId, filename, size, contentTypeOf(type ?? null, filename),
    toDatabase(time), runId ?? null])
}

/** All bytes of its upload are on disk: the file waits for its ingest. Throws NotFound if its holder has let it go. */
export async function ingestLoose (tx: Transaction, id: string, { partial, bytes }: Arrived): Promise<void> {
  const found = await tx.sql.run(makeDue, [id, tx.caller.accountId, partial, bytes, toDatabase(tx.time)])
  if (found === 0) throw new NotFound()
  tx.wake(INGEST_JOB)
}

export async function renameLoose (tx: Transaction, id: string, filename: string): Promise<void> {
  await tx.sql.run(renameFile, [id, tx.caller.accountId, filename])
}

/** Removes files, and cancels their uploads. The rows that refer to them go with them. */
export async function removeLoose (tx: Transaction, ids: readonly string[]): Promise<void> {
  await cancelUploads(tx, ids)
  await releaseFiles(tx, JSON.stringify(ids))
}
