import { createHash, type Hash } from 'node:crypto'
import type { DiskBudget } from '../../process/disk-budget.js'
import type { Incoming, IncomingOrder, OpenedIncoming, OpenIncoming, Received } from './messages.js'
import type { PartialFile, PartialFiles } from './partial-files.js'

/** Files that stay open between two pieces, so that their digest needs no second reading. */
const MOST_AT_REST = 32

interface OpenFile {
  readonly file: PartialFile
  /** Null between two pieces. */
  writer: string | null
  /** The digest of the piece, if it has a checksum. */
  piece: Hash | null
  /** Whether it is whole and waits for its ingest. */
  isSealed: boolean
}

/** The disk is full. The code is the system's. */
class NoSpace extends Error {
  readonly code = 'ENOSPC'
}

/** Uploads that come in pieces, each in a growing temporary file with one writer at a time. */
export function createIncoming ({ partials, room }: { partials: PartialFiles, room: DiskBudget }) {
  const files = new Map<string, OpenFile>()

  async function open (
    { uploadId, writer, received, isOwn, room: expected, checksum }: OpenIncoming
  ): Promise<Incoming> {
    if (!room.fits(expected)) throw new NoSpace()
    const file = await reopen(uploadId, received, isOwn) ?? partials.create(uploadId)
    file.mark()
    files.delete(file.name)
    files.set(file.name, { file, writer, piece: checksum === null ? null : createHash(checksum), isSealed: false })
    await closeOldest()
    return { partial: file.name, bytes: file.size, digest: null }
  }

  async function reopen (
    uploadId: string, received: OpenIncoming['received'], isOwn: boolean
  ): Promise<PartialFile | null> {
    if (received === null) return null
    const known = files.get(received.partial)
    if (known?.file.size === received.bytes) return known.file
    await close(received.partial)
    if (isOwn) partials.adopt(received.partial)
    else if (!room.fits(received.bytes)) throw new NoSpace()
    return partials.resume(uploadId, { ...received, total: null, validator: null, contentType: null })
  }

  function require ({ partial, writer }: OpenedIncoming): OpenFile {
    const known = files.get(partial)
    if (known?.writer !== writer) throw new Error('The temporary file is not open, or somebody else writes into it')
    return known
  }

  function write (opened: OpenedIncoming, chunks: readonly Uint8Array[]): void {
    const { file, piece } = require(opened)
    for (const { buffer, byteOffset, length } of chunks) {
      if (!room.take(length)) throw new NoSpace()
      const bytes = Buffer.from(buffer, byteOffset, length)
      file.write(bytes)
      piece?.update(bytes)
    }
    file.syncAhead()
  }

  async function settle (opened: OpenedIncoming, isUndone: boolean, isLast: boolean): Promise<Incoming> {
    const known = require(opened)
    if (isUndone) known.file.rewind()
    const digest = isLast ? known.piece?.copy().digest('base64') ?? null : null
    return { partial: opened.partial, bytes: await known.file.sync(), digest }
  }

  function seal (opened: OpenedIncoming): string {
    const known = require(opened)
    known.isSealed = true
    known.writer = null
    return known.file.digest()
  }

  function rest (opened: OpenedIncoming): void {
    const known = require(opened)
    known.writer = null
    known.piece = null
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

    /** Hands over a whole file that is still open; null if it is not open. */
    take ({ partial, bytes }: Received): PartialFile | null {
      const known = files.get(partial)
      if (known?.isSealed !== true || known.file.size !== bytes) return null
      files.delete(partial)
      return known.file
    },

    /** The answer to `seal` is the SHA-256 of the whole file, in hexadecimal. */
    async handle (order: IncomingOrder): Promise<Incoming | string | undefined> {
      switch (order.kind) {
        case 'open': return await open(order.file)
        case 'settle': return await settle(order.open, order.isUndone, order.isLast)
        case 'seal': return seal(order.open)
        case 'write':
          write(order.open, order.chunks)
          return
        case 'rest': rest(order.open)
      }
    }
  }
}
