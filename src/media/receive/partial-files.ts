import { createHash, randomUUID } from 'node:crypto'
import { close as closeFile, constants, createReadStream, fdatasync, fstatSync, fsync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { copyFile, link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeFolderNow } from '../../basics/folders.js'
import type { Received } from './messages.js'
import { createSingleFlight } from '../../work/turns/single-flight.js'

const READ_BYTES = 1024 ** 2

const fileToDisk = promisify(fsync)
const bytesToDisk = promisify(fdatasync)
const closed = promisify(closeFile)

/** A temporary file that grows. What was written before counts as part of it, in its size and in its digest. */
export interface PartialFile {
  readonly name: string
  /** Bytes written. */
  readonly size: number
  /** Blocks its thread for as long as the disk does. Throws what the disk fails with. */
  write (chunk: Buffer): void
  /** Where `rewind` goes back to. */
  mark (): void
  /** Forgets what was written since the mark. */
  rewind (): void
  /** The SHA-256 of what was written, in hexadecimal. */
  digest (): string
  /** Returns how many bytes are on disk for certain. */
  sync (): Promise<number>
  close (): Promise<void>
  /** Syncs and closes, and returns the SHA-256 in hexadecimal. */
  finish (): Promise<string>
}

export type PartialFiles = ReturnType<typeof createPartialFiles>

/**
 * The folder of temporary files. A process writes into files of its own only: of one that another has begun it takes a
 * copy, as the other may still hold it open and wake up at any time. The copy costs nothing where the file system can
 * share blocks.
 */
export function createPartialFiles (folder: string) {
  const own = new Set<string>()
  const pathOf = (name: string) => join(folder, name)

  function newName (fileId: string): string {
    const name = `${fileId}.${randomUUID()}`
    own.add(name)
    return name
  }

  /** Does not wait, so that nothing of what is coming already is lost. */
  function create (fileId: string): PartialFile {
    const name = newName(fileId)
    makeFolderNow(folder)
    return createPartial(name, openSync(pathOf(name), 'wx'))
  }

  /**
   * Goes on with what an earlier attempt has received; null where that is not here, or not whole. A file that another
   * process has begun stays: it is what there is to go on with until its name is written nowhere any more.
   */
  async function resume (fileId: string, { partial, bytes }: Received): Promise<PartialFile | null> {
    let name = partial
    try {
      if (!own.has(partial)) {
        name = newName(fileId)
        await copyFile(pathOf(partial), pathOf(name), constants.COPYFILE_FICLONE)
      }
      return await reopen(name, openSync(pathOf(name), 'r+'), bytes)
    } catch (error) {
      if (name !== partial) await discard(name)
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  async function reopen (name: string, file: number, bytes: number): Promise<PartialFile | null> {
    try {
      if (fstatSync(file).size >= bytes) {
        ftruncateSync(file, bytes)
        const hash = createHash('sha256')
        for await (const chunk of createReadStream(pathOf(name), { highWaterMark: READ_BYTES })) {
          hash.update(chunk as Buffer)
        }
        // Of a copy nothing is on disk for certain yet.
        await bytesToDisk(file)
        return createPartial(name, file, bytes, hash)
      }
    } catch (error) {
      await closed(file)
      throw error
    }
    await closed(file)
    await discard(name)
    return null
  }

  /** Removes a temporary file. Nothing happens where there is none. */
  async function discard (name: string): Promise<void> {
    own.delete(name)
    await rm(pathOf(name), { force: true })
  }

  /** Gives what is whole a second name, which costs nothing. Nothing happens where it has that already. */
  async function copy (name: string, other: string): Promise<void> {
    await link(pathOf(name), pathOf(other)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }

  return {
    create,
    resume,
    discard,
    copy,
    pathOf,
    /** Whether this process has begun it, so that going on with it needs no copy. */
    isOwn: (name: string) => own.has(name),
    /** It was begun by this process, in an earlier thread. */
    adopt: (name: string) => { own.add(name) },
    forget: (name: string) => { own.delete(name) }
  }
}

function createPartial (name: string, file: number, written = 0, hash = createHash('sha256')): PartialFile {
  let size = written
  let synced = written
  let marked = { size, hash: hash.copy() }
  const syncing = createSingleFlight(async () => {
    const reached = size
    await bytesToDisk(file)
    return (synced = reached)
  })

  /** One at a time: what is written meanwhile is for the next. */
  async function sync (): Promise<number> {
    if (size === synced) return synced
    return syncing.join()
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
      hash.update(chunk)
      size += chunk.length
    },
    mark: () => { marked = { size, hash: hash.copy() } },
    rewind () {
      ftruncateSync(file, marked.size)
      size = marked.size
      synced = Math.min(synced, size)
      hash = marked.hash.copy()
    },
    digest: () => hash.copy().digest('hex'),
    sync,
    close,
    async finish () {
      try {
        await syncing.ended()
        await fileToDisk(file)
      } finally {
        await close()
      }
      return hash.digest('hex')
    }
  }
}
