import { isEnabled } from '../../access/enabled-users.js'
import { toDatabase } from '../../basics/time.js'
import { systemCaller } from '../../core/caller.js'
import type { Transact, Transaction } from '../../core/transact.js'
import type { SqlValue, Statement } from '../../database/sql.js'
import { NotFound, UploadDigestWrong, UploadLocked } from '../../errors.js'
import { assetKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import { attachFile } from '../files.js'
import { ingestLoose, tellArrived, type Holder } from '../loose-files.js'
import type { OpenUpload } from '../thread/messages.js'
import type { FileThread } from '../thread/thread.js'
import { endUploads, mayStill } from './of-user.js'
import type { LastByte } from './piece.js'
import * as rows from './rows.js'
import type { UploadRow } from './rows.js'

/**
 * A request keeps the upload until this long after its last byte. This is no row of work that a worker takes up when it
 * is due: a client names one upload, and is refused while another writes.
 */
const LEASE_MS = 10_000

export interface TurnDependencies {
  readonly transact: Transact
  readonly thread: FileThread
  readonly holders: readonly Holder[]
  readonly leaseMs?: number | undefined
}

/** Uploads are changed in the name of the user, and of the run, that asked for the URL. */
export function callerOf (row: UploadRow) {
  return systemCaller({ id: row.account_id, name: row.account_name }, row.user_id, row.run_id)
}

/** Throws NotFound if the upload has ended. */
export async function requireOpen (tx: Transaction, id: string): Promise<UploadRow> {
  const row = await tx.sql.first(rows.lockUpload, [id, tx.caller.accountId])
  if (row === undefined || row.status !== 'open') throw new NotFound()
  return row
}

/** Throws UploadLocked while another request writes. */
export function requireFree ({ leased_until: until }: UploadRow, { time }: Transaction): void {
  if (until !== null && Date.parse(until) > time.getTime()) throw new UploadLocked()
}

/** Makes this request the writer. Throws UploadLocked if there is another, and NotFound if its user is disabled. */
export async function holdUpload (
  { transact, leaseMs = LEASE_MS }: TurnDependencies, known: UploadRow, writer: string
): Promise<UploadRow> {
  const held = await transact(callerOf(known), async (tx) => {
    const row = await requireOpen(tx, known.id)
    requireFree(row, tx)
    if (!await isEnabled(tx.sql, row)) {
      await endUploads(tx, [row])
      return null
    }
    const until = new Date(tx.time.getTime() + leaseMs)
    await tx.sql.run(rows.leaseUpload, [row.id, row.account_id, writer, toDatabase(until)])
    return row
  })
  if (held === null) throw new NotFound()
  return held
}

/** The functions of a request that holds the upload. */
export function createTurn (
  { transact, thread, holders, leaseMs = LEASE_MS }: TurnDependencies, row: UploadRow, writer: string
) {
  const { size } = row
  /** The state in the row; null if nothing is there. */
  let kept = row.partial === null ? null : { partial: row.partial, bytes: row.progress }
  const caller = callerOf(row)
  let end = new Date(row.expires_at)

  /** A byte has come at this time. */
  const extend = (at: Date) => { end = rows.endOf(new Date(row.created_at), at) }

  /**
   * Stores the progress. Before the end it never counts all bytes, as the client would then send no further request.
   */
  async function keep (
    statement: Statement, partial: string | null, bytes: number, moments: (time: Date) => SqlValue[] = () => []
  ): Promise<void> {
    const shown = partial === null ? 0 : Math.min(bytes, Math.max(0, size - 1))
    await transact(caller, async (tx) => {
      const parameters = [row.id, row.account_id, writer, partial, shown, ...moments(tx.time), toDatabase(end)]
      if (await tx.sql.run(statement, parameters) === 0) await refuse(tx)
    })
    const before = kept
    kept = partial === null ? null : { partial, bytes: shown }
    if (before !== null && before.partial !== partial) await thread.discard(before.partial)
  }

  /** The request has lost the upload. */
  async function refuse (tx: Transaction): Promise<never> {
    await requireOpen(tx, row.id)
    throw new UploadLocked()
  }

  return {
    size,
    kept: () => kept,
    end: () => end,
    extend,
    note: async (partial: string, bytes: number, { hasCome, sinceMs }: LastByte) => {
      if (sinceMs >= leaseMs) return
      if (hasCome) extend(new Date(Date.now() - sinceMs))
      await keep(rows.keepUpload, partial, bytes, (time) =>
        [toDatabase(new Date(time.getTime() + leaseMs - sinceMs))])
    },
    letGo: async (partial: string | null, bytes: number) => keep(rows.letUploadGo, partial, bytes),

    /** All bytes are on disk: the upload becomes an ingest, or ends if its user may not add the file any more. */
    finish: async (upload: OpenUpload) => {
      const { sha256 } = await thread.seal(upload)
      if (row.sha256 !== null && row.sha256 !== sha256) throw new UploadDigestWrong()
      const { partial } = upload
      const isRight = await transact(caller, async (tx) => {
        await requireOpen(tx, row.id)
        if (!await mayStill(tx, row, holders)) {
          await endUploads(tx, [row])
          return false
        }
        end = rows.memoryOf(tx.time)
        const ended = await tx.sql.run(rows.finishUpload, [row.id, row.account_id, writer, toDatabase(end)])
        if (ended === 0) await refuse(tx)
        const arrived = { partial, bytes: size, total: size, validator: null, contentType: row.content_type }
        if (row.asset_id === null) {
          await tellArrived(holders, tx, row.id)
          await ingestLoose(tx, row.id, arrived)
        } else {
          const asset = await lockItem(assetKind, tx, row.asset_id, 'change')
          await attachFile(tx, asset, { id: row.id, filename: row.filename, source: { kind: 'upload' }, arrived })
        }
        return true
      })
      if (!isRight) throw new NotFound()
    }
  }
}

export type Turn = ReturnType<typeof createTurn>
