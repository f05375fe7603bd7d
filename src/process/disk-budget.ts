import { statfsSync, type StatsFs } from 'node:fs'
import { makeFolderNow } from '../basics/folders.js'
import { MEBIBYTE } from '../basics/units.js'

/** Bytes that are kept free for others: for the database above all, which may be on the same disk. */
const RESERVE_BYTES = 256 * MEBIBYTE
/** On a small disk at most this part is kept free. */
const LARGEST_RESERVE = 0.1
/** The disk is measured again after this many bytes, as others write to it too. */
const LOOK_EVERY_BYTES = MEBIBYTE

export interface Space {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Limits writes to a folder, so that received files never fill its disk. */
export interface DiskBudget {
  /** Whether a number of bytes would fit now. */
  fits (bytes: number): boolean
  /** Asked before each write: takes the bytes from the budget. */
  take (bytes: number): boolean
}

export function createDiskBudget (folder: string, look: (folder: string) => Space = lookAt): DiskBudget {
  let granted = 0

  function usableBytes (): number {
    const { freeBytes, totalBytes } = look(folder)
    // Some disks do not report their size.
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
