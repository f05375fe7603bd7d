import { randomUUID } from 'node:crypto'
import { NoRoom, NotFound, UploadDigestWrong, UploadLocked } from '../../errors.js'
import { isNoSpace } from '../../basics/no-space.js'
import { toDatabase } from '../../basics/time.js'
import { MEBIBYTE } from '../../basics/units.js'
import { systemCaller } from '../../core/caller.js'
import type { Transact, Transaction } from '../../core/transact.js'
import type { SqlValue, Statement } from '../../database/sql.js'
import { assetKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import { attachFile } from '../files.js'
import { ingestLoose } from '../loose-files.js'
import type { OpenUpload } from '../thread/messages.js'
import type { FileThread } from '../thread/thread.js'
import { checkPiece, receivePiece, type Piece, type PieceOutcome } from './piece.js'
import * as rows from './rows.js'
import type { UploadRow } from './rows.js'

/**
 * A request keeps the upload until this long after its last byte. This is no row of work that a worker takes up when it
 * is due: a client names one upload, and is refused while another writes.
 */
const LEASE_MS = 10_000
/**
 * Each piece may have an equal share of this waiting for the thread, computed when it begins, and at most one MiB. A
 * thousand pieces have 142 MiB at most.
 */
const MOST_GATHERED = 32 * MEBIBYTE

export interface ReceiverDependencies {
  readonly transact: Transact
  readonly thread: FileThread
  readonly idleTimeoutMs: number
  readonly leaseMs?: number | undefined
  readonly noteEveryMs?: number | undefined
  readonly stopping: AbortSignal
}

/** The state of an upload after a piece. */
interface Reached {
  readonly bytes: number
  readonly expiresAt: Date
}

/** Uploads are changed in the name of the user who asked for the URL. */
export function callerOf (row: UploadRow) {
  return systemCaller({ id: row.account_id, name: row.account_name }, row.user_id)
}

/** Throws NotFound if the upload has ended. */
export async function requireOpen (tx: Transaction, id: string): Promise<UploadRow> {
  const row = await tx.sql.first<UploadRow>(rows.lockUpload, [id, tx.caller.accountId])
  if (row === undefined || row.status !== 'open') throw new NotFound()
  return row
}

/** Throws UploadLocked while another request writes. */
export function requireFree ({ leased_until: until }: UploadRow, { time }: Transaction): void {
  if (until !== null && Date.parse(until) > time.getTime()) throw new UploadLocked()
}

/** Receives the bytes of uploads. */
export function createReceiver (
  { transact, thread, idleTimeoutMs, leaseMs = LEASE_MS, noteEveryMs, stopping }: ReceiverDependencies
) {
  /** Pieces that are coming. */
  let coming = 0

  /** Makes this request the writer. Throws UploadLocked if there is another. */
  async function hold (known: UploadRow, writer: string): Promise<UploadRow> {
    return transact(callerOf(known), async (tx) => {
      const row = await requireOpen(tx, known.id)
      requireFree(row, tx)
      const until = new Date(tx.time.getTime() + leaseMs)
      await tx.sql.run(rows.leaseUpload, [row.id, row.account_id, writer, toDatabase(until),
        toDatabase(rows.endOf(tx.time))])
      return row
    })
  }

  /** The functions of a request that holds the upload. */
  function createTurn (row: UploadRow, writer: string) {
    const { size } = row
    /** The state in the row; null if nothing is there. */
    let kept = row.partial === null ? null : { partial: row.partial, bytes: row.progress }
    const caller = callerOf(row)

    /**
     * Stores the progress. Before the end it never counts all bytes, as the client would then send no further request.
     */
    async function keep (
      statement: Statement, partial: string | null, bytes: number, moments: (time: Date) => SqlValue[]
    ): Promise<void> {
      const shown = partial === null ? 0 : Math.min(bytes, Math.max(0, size - 1))
      await transact(caller, async (tx) => {
        const parameters = [row.id, row.account_id, writer, partial, shown, ...moments(tx.time)]
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
      note: async (partial: string, bytes: number, sinceMs: number) => {
        if (sinceMs >= leaseMs) return
        await keep(rows.keepUpload, partial, bytes, (time) =>
          [toDatabase(new Date(time.getTime() + leaseMs - sinceMs)), toDatabase(rows.endOf(time))])
      },
      letGo: async (partial: string | null, bytes: number) =>
        keep(rows.letUploadGo, partial, bytes, (time) => [toDatabase(rows.endOf(time))]),

      /** All bytes are on disk: the upload becomes an ingest. */
      finish: async (upload: OpenUpload) => {
        const { sha256 } = await thread.seal(upload)
        if (row.sha256 !== null && row.sha256 !== sha256) throw new UploadDigestWrong()
        const { partial } = upload
        await transact(caller, async (tx) => {
          const ended = await tx.sql.run(rows.finishUpload, [row.id, row.account_id, writer,
            toDatabase(rows.endOf(tx.time))])
          if (ended === 0) await refuse(tx)
          const arrived = { partial, bytes: size, total: size, validator: null, contentType: row.content_type }
          if (row.asset_id === null) return ingestLoose(tx, row.id, arrived)
          const asset = await lockItem(assetKind, tx, row.asset_id, 'change')
          await attachFile(tx, asset, { id: row.id, filename: row.filename, source: { kind: 'upload' }, arrived })
        })
      }
    }
  }

  /**
   * Takes the next piece. Throws its faults, UploadLocked if another request writes, NotFound if the upload has ended,
   * UploadDigestWrong if the file is not the announced one, NoRoom, and the interruption of the piece.
   */
  async function receive (known: UploadRow, piece: Piece): Promise<Reached> {
    const writer = randomUUID()
    const turn = createTurn(await hold(known, writer), writer)
    const { size } = turn
    const begun: { upload: OpenUpload | null, bytes: number } = { upload: null, bytes: turn.kept()?.bytes ?? 0 }
    let outcome: PieceOutcome
    coming++
    try {
      checkPiece(piece, size, begun.bytes)
      outcome = await receivePiece(piece, {
        uploadId: known.id,
        writer,
        size,
        arrived: turn.kept(),
        thread,
        mostGathered: Math.min(MEBIBYTE, Math.ceil(MOST_GATHERED / coming)),
        idleTimeoutMs,
        noteEveryMs,
        stopping,
        onOpen: (upload, bytes) => { Object.assign(begun, { upload, bytes }) },
        note: turn.note
      })
      if (outcome.interruption === null && outcome.bytes === size) await turn.finish(outcome.upload)
    } catch (error) {
      throw await undo(turn, begun, { error, isWhole: piece.offset === null })
    } finally {
      coming--
    }

    const { bytes, upload, interruption } = outcome
    if (interruption !== null || bytes !== size) {
      await thread.rest(upload)
      await turn.letGo(bytes === null ? null : upload.partial, bytes ?? 0)
      if (interruption !== null) throw interruption
    }
    return { bytes: bytes!, expiresAt: rows.endOf(new Date()) }
  }

  /** Restores the upload as it was before the piece; a whole file leaves nothing. Returns the error for the answer. */
  async function undo (
    turn: ReturnType<typeof createTurn>,
    { upload, bytes }: { upload: OpenUpload | null, bytes: number },
    { error, isWhole }: { error: unknown, isWhole: boolean }
  ): Promise<unknown> {
    if (upload !== null) await thread.rest(upload).catch(() => {})
    const isNothing = error instanceof UploadDigestWrong || (isWhole && upload !== null)
    const left = isNothing ? null : turn.kept()
    const lost = await turn.letGo(left?.partial ?? null, bytes).then(() => null, (failure: unknown) => failure)
    // The row no longer names it, or never did.
    const isNamed = !(lost instanceof NotFound) && turn.kept()?.partial === upload?.partial
    if (upload !== null && !isNamed) await thread.discard(upload.partial)
    if (lost instanceof NotFound || lost instanceof UploadLocked) return lost
    return isNoSpace(error) ? new NoRoom() : error
  }

  return receive
}
