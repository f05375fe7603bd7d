import { randomUUID } from 'node:crypto'
import { NoRoom, NotFound, UploadDigestWrong, UploadLocked } from '../../errors.js'
import { isNoSpace } from '../../basics/no-space.js'
import { MEBIBYTE } from '../../basics/units.js'
import type { OpenUpload } from '../thread/messages.js'
import { checkPiece, receivePiece, type UploadPiece, type PieceOutcome } from './piece.js'
import type { UploadRow } from './rows.js'
import { createTurn, holdUpload, type Turn, type TurnDependencies } from './turn.js'

/**
 * Each piece may have an equal share of this waiting for the thread, computed when it begins, and at most one MiB. A
 * thousand pieces have 142 MiB at most.
 */
const MOST_GATHERED = 32 * MEBIBYTE

export interface ReceiverDependencies extends TurnDependencies {
  readonly idleTimeoutMs: number
  readonly noteEveryMs?: number | undefined
  readonly stopping: AbortSignal
}

/** The state of an upload after a piece. */
interface Reached {
  readonly bytes: number
  readonly expiresAt: Date
}

/** Receives the bytes of uploads. */
export function createReceiver ({ idleTimeoutMs, noteEveryMs, stopping, ...dependencies }: ReceiverDependencies) {
  const { thread } = dependencies
  /** Pieces that are coming. */
  let coming = 0

  /**
   * Takes the next piece. Throws its faults, UploadLocked if another request writes, NotFound if the upload has ended,
   * UploadDigestWrong if the file is not the announced one, NoRoom, and the interruption of the piece.
   */
  async function receive (known: UploadRow, piece: UploadPiece): Promise<Reached> {
    const writer = randomUUID()
    const turn = createTurn(dependencies, await holdUpload(dependencies, known, writer), writer)
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
    if (bytes !== begun.bytes && bytes !== size) turn.extend(new Date())
    if (interruption !== null || bytes !== size) {
      await thread.rest(upload)
      await turn.letGo(bytes === null ? null : upload.partial, bytes ?? 0)
      if (interruption !== null) throw interruption
    }
    return { bytes: bytes!, expiresAt: turn.end() }
  }

  /** Restores the upload as it was before the piece; a whole file leaves nothing. Returns the error for the answer. */
  async function undo (
    turn: Turn,
    { upload, bytes }: { upload: OpenUpload | null, bytes: number },
    { error, isWhole }: { error: unknown, isWhole: boolean }
  ): Promise<unknown> {
    if (upload !== null) await thread.rest(upload).catch(() => {})
    const isNothing = error instanceof UploadDigestWrong || (isWhole && upload !== null)
    const left = isNothing ? null : turn.kept()
    const lost = await turn.letGo(left?.partial ?? null, bytes).then(() => null, (failure: unknown) => failure)
    // What a row has named belongs to whoever ended the upload: it may be a file by now. Nobody else knows the rest.
    if (upload !== null && upload.partial !== turn.kept()?.partial) await thread.discard(upload.partial)
    if (lost instanceof NotFound || lost instanceof UploadLocked) return lost
    return isNoSpace(error) ? new NoRoom() : error
  }

  return receive
}
