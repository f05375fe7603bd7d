import { lacksSmallDisk, mountSmallDisk as mountPlain } from '#proof/harness/small-disk.js'
import type { Test } from 'tap'

/** Why a test with a disk of its own is skipped; false where it is not. */
export const skipsSmallDisk = lacksSmallDisk

/** A folder that is a disk of its own, of so many MiB. It goes with the test. */
export async function mountSmallDisk (t: Test, mebibytes: number) {
  const disk = await mountPlain(mebibytes)
  t.teardown(disk.close)
  return disk
}
