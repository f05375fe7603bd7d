import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { createDiskBudget } from '../../process/disk-budget.js'
import type { FileThread } from '../thread/thread.js'
import { StorageFailure } from '../thread/thread.js'
import type { LocalCopies } from '../storage/local-copies.js'
import type { MediaStorage } from '../storage/storage.js'
import { MEBIBYTE } from '../../basics/units.js'

/** Free space that the results of an analysis may need. */
const MADE_BYTES = 64 * MEBIBYTE

/** A stored file with a local path. It must be closed. */
export interface LocalFile {
  readonly path: string
  readonly close: () => Promise<void>
}

export interface LocalFilesDependencies {
  readonly storage: Pick<MediaStorage, 'pathOf'>
  readonly thread: Pick<FileThread, 'load' | 'discard'>
  /** Files that this process has just put into the storage. */
  readonly copies?: Pick<LocalCopies, 'take'>
  /** The folder of temporary files. */
  readonly folder: string
}

export type LocalFiles = ReturnType<typeof createLocalFiles>

/**
 * Gives stored files a local path, as the analysing process has no network: the stored file itself, or a copy from a
 * bucket.
 */
export function createLocalFiles ({ storage, thread, folder, copies }: LocalFilesDependencies) {
  const room = createDiskBudget(folder)

  /** Null if there is no copy. */
  async function takeCopy (key: string): Promise<LocalFile | null> {
    const partial = copies?.take(key) ?? null
    if (partial === null) return null
    const path = join(folder, partial)
    const isThere = await access(path).then(() => true, () => false)
    return isThere ? { path, close: () => thread.discard(partial) } : null
  }

  return {
    /** Whether the disk has room for a number of bytes. */
    hasRoom: (bytes: number): boolean => room.fits(bytes),

    /**
     * `madeBytes` are those of the results that the disk must have room for. Rejects with StorageFailure, or when the
     * signal aborts.
     */
    async open (
      key: string, fileId: string, size: number, signal: AbortSignal, madeBytes = MADE_BYTES
    ): Promise<LocalFile> {
      const copy = await takeCopy(key)
      if (copy !== null) return copy
      const path = storage.pathOf(key)
      const needed = (path === null ? size : 0) + madeBytes
      if (!room.fits(needed)) throw new StorageFailure('ENOSPC', 'There is no room on the disk to look into a file')
      if (path !== null) return { path, close: async () => {} }
      const partial = `${fileId}.${randomUUID()}`
      const close = () => thread.discard(partial)
      try {
        await thread.load(key, partial, signal)
      } catch (error) {
        await close()
        throw error
      }
      return { path: join(folder, partial), close }
    }
  }
}
