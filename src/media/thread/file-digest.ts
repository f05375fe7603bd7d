import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What is kept of the bytes of a file: what tells it from others, and what a ZIP needs. */
export interface Sums {
  /** In hexadecimal. */
  readonly sha256: string
  readonly crc32: number
}

/** Sums up the bytes of a file as they come. */
export function createFileDigest (hash = createHash('sha256'), before = 0) {
  let crc = before
  return {
    update (chunk: Uint8Array): void {
      hash.update(chunk)
      crc = crc32(chunk, crc)
    },
    copy: () => createFileDigest(hash.copy(), crc),
    /** The sums of the bytes so far. */
    sums: (): Sums => ({ sha256: hash.copy().digest('hex'), crc32: crc })
  }
}
