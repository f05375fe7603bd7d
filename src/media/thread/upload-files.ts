import { createHash, type Hash } from 'node:crypto'
import type { DiskBudget } from '../../process/disk-budget.js'
import type { Sums } from './file-digest.js'
import type { Arrived, NextPiece, OpenUpload, Written } from './messages.js'
import type { PartialFile, PartialFiles } from './partial-files.js'

/** Files that stay open between two pieces, so that their digest needs no second reading. */
const MOST_AT_REST = 32

interface OpenFile {
  readonly file: PartialFile
  /** Null between two pieces. */
  writer: string | null
  /** The digest of the piece, if it has a checksum. */
  piece: Hash | null
}

/** The disk is full. The code is the system's. */
class NoSpace extends Error {
  readonly code = 'ENOSPC'
}

/**
 * Receives uploads in pieces, each in a growing temporary file with one writer at a time, as messages.ts describes the
 * orders.
 */
export function createUploadFiles ({ partials, room }: { partials: PartialFiles, room: DiskBudget }) {
  const files = new Map<string, OpenFile>()

  async function open ({ uploadId, writer, arrived, room: expected, checksum }: NextPiece): Promise<Written> {
    if (!room.fits(expected)) throw new NoSpace()
    const file = await reopen(uploadId, arrived) ?? partials.create(uploadId)
    file.mark()
    files.delete(file.name)
    files.set(file.name, { file, writer, piece: checksum === null ? null : createHash(checksum) })
    await closeOldest()
    return { partial: file.name, bytes: file.size, digest: null }
  }

  async function reopen (uploadId: string, arrived: NextPiece['arrived']): Promise<PartialFile | null> {
    if (arrived === null) return null
    const known = files.get(arrived.partial)
    if (known?.file.size === arrived.bytes) return known.file
    await close(arrived.partial)
    if (!partials.isOwn(arrived.partial) && !room.fits(arrived.bytes)) throw new NoSpace()
    return partials.resume(uploadId, arrived)
  }

  function require ({ partial, writer }: OpenUpload): OpenFile {
    const known = files.get(partial)
    if (known?.writer !== writer) throw new Error('The temporary file is not open, or somebody else writes into it')
    return known
  }

  function write (upload: OpenUpload, chunks: readonly Uint8Array[]): void {
    const { file, piece } = require(upload)
    for (const { buffer, byteOffset, length } of chunks) {
      if (!room.take(length)) throw new NoSpace()
      const bytes = Buffer.from(buffer, byteOffset, length)
      file.write(bytes)
      piece?.update(bytes)
    }
    file.syncAhead()
  }

  async function sync (upload: OpenUpload, isLast: boolean): Promise<Written> {
    const { file, piece } = require(upload)
    const digest = isLast ? piece?.copy().digest('base64') ?? null : null
    return { partial: upload.partial, bytes: await file.sync(), digest }
  }

  function rest (upload: OpenUpload): OpenFile {
    return Object.assign(require(upload), { writer: null, piece: null })
  }

  async function closeOldest (): Promise<void> {
    const atRest = [...files].filter(([, { writer }]) => writer === null)
    for (const [name] of atRest.slice(0, Math.max(0, atRest.length - MOST_AT_REST))) await close(name)
  }

  async function close (partial: string): Promise<void> {
    const known = files.get(partial)
    files.delete(partial)
    await known?.file.close()
  }

  return {
    close,
    open,
    write,
    sync,
    rest: (upload: OpenUpload): void => { rest(upload) },
    undo: (upload: OpenUpload): void => require(upload).file.rewind(),
    seal: (upload: OpenUpload): Sums => rest(upload).file.sums(),

    /** The upload is read again if it is not open any more. */
    async finish (arrived: Arrived): Promise<Sums | null> {
      const known = files.get(arrived.partial)
      files.delete(arrived.partial)
      if (known?.file.size === arrived.bytes) return known.file.finish()
      await known?.file.close()
      return await (await partials.reopen(arrived))?.finish() ?? null
    }
  }
}
