import { finished, PassThrough, type Readable } from 'node:stream'
import {
  Overloaded, RequestTimeout, UploadChecksumWrong, UploadOffsetWrong, UploadSizeWrong, UploadTooLong
} from '../../errors.js'
import type { OpenedIncoming } from '../receive/messages.js'
import type { ReceivingThread } from '../receive/thread.js'

/** How often what has come is put on disk and written down: a process that is killed loses no more. */
const NOTE_EVERY_MS = 2000

/** A part of a file, as a request brings it. */
export interface Piece {
  /** Null where nothing comes. */
  readonly body: Readable | null
  /** How many bytes come; null where that is not known. */
  readonly length: number | null
  /** Where it begins; null for a whole file, which begins at 0 and takes the place of whatever came before. */
  readonly offset: number | null
  /** What the piece is to be digested to, in Base64, and how. */
  readonly checksum: { readonly algorithm: string, readonly digest: string } | null
}

export interface PieceOptions {
  readonly uploadId: string
  /** Who writes. */
  readonly writer: string
  readonly size: number
  /** What came before; null where nothing did. */
  readonly received: { readonly partial: string, readonly bytes: number } | null
  readonly thread: ReceivingThread
  /** Whether this process has begun a temporary file. */
  readonly isOwn: (partial: string) => boolean
  /** A sender that is silent for so long is given up. */
  readonly idleTimeoutMs: number
  /** The service stops. */
  readonly stopping: AbortSignal
  readonly onOpen: (open: OpenedIncoming, bytes: number) => void
  /** Writes down how much there is on disk. `sinceMs` is how long ago the last byte came. */
  readonly note: (partial: string, bytes: number, sinceMs: number) => Promise<void>
}

/** What is there when a piece has ended. */
export interface Received {
  /** Null where what was written is to be removed. */
  readonly bytes: number | null
  readonly open: OpenedIncoming
  /** Why there was no more: RequestTimeout, Overloaded, or SenderGone. Null where all of it came. */
  readonly interruption: Error | null
}

/** Nobody waits for an answer any more. */
export class SenderGone extends Error {
  override name = 'SenderGone'
}

/** Throws what is wrong with a piece before any of it has come. */
export function checkPiece ({ offset, length }: Piece, size: number, start: number): void {
  if (offset === null) {
    if (length !== null && length !== size) throw new UploadSizeWrong(size)
    return
  }
  if (offset !== start) throw new UploadOffsetWrong(start)
  if (length !== null && start + length > size) throw new UploadTooLong(size - start)
}

/**
 * Writes a piece to the end of what is there. What of it came stays when its sender breaks off, unless it is a whole
 * file or has a checksum: of those nothing stays, and nothing of what is refused. Throws StorageFailure, and what is
 * wrong with the piece.
 */
export async function receivePiece (piece: Piece, options: PieceOptions): Promise<Received> {
  const { body, offset, checksum } = piece
  const { uploadId, writer, size, received, thread, isOwn, onOpen, note } = options
  const isWhole = offset === null
  const { partial, bytes: start } = await thread.open({
    uploadId,
    writer,
    received: isWhole ? null : received,
    isOwn: received !== null && isOwn(received.partial),
    room: isWhole ? size : size - (received?.bytes ?? 0),
    checksum: checksum?.algorithm ?? null
  })
  const open = { partial, writer }
  onOpen(open, start)
  // The row names the temporary file before it grows: what a killed process leaves is found by it.
  await note(partial, start, 0)
  checkPiece(piece, size, start)

  const isKept = !isWhole && checksum === null
  try {
    const interruption = await pour(body, open, start, options, async (sinceMs) => {
      const { bytes } = await thread.settle(open)
      await note(partial, isKept ? bytes : start, sinceMs)
    })
    if (interruption !== null && !isKept) {
      await thread.settle(open, { isUndone: true })
      return { bytes: isWhole ? null : start, open, interruption }
    }
    const { bytes, digest } = await thread.settle(open, { isLast: true })
    if (interruption === null && isWhole && bytes !== size) throw new UploadSizeWrong(size)
    if (checksum !== null && digest !== checksum.digest) throw new UploadChecksumWrong()
    return { bytes, open, interruption }
  } catch (error) {
    // Where the file is another's by now, or gone, there is nothing to undo.
    await thread.settle(open, { isUndone: true }).catch(() => {})
    throw isWhole && error instanceof UploadTooLong ? new UploadSizeWrong(size) : error
  }
}

/** Writes what comes, to its end. Returns why there was no more. */
async function pour (
  body: Readable | null,
  open: OpenedIncoming,
  start: number,
  { size, thread, idleTimeoutMs, stopping }: PieceOptions,
  note: (sinceMs: number) => Promise<void>
): Promise<Error | null> {
  // What is given up is the way from the request, and not the request: its sender is answered.
  const way = new PassThrough()
  const giveUp = (error: unknown) => { way.destroy(error as Error) }
  const stop = () => giveUp(new Overloaded())
  const idle = setTimeout(() => giveUp(new RequestTimeout()), idleTimeoutMs)
  let noting: Promise<void> = Promise.resolve()
  let lastByteAt = Date.now()
  const notes = setInterval(() => {
    noting = noting.then(() => note(Date.now() - lastByteAt)).catch(giveUp)
  }, NOTE_EVERY_MS)
  stopping.addEventListener('abort', stop)
  if (body === null) way.end()
  else {
    finished(body, { writable: false }, (error) => {
      if (error !== undefined && error !== null) giveUp(new SenderGone())
    })
    body.pipe(way)
  }

  let bytes = start
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const chunk of way as AsyncIterable<Buffer>) {
      idle.refresh()
      lastByteAt = Date.now()
      bytes += chunk.length
      if (bytes > size) throw new UploadTooLong(size - start)
      await writing
      writing = thread.write(open, chunk)
      // It is waited for before the next one, and until then its failure is nobody's.
      writing.catch(() => {})
    }
    await writing
    return null
  } catch (error) {
    if (!isInterruption(error)) throw error
    await writing
    return error
  } finally {
    clearInterval(notes)
    clearTimeout(idle)
    stopping.removeEventListener('abort', stop)
    body?.unpipe(way)
    await noting
  }
}

function isInterruption (error: unknown): error is Error {
  return error instanceof SenderGone || error instanceof RequestTimeout || error instanceof Overloaded
}
