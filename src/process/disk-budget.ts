import { statfsSync, type StatsFs } from 'node:fs'
import { makeFolderNow } from '../basics/folders.js'
import { MEBIBYTE } from '../basics/units.js'

/**
 * So much of the disk is left to others: to the database above all, which may be on it and must be able to write
 * whatever happens.
 */
const RESERVE_BYTES = 256 * MEBIBYTE
/** Of a small disk no more than this part of it is kept free. */
const LARGEST_RESERVE = 0.1
/** So much is written, by all files together, until the disk is looked at again: others write to it as well. */
const LOOK_EVERY_BYTES = MEBIBYTE

export interface Space {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** How much may be written to a folder, so that its disk never becomes full by what is received. */
export interface DiskBudget {
  /** Whether so many bytes would fit as things stand. */
  fits (bytes: number): boolean
  /** Asks before each write. What was allowed is used up. */
  take (bytes: number): boolean
}

export function createDiskBudget (folder: string, look: (folder: string) => Space = lookAt): DiskBudget {
  let granted = 0

  function usableBytes (): number {
    const { freeBytes, totalBytes } = look(folder)
    // Some disks do not know how large they are.
    return totalBytes === 0 ? Infinity : freeBytes - Math.min(RESERVE_BYTES, totalBytes * LARGEST_RESERVE)
  }

  return {
    fits: (bytes) => bytes <= usableBytes(),
    take (bytes) {
      if (bytes > granted) granted = Math.min(usableBytes(), Math.max(bytes, LOOK_EVERY_BYTES))
      if (bytes > granted) return false
      granted -= bytes
      return true
    }
  }
}

export function toSpace ({ bavail, blocks, bsize }: StatsFs): Space {
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

function lookAt (folder: string): Space {
  makeFolderNow(folder)
  return toSpace(statfsSync(folder))
}
