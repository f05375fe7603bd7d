import { finished, Writable, type Readable } from 'node:stream'
import { finished as written } from 'node:stream/promises'
import {
  Overloaded, RequestTimeout, UploadChecksumWrong, UploadOffsetWrong, UploadSizeWrong, UploadTooLong
} from '../../errors.js'
import type { Arrived, OpenUpload } from '../thread/messages.js'
import type { FileThread } from '../thread/thread.js'

/** The interval of syncs: a killed process loses no more. */
const NOTE_EVERY_MS = 2000

/** A part of a file in one request. */
export interface UploadPiece {
  /** Null if there is none. */
  readonly body: Readable | null
  /** The length in bytes; null if it is unknown. */
  readonly length: number | null
  /** Where it begins; null for a whole file, which replaces what came before. */
  readonly offset: number | null
  /** The expected digest in Base64, and its algorithm. */
  readonly checksum: { readonly algorithm: string, readonly digest: string } | null
}

export interface PieceOptions {
  readonly uploadId: string
  /** Id of the writing request. */
  readonly writer: string
  readonly size: number
  /** What has arrived before; null if there is nothing. */
  readonly arrived: Pick<Arrived, 'partial' | 'bytes'> | null
  readonly thread: FileThread
  /** Bytes that may wait for the thread. */
  readonly mostGathered: number
  /** A sender that is silent for longer is given up. */
  readonly idleTimeoutMs: number
  readonly noteEveryMs?: number | undefined
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal
  readonly onOpen: (upload: OpenUpload, bytes: number) => void
  /** Stores how much is on disk. */
  readonly note: (partial: string, bytes: number, lastByte: LastByte) => Promise<void>
}

/** The time since the last byte, or since the beginning if none has come. */
export interface LastByte {
  readonly hasCome: boolean
  readonly sinceMs: number
}

/** The state after a piece. */
export interface PieceOutcome {
  /** Null if the temporary file is to be removed. */
  readonly bytes: number | null
  readonly upload: OpenUpload
  /** Why it was cut off: RequestTimeout, Overloaded, or SenderGone. Null if it is whole. */
  readonly interruption: Error | null
}

/** The sender has closed the connection. */
export class SenderGone extends Error {
  override name = 'SenderGone'
}

/** Checks a piece before its bytes come. */
export function checkPiece ({ offset, length }: UploadPiece, size: number, start: number): void {
  if (offset === null) {
    if (length !== null && length !== size) throw new UploadSizeWrong(size)
    return
  }
  if (offset !== start) throw new UploadOffsetWrong(start)
  if (length !== null && start + length > size) throw new UploadTooLong(size - start)
}

/**
 * Appends a piece to the temporary file. After an interruption its bytes stay, unless it is a whole file or has a
 * checksum. Nothing stays of what is refused. Throws StorageFailure, and the faults of the piece.
 */
export async function receivePiece (piece: UploadPiece, options: PieceOptions): Promise<PieceOutcome> {
  const { body, offset, checksum } = piece
  const { uploadId, writer, size, arrived, thread, onOpen, note } = options
  const isWhole = offset === null
  const { partial, bytes: start } = await thread.open({
    uploadId,
    writer,
    arrived: isWhole ? null : arrived,
    room: isWhole ? size : size - (arrived?.bytes ?? 0),
    checksum: checksum?.algorithm ?? null
  })
  const upload = { partial, writer }
  onOpen(upload, start)
  // The row names the temporary file before it grows, so that the sweep finds it after a kill.
  if (partial !== arrived?.partial) await note(partial, start, { hasCome: false, sinceMs: 0 })
  checkPiece(piece, size, start)

  const isKept = !isWhole && checksum === null
  try {
    const interruption = await pour(body, upload, start, options, async (lastByte) => {
      const { bytes } = await thread.sync(upload)
      await note(partial, isKept ? bytes : start, lastByte)
    })
    if (interruption !== null && !isKept) {
      await thread.undo(upload)
      return { bytes: isWhole ? null : start, upload, interruption }
    }
    const { bytes, digest } = await thread.sync(upload, { isLast: true })
    if (interruption === null && isWhole && bytes !== size) throw new UploadSizeWrong(size)
    if (checksum !== null && digest !== checksum.digest) throw new UploadChecksumWrong()
    return { bytes, upload, interruption }
  } catch (error) {
    // If another request has the file by now, or it has gone, there is nothing to undo.
    await thread.undo(upload).catch(() => {})
    throw isWhole && error instanceof UploadTooLong ? new UploadSizeWrong(size) : error
  }
}

/** Writes the body to its end. Returns why it was cut off. */
async function pour (
  body: Readable | null,
  upload: OpenUpload,
  start: number,
  { size, thread, mostGathered, idleTimeoutMs, noteEveryMs = NOTE_EVERY_MS, stopping }: PieceOptions,
  note: (lastByte: LastByte) => Promise<void>
): Promise<Error | null> {
  let interruption: Error | null = null
  let bytes = start
  let hasCome = false
  let lastByteAt = Date.now()
  // Bytes that come while the thread writes are its next order.
  const sink = new Writable({
    highWaterMark: mostGathered,
    writev (entries, done) {
      idle.refresh()
      hasCome = true
      lastByteAt = Date.now()
      const chunks = entries.map(({ chunk }) => chunk as Buffer)
      bytes += chunks.reduce((sum, { length }) => sum + length, 0)
      if (bytes > size) done(new UploadTooLong(size - start))
      else thread.write(upload, chunks).then(() => done(), done)
    }
  })
  // The body is unpiped, and not destroyed, so that its sender can be answered.
  const interrupt = (reason: Error) => {
    interruption ??= reason
    body?.unpipe(sink)
    sink.end()
  }
  const stop = () => interrupt(new Overloaded())
  const idle = setTimeout(() => interrupt(new RequestTimeout()), idleTimeoutMs)
  let noting: Promise<void> = Promise.resolve()
  const notes = setInterval(() => {
    noting = noting.then(() => note({ hasCome, sinceMs: Date.now() - lastByteAt }))
      .catch((error: Error) => { sink.destroy(error) })
  }, noteEveryMs)
  stopping.addEventListener('abort', stop)
  if (body === null) sink.end()
  else {
    finished(body, { writable: false }, (error) => {
      if (error !== undefined && error !== null) interrupt(new SenderGone())
    })
    body.pipe(sink)
  }

  try {
    await written(sink)
    return interruption
  } finally {
    clearInterval(notes)
    clearTimeout(idle)
    stopping.removeEventListener('abort', stop)
    body?.unpipe(sink)
    await noting
  }
}
