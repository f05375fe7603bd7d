import type { Transaction } from '../../core/transact.js'
import { statement, type Sql } from '../../database/sql.js'
import { assetKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import type { Claim } from '../../work/claims/claim.js'
import { removeKeys } from '../housekeeping/release.js'
import type { Playback } from '../proxies/task.js'
import type { FileWork, FileWorkRow, WorkedFile } from './rows.js'

/** What is known of the bytes of a file. `outcome` is that of the work, null while it is to be done, or done again. */
export interface KnownBlob<Outcome extends string> {
  readonly outcome: Outcome | null
  readonly content_type: string | null
  readonly playback: Playback | null
  /** JSON, or null. */
  readonly metadata: string | null
}

/** The outcome of an attempt, and what it has placed in the storage. */
export interface Finding<Outcome extends string, Made> {
  readonly outcome: Outcome
  readonly made: ReadonlyArray<Made & { readonly key: string }>
}

export interface OutcomesOptions<Row extends FileWorkRow, Found> {
  readonly work: FileWork<Row>
  /** The name of the work, a column of the blob. */
  readonly name: string
  /** Reads this column as `outcome`. */
  readonly current: string
  /** The table of what is made. */
  readonly table: string
  /** Writes a finding to the blob, and what was made to the table, which has nothing of the blob. */
  readonly describe: (tx: Transaction, blobId: string, finding: Found) => Promise<void>
}

/** The outcomes of work on bytes, which all files with these bytes share. Made once for each work, at module level. */
export function outcomesOf<
  Row extends FileWorkRow, Kind extends string, Outcome extends string, Found extends Finding<Outcome, object>
> (
  { work, name, current, table, describe }: OutcomesOptions<Row, Found>
) {
  type Known = KnownBlob<Outcome>
  const columns = `${current}, content_type, playback, metadata`
  /** $1 blob */
  const findBlob = statement<Known>(`media_blobs_${name}`, () => `SELECT ${columns} FROM media_blobs WHERE id = $1`)
  const lockBlob = statement<Known>(`media_blobs_lock_${name}`, (sql) =>
    `SELECT ${columns} FROM media_blobs WHERE id = $1 ${sql.forUpdate}`)
  const listMade = statement<{ kind: Kind, key: string }>(`${table}_list`, () =>
    `SELECT kind, key FROM ${table} WHERE blob_id = $1 ORDER BY kind`)
  const forgetMade = statement(`${table}_delete`, () => `DELETE FROM ${table} WHERE blob_id = $1`)

  const made = (tx: Transaction, blobId: string) => tx.sql.all(listMade, [blobId])
  const lock = async (tx: Transaction, blobId: string) => (await tx.sql.first(lockBlob, [blobId]))!

  return {
    lock,
    find: async (sql: Sql, blobId: string) => (await sql.first(findBlob, [blobId]))!,
    /** The kinds of what was made. */
    kinds: async (tx: Transaction, blobId: string) => (await made(tx, blobId)).map(({ kind }) => kind),

    /**
     * Stores the finding for the blob, unless another attempt has done so, and ends the work on this file. A finding of
     * null is a failure of the service itself. `hasStaged` says whether the keys of this claim were noted.
     */
    async settle (
      tx: Transaction, claim: Claim<Row>, { asset_id: assetId, blob_id: blobId }: WorkedFile, finding: Found | null,
      hasStaged: boolean
    ) {
      const asset = await lockItem(assetKind, tx, assetId, 'change')
      const known = await lock(tx, blobId)
      const isFirst = known.outcome === null && finding !== null
      const useless = isFirst ? await made(tx, blobId) : finding?.made ?? []
      await removeKeys(tx, useless.map(({ key }) => key))
      if (isFirst) {
        await tx.sql.run(forgetMade, [blobId])
        await describe(tx, blobId, finding)
      }
      if (!hasStaged) await work.releaseStaged(tx, claim)
      const outcome: Outcome | 'failed' = known.outcome ?? finding?.outcome ?? 'failed'
      await work.finish(tx, claim, outcome)
      return { asset, known, outcome }
    }
  }
}
