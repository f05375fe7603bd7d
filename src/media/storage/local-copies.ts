import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDiskBudget } from '../../process/disk-budget.js'

/** What goes into a bucket is looked into next: of a long queue, what came first is fetched again. */
const MOST_KEPT = 8

export interface LocalCopiesDependencies {
  /** The folder of temporary files. */
  readonly folder: string
  /** Whether files are looked into here, and lie elsewhere. */
  readonly isNeeded: boolean
}

export type LocalCopies = ReturnType<typeof createLocalCopies>

/**
 * Copies of files that this process has put into a bucket, for who looks into them: that saves the way from there. They
 * are temporary files like any other, so that what a kill leaves is swept away.
 */
export function createLocalCopies ({ folder, isNeeded }: LocalCopiesDependencies) {
  const room = createDiskBudget(folder)
  const kept = new Map<string, string>()

  async function discard (partial: string): Promise<void> {
    await rm(join(folder, partial), { force: true })
  }

  return {
    discard,

    /** What the copy of a file is to be called; null where none is to be kept. */
    nameFor: (fileId: string, bytes: number): string | null =>
      isNeeded && room.fits(bytes) ? `${fileId}.${randomUUID()}` : null,

    /** Remembers a copy, and removes the oldest where there are too many. */
    async keep (key: string, partial: string): Promise<void> {
      const same = kept.get(key)
      kept.delete(key)
      kept.set(key, partial)
      const oldest = [...kept].slice(0, Math.max(0, kept.size - MOST_KEPT))
      for (const [old] of oldest) kept.delete(old)
      await Promise.all([...same === undefined ? [] : [same], ...oldest.map(([, name]) => name)].map(discard))
    },

    /** Hands a copy over; null where there is none. */
    take (key: string): string | null {
      const partial = kept.get(key) ?? null
      kept.delete(key)
      return partial
    },

    /** Removes all of them. */
    async clear (): Promise<void> {
      const names = [...kept.values()]
      kept.clear()
      await Promise.all(names.map(discard))
    }
  }
}
