import { lacksSmallDisk, mountSmallDisk as mountPlain } from '#proof/harness/small-disk.js'
import type { Test } from 'tap'

/** Why a test that needs a disk of its own is skipped; false if it runs. */
export const skipsSmallDisk = lacksSmallDisk

/** A folder on a disk of its own, of `mebibytes` MiB. It is removed after the test. */
export async function mountSmallDisk (t: Test, mebibytes: number) {
  const disk = await mountPlain(mebibytes)
  t.teardown(disk.close)
  return disk
}
