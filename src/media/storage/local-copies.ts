import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDiskBudget } from '../../process/disk-budget.js'

/**
 * The files of a bucket are analysed soon after they are stored. In a long queue, the oldest copies are dropped and
 * fetched again.
 */
const MOST_KEPT = 8

export interface LocalCopiesDependencies {
  /** The folder of temporary files. */
  readonly folder: string
  /** Whether this process analyses files of a bucket. */
  readonly isNeeded: boolean
}

export type LocalCopies = ReturnType<typeof createLocalCopies>

/**
 * Local copies of files that this process has put into a bucket, for their analysis. They are temporary files like any
 * other: the sweep removes those of killed processes.
 */
export function createLocalCopies ({ folder, isNeeded }: LocalCopiesDependencies) {
  const room = createDiskBudget(folder)
  const kept = new Map<string, string>()

  async function discard (partial: string): Promise<void> {
    await rm(join(folder, partial), { force: true })
  }

  return {
    discard,

    /** The name for the copy of a file; null if none is kept. */
    nameFor: (fileId: string, bytes: number): string | null =>
      isNeeded && room.fits(bytes) ? `${fileId}.${randomUUID()}` : null,

    /** Keeps a copy, and removes the oldest if there are too many. */
    async keep (key: string, partial: string): Promise<void> {
      const same = kept.get(key)
      kept.delete(key)
      kept.set(key, partial)
      const oldest = [...kept].slice(0, Math.max(0, kept.size - MOST_KEPT))
      for (const [old] of oldest) kept.delete(old)
      await Promise.all([...same === undefined ? [] : [same], ...oldest.map(([, name]) => name)].map(discard))
    },

    /** Hands a copy over; null if there is none. */
    take (key: string): string | null {
      const partial = kept.get(key) ?? null
      kept.delete(key)
      return partial
    },

    /** Removes all copies. */
    async clear (): Promise<void> {
      const names = [...kept.values()]
      kept.clear()
      await Promise.all(names.map(discard))
    }
  }
}
