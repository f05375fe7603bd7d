import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'

const run = promisify(execFile)

/** Why a test with a disk of its own is skipped; false where it is not. */
export const skipsSmallDisk = process.platform === 'linux' && process.getuid?.() === 0
  ? false
  : 'only root may mount a small disk'

/** A folder that is a disk of its own, of so many MiB. It goes with the test. */
export async function mountSmallDisk (t: Test, mebibytes: number) {
  const path = await mkdtemp(join(tmpdir(), 'cutroom-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path])
  t.teardown(async () => {
    await run('umount', ['-l', path])
    await rm(path, { recursive: true })
  })
  return {
    path,
    resize: async (mebibytes: number) => {
      await run('mount', ['-o', `remount,size=${mebibytes}m`, path])
    }
  }
}
