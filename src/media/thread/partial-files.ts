import { randomUUID } from 'node:crypto'
import { close as closeFile, constants, createReadStream, fdatasync, fstatSync, fsync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { copyFile, link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeFolderNow } from '../../basics/folders.js'
import { nullWhereMissing } from '../../basics/missing-paths.js'
import { createFileDigest, type Sums } from './file-digest.js'
import type { Arrived } from './messages.js'
import { createSingleFlight } from '../../work/turns/single-flight.js'

const READ_BYTES = 1024 ** 2
/** Bytes that are not on disk yet, and that are enough for a sync of their own. */
const AHEAD_BYTES = 8 * 1024 ** 2
const MARK_LENGTH = 13

const fileToDisk = promisify(fsync)
const bytesToDisk = promisify(fdatasync)
const closed = promisify(closeFile)

/** A growing temporary file. Its size and its digest include what an earlier attempt has written. */
export interface PartialFile {
  readonly name: string
  /** Bytes written. */
  readonly size: number
  /** Blocks the thread during the write. Throws errors of the disk. */
  write (chunk: Buffer): void
  /** Remembers the place for `rewind`. */
  mark (): void
  /** Drops what was written since the mark. */
  rewind (): void
  /** The sums of the bytes so far. */
  sums (): Sums
  /** Syncs what was written so far. Returns how many bytes are on disk. Throws what an earlier sync has thrown. */
  sync (): Promise<number>
  /** Begins to sync, if much was written since the last time, so that a later `sync` has little left to wait for. */
  syncAhead (): void
  close (): Promise<void>
  /** Syncs and closes, and returns the sums of all bytes. */
  finish (): Promise<Sums>
}

type ArrivedPart = Pick<Arrived, 'partial' | 'bytes'>

export type PartialFiles = ReturnType<typeof createPartialFiles>

/** Marks the names of the temporary files of a process. */
export function createMark (): string {
  return randomUUID().slice(0, MARK_LENGTH)
}

/**
 * The folder of temporary files. A process writes only to files that it has created. It copies those of others, as
 * another process may still hold them open. The copy costs nothing where the file system can share blocks.
 */
export function createPartialFiles (folder: string, mark = createMark()) {
  const pathOf = (name: string) => join(folder, name)
  const newName = (fileId: string) => `${fileId}.${mark}${randomUUID().slice(MARK_LENGTH)}`
  const isOwn = (name: string) => name.includes(`.${mark}`)

  /** Synchronous, so that no arriving bytes are lost. */
  function create (fileId: string): PartialFile {
    const name = newName(fileId)
    makeFolderNow(folder)
    return createPartial(name, openSync(pathOf(name), 'wx'))
  }

  /**
   * Resumes a temporary file; null if it is missing or incomplete. A file of another process stays, as long as a row
   * names it.
   */
  async function resume (fileId: string, arrived: ArrivedPart): Promise<PartialFile | null> {
    if (isOwn(arrived.partial)) return reopen(arrived)
    const partial = newName(fileId)
    try {
      await copyFile(pathOf(arrived.partial), pathOf(partial), constants.COPYFILE_FICLONE)
      return await reopen({ partial, bytes: arrived.bytes })
    } catch (error) {
      await discard(partial)
      return nullWhereMissing(error)
    }
  }

  /** Opens a temporary file to which nobody else writes; null if it is missing or incomplete. */
  async function reopen ({ partial: name, bytes }: ArrivedPart): Promise<PartialFile | null> {
    let file: number
    try {
      file = openSync(pathOf(name), 'r+')
    } catch (error) {
      return nullWhereMissing(error)
    }
    try {
      if (fstatSync(file).size >= bytes) {
        ftruncateSync(file, bytes)
        const digest = createFileDigest()
        for await (const chunk of createReadStream(pathOf(name), { highWaterMark: READ_BYTES })) {
          digest.update(chunk as Buffer)
        }
        // A copy is not on disk yet.
        await bytesToDisk(file)
        return createPartial(name, file, bytes, digest)
      }
    } catch (error) {
      await closed(file)
      throw error
    }
    await closed(file)
    await discard(name)
    return null
  }

  /** Removes a temporary file, if it exists. */
  async function discard (name: string): Promise<void> {
    await rm(pathOf(name), { force: true })
  }

  /** Gives a whole file a second name by a hard link. Does nothing if the name exists. */
  async function copy (name: string, other: string): Promise<void> {
    await link(pathOf(name), pathOf(other)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }

  return { create, resume, reopen, discard, copy, pathOf, isOwn }
}

function createPartial (name: string, file: number, written = 0, summed = createFileDigest()): PartialFile {
  let digest = summed
  let size = written
  let synced = written
  let marked = { size, digest: digest.copy() }
  /** Kept, as the system reports lost bytes only once. */
  let failure: Error | null = null
  let rewinds = 0
  const syncing = createSingleFlight(async () => {
    const reached = size
    const before = rewinds
    const error = await bytesToDisk(file).then(() => null, (error: Error) => error)
    // If bytes were dropped during the sync, it does not count.
    if (rewinds === before && error === null) synced = reached
    if (rewinds === before) failure ??= error
  })

  async function sync (): Promise<number> {
    if (size > synced) await syncing.after()
    if (failure !== null) throw failure
    return synced
  }

  async function close (): Promise<void> {
    await syncing.ended()
    await closed(file)
  }

  return {
    name,
    get size () { return size },
    write (chunk) {
      for (let offset = 0; offset < chunk.length;) {
        offset += writeSync(file, chunk, offset, chunk.length - offset, size + offset)
      }
      digest.update(chunk)
      size += chunk.length
    },
    mark: () => { marked = { size, digest: digest.copy() } },
    rewind () {
      ftruncateSync(file, marked.size)
      size = marked.size
      synced = Math.min(synced, size)
      digest = marked.digest.copy()
      failure = null
      rewinds++
    },
    sums: () => digest.sums(),
    sync,
    syncAhead () {
      if (size - synced >= AHEAD_BYTES && !syncing.isUnderWay()) syncing.join().catch(() => {})
    },
    close,
    async finish () {
      try {
        await syncing.ended()
        if (failure !== null) throw failure
        await fileToDisk(file)
      } finally {
        await close()
      }
      return digest.sums()
    }
  }
}
