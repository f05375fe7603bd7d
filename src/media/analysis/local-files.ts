import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createDiskBudget } from '../../process/disk-budget.js'
import type { ReceivingThread } from '../receive/thread.js'
import { StorageFailure } from '../receive/thread.js'
import type { MediaStorage } from '../storage/storage.js'
import { MEBIBYTE } from '../../basics/units.js'

/** Room for what is made of a file. */
const MADE_BYTES = 64 * MEBIBYTE

/** A stored file that can be read from a path, until it is closed. */
export interface LocalFile {
  readonly path: string
  readonly close: () => Promise<void>
}

export interface LocalFilesDependencies {
  readonly storage: Pick<MediaStorage, 'pathOf'>
  readonly thread: Pick<ReceivingThread, 'fetch' | 'discard'>
  /** The folder of temporary files. */
  readonly folder: string
}

export type LocalFiles = ReturnType<typeof createLocalFiles>

/** Stored files where a process without a network can read them: where they lie, or fetched from a bucket. */
export function createLocalFiles ({ storage, thread, folder }: LocalFilesDependencies) {
  const room = createDiskBudget(folder)

  return {
    /** Rejects with StorageFailure, and where the signal says so. */
    async open (key: string, fileId: string, size: number, signal: AbortSignal): Promise<LocalFile> {
      const path = storage.pathOf(key)
      const needed = (path === null ? size : 0) + MADE_BYTES
      if (!room.fits(needed)) throw new StorageFailure('ENOSPC', 'There is no room on the disk to look into a file')
      if (path !== null) return { path, close: async () => {} }
      const partial = `${fileId}.${randomUUID()}`
      const close = () => thread.discard(partial)
      try {
        await thread.fetch(key, partial, signal)
      } catch (error) {
        await close()
        throw error
      }
      return { path: join(folder, partial), close }
    }
  }
}
