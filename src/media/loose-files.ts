import type { Account } from '../access/accounts.js'
import { toDatabase } from '../basics/time.js'
import { releaseThings } from '../core/release.js'
import type { Transaction } from '../core/transact.js'
import type { Caller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import { NotFound } from '../errors.js'
import type { AssetRow } from '../items/rows.js'
import { releaseFiles } from './housekeeping/release.js'
import { INGEST_JOB } from './ingest/claim.js'
import { contentTypeOf } from './serve/content-type.js'
import { toSourceUrl } from './source.js'
import type { Arrived } from './thread/messages.js'
import { LeaseLost } from '../work/claims/claim.js'
import { cancelUploads } from './uploads/rows.js'

/**
 * Loose files belong to no asset, but to a row of another domain. They come by uploads or from locations, are stored,
 * served, counted and removed like all other files, and are not analysed. Each exists, pending, from the time at which
 * its upload is requested, or its source is to be read, so that its holder can refer to it. The holder may give it to
 * an asset.
 */

/** What becomes of a file whose bytes are stored. */
export type Taken =
  /** It stays loose, and is ready. The function is called after that. */
  | (() => Promise<void>)
  /** It is a file of this locked asset from now on. */
  | { readonly asset: AssetRow, readonly tell: () => Promise<void> }
  /** The holder has let it go. */
  | 'released'

/** Where a file of a location is, and how it was seen. */
export interface SourceFile {
  readonly account: Account
  readonly location: string
  readonly path: Uint8Array
  readonly state: string
}

/** What another domain does about its files. */
export interface Holder {
  /**
   * Locks what the file belongs to, before it is ready, and says what becomes of it, in the same transaction. Null if
   * the domain does not hold the file. Throws LeaseLost if what held it is gone, and HolderWaits.
   */
  readonly lock: (tx: Transaction, fileId: string) => Promise<Taken | null>
  /** Whether a user may still add a file that is pending. Null if the domain does not hold it. */
  readonly mayAdd: (sql: Sql, user: Caller, fileId: string) => Promise<boolean | null>
  /** Called when all bytes of its upload are there, in that transaction. */
  readonly arrived?: (tx: Transaction, fileId: string) => Promise<void>
  /** Where its bytes are, if they are in a location. Null if they are not, or the domain does not hold it. */
  readonly source?: (sql: Sql, file: { readonly id: string, readonly account_id: number }) => Promise<SourceFile | null>
  /** Called before a file that has failed for good goes. What held it may stay, and lets it go. */
  readonly failed?: (tx: Transaction, fileId: string, error: string) => Promise<void>
}

/** What holds a file does not take it yet: it is asked again. The bytes are kept. */
export class HolderWaits extends Error {
  override name = 'HolderWaits'
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
): Promise<Taken> {
  for (const holder of holders) {
    const taken = await holder.lock(tx, fileId)
    if (taken !== null) return taken
  }
  throw new LeaseLost()
}

/** Tells the holders that all bytes of an upload are there. */
export async function tellArrived (holders: readonly Holder[], tx: Transaction, fileId: string): Promise<void> {
  for (const holder of holders) await holder.arrived?.(tx, fileId)
}

/** Where the bytes of a file of a location are. Null if nothing holds it any more. */
export async function findSource (
  holders: readonly Holder[], sql: Sql, file: { readonly id: string, readonly account_id: number }
): Promise<SourceFile | null> {
  for (const holder of holders) {
    const found = await holder.source?.(sql, file) ?? null
    if (found !== null) return found
  }
  return null
}

/** Tells the holder that a file has failed for good, before it goes. */
export async function letHoldersFail (
  holders: readonly Holder[], tx: Transaction, fileId: string, error: string
): Promise<void> {
  for (const holder of holders) await holder.failed?.(tx, fileId, error)
}

/** $1 id, $2 account, $3 user, $4 filename, $5 size, $6 type, $7 time, $8 run, $9 guest */
const insertLoose = statement('media_files_insert_loose', (sql) => `
  INSERT INTO media_files (id, account_id, user_id, filename, source_url, status, total, content_type, created_at,
    run_id, guest_id)
  VALUES ($1, $2, $3, $4, '', 'pending', $5, $6, ${sql.moment('$7')}, $8, $9)`)

/** $1 id, $2 account, $3 user, $4 filename, $5 URL, $6 size, $7 type, $8 time */
const insertOfLocation = statement('media_files_insert_of_location', (sql) => `
  INSERT INTO media_files (id, account_id, user_id, filename, source_url, status, total, content_type, created_at, due_at)
  VALUES ($1, $2, $3, $4, $5, 'pending', $6, $7, ${sql.moment('$8')}, ${sql.moment('$8')})`)

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
  { sql, caller: { accountId, userId, runId, guestId }, time }: Transaction, id: string, file: NewLooseFile
): Promise<void> {
  const { filename, size, content_type: type } = file
  await sql.run(insertLoose, [id, accountId, userId, filename, size, contentTypeOf(type ?? null, filename),
    toDatabase(time), runId ?? null, guestId ?? null])
}

/** A file of a location, which waits for its ingest from now on. Its holder says where it is. */
export async function queueOfLocation (
  tx: Transaction, id: string, userId: number, { filename, size }: NewLooseFile
): Promise<void> {
  await tx.sql.run(insertOfLocation, [id, tx.caller.accountId, userId, filename, toSourceUrl({ kind: 'location' }), size,
    contentTypeOf(null, filename), toDatabase(tx.time)])
  tx.wake(INGEST_JOB)
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

/** The word for loose files, for domains that let go of what refers to them. */
export const LOOSE_FILE = 'loose_file'

/** Removes files, and cancels their uploads. The rows that refer to them go with them. */
export async function removeLoose (tx: Transaction, ids: readonly string[]): Promise<void> {
  await releaseThings(tx, LOOSE_FILE, ids)
  await cancelUploads(tx, ids)
  await releaseFiles(tx, JSON.stringify(ids))
}
