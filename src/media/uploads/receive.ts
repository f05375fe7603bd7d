import { randomUUID } from 'node:crypto'
import { NoRoom, NotFound, UploadDigestWrong, UploadLocked } from '../../errors.js'
import { isNoSpace } from '../../basics/no-space.js'
import { toDatabase } from '../../basics/time.js'
import { systemCaller } from '../../core/caller.js'
import type { Transact, Transaction } from '../../core/transact.js'
import type { SqlValue, Statement } from '../../database/sql.js'
import { takeFile } from '../files.js'
import type { OpenedIncoming } from '../receive/messages.js'
import type { ReceivingThread } from '../receive/thread.js'
import { checkPiece, receivePiece, type Piece, type Received } from './piece.js'
import * as rows from './rows.js'
import type { UploadRow } from './rows.js'

/**
 * A request keeps the upload until so long after its last byte. This lease is not a claim of src/work/claims: there a
 * process looks for due rows and takes the next; here a client names one upload, and is refused while another writes.
 */
const LEASE_MS = 10_000

export interface ReceivingDependencies {
  readonly transact: Transact
  readonly thread: ReceivingThread
  readonly idleTimeoutMs: number
  readonly stopping: AbortSignal
}

/** How far an upload is when a piece has ended. */
interface Reached {
  readonly bytes: number
  readonly expiresAt: Date
}

/** By whom an upload is changed: the user who asked for its URL. */
export function callerOf (row: UploadRow) {
  return systemCaller({ id: row.account_id, name: row.account_name }, row.user_id)
}

/** Throws NotFound where the upload is at its end. */
export async function requireOpen (tx: Transaction, id: string): Promise<UploadRow> {
  const row = await tx.sql.first<UploadRow>(rows.lockUpload, [id, tx.caller.accountId])
  if (row === undefined || row.status !== 'open') throw new NotFound()
  return row
}

/** Throws UploadLocked while somebody writes. */
export function requireFree ({ leased_until: until }: UploadRow, { time }: Transaction): void {
  if (until !== null && Date.parse(until) > time.getTime()) throw new UploadLocked()
}

/** The way of the bytes of uploads. */
export function createReceiving ({ transact, thread, idleTimeoutMs, stopping }: ReceivingDependencies) {
  /** The temporary files that this process has begun. */
  const own = new Set<string>()

  async function discard (partial: string): Promise<void> {
    own.delete(partial)
    await thread.discard(partial)
  }

  /** Makes this request the one that writes. Throws UploadLocked while there is another. */
  async function hold (known: UploadRow, writer: string): Promise<UploadRow> {
    return transact(callerOf(known), async (tx) => {
      const row = await requireOpen(tx, known.id)
      requireFree(row, tx)
      const until = new Date(tx.time.getTime() + LEASE_MS)
      await tx.sql.run(rows.leaseUpload, [row.id, row.account_id, writer, toDatabase(until)])
      return row
    })
  }

  /** What one request does with the upload that it holds. */
  function createTurn (row: UploadRow, writer: string) {
    const size = Number(row.size)
    /** What the row says; null where nothing is there. */
    let kept = row.partial === null ? null : { partial: row.partial, bytes: Number(row.progress) }
    const caller = callerOf(row)

    /** Writes down what is there. Until it is finished, that is never all: who asks would not come again. */
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
      if (before !== null && before.partial !== partial) await discard(before.partial)
    }

    /** The upload is not this request's any more. */
    async function refuse (tx: Transaction): Promise<never> {
      await requireOpen(tx, row.id)
      throw new UploadLocked()
    }

    return {
      size,
      kept: () => kept,
      note: async (partial: string, bytes: number, sinceMs: number) => {
        if (sinceMs >= LEASE_MS) return
        await keep(rows.keepUpload, partial, bytes, (time) =>
          [toDatabase(new Date(time.getTime() + LEASE_MS - sinceMs)), toDatabase(rows.endOf(time))])
      },
      letGo: async (partial: string | null, bytes: number) =>
        keep(rows.letUploadGo, partial, bytes, (time) => [toDatabase(rows.endOf(time))]),

      /** All of it is on disk: from here on it is what an ingest is. */
      finish: async (open: OpenedIncoming) => {
        const sha256 = await thread.seal(open)
        if (row.sha256 !== null && row.sha256 !== sha256) throw new UploadDigestWrong()
        await transact(caller, async (tx) => {
          const ended = await tx.sql.run(rows.finishUpload, [row.id, row.account_id, writer,
            toDatabase(rows.endOf(tx.time))])
          if (ended === 0) await refuse(tx)
          await takeFile(tx, row.asset_id, {
            filename: row.filename,
            received: {
              partial: open.partial, bytes: size, total: size, validator: null, contentType: row.content_type
            }
          })
        })
        own.delete(open.partial)
      }
    }
  }

  /**
   * Takes the next piece. Throws what is wrong with it, UploadLocked where somebody else writes, NotFound where the
   * upload is at its end, UploadDigestWrong where the file is not the one that was announced, NoRoom, and what the
   * piece was interrupted by.
   */
  async function receive (known: UploadRow, piece: Piece): Promise<Reached> {
    const writer = randomUUID()
    const turn = createTurn(await hold(known, writer), writer)
    const { size } = turn
    const begun: { open: OpenedIncoming | null, bytes: number } = { open: null, bytes: turn.kept()?.bytes ?? 0 }
    let received: Received
    try {
      checkPiece(piece, size, begun.bytes)
      received = await receivePiece(piece, {
        uploadId: known.id,
        writer,
        size,
        received: turn.kept(),
        thread,
        isOwn: (partial) => own.has(partial),
        idleTimeoutMs,
        stopping,
        onOpen: (open, bytes) => {
          own.add(open.partial)
          Object.assign(begun, { open, bytes })
        },
        note: turn.note
      })
      if (received.interruption === null && received.bytes === size) await turn.finish(received.open)
    } catch (error) {
      throw await undo(turn, begun, { error, isWhole: piece.offset === null })
    }

    const { bytes, open, interruption } = received
    if (interruption !== null || bytes !== size) {
      await thread.rest(open)
      await turn.letGo(bytes === null ? null : open.partial, bytes ?? 0)
      if (interruption !== null) throw interruption
    }
    return { bytes: bytes!, expiresAt: rows.endOf(new Date()) }
  }

  /** Gives the upload back as it was before the piece; a whole file leaves nothing. Returns what is to be answered. */
  async function undo (
    turn: ReturnType<typeof createTurn>,
    { open, bytes }: { open: OpenedIncoming | null, bytes: number },
    { error, isWhole }: { error: unknown, isWhole: boolean }
  ): Promise<unknown> {
    if (open !== null) await thread.rest(open).catch(() => {})
    const isNothing = error instanceof UploadDigestWrong || (isWhole && open !== null)
    const left = isNothing ? null : turn.kept()
    const lost = await turn.letGo(left?.partial ?? null, bytes).then(() => null, (failure: unknown) => failure)
    // The row names it no more, or never has.
    const isNamed = !(lost instanceof NotFound) && turn.kept()?.partial === open?.partial
    if (open !== null && !isNamed) await discard(open.partial)
    if (lost instanceof NotFound || lost instanceof UploadLocked) return lost
    return isNoSpace(error) ? new NoRoom() : error
  }

  return { receive, discard }
}
