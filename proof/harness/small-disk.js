import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Why there can be no disk of one's own; false where there can. */
export const lacksSmallDisk = process.platform === 'linux' && process.getuid?.() === 0
  ? false
  : 'only root may mount a small disk'

/**
 * A folder that is a disk of its own.
 * @param {number} mebibytes
 */
export async function mountSmallDisk (mebibytes) {
  const path = await mkdtemp(join(tmpdir(), 'cutroom-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path])
  const remount = async (option) => { await run('mount', ['-o', `remount,${option}`, path]) }
  return {
    path,
    /** @param {number} mebibytes */
    resize: (mebibytes) => remount(`size=${mebibytes}m`),
    /** Nobody may have a file open for writing. */
    setReadOnly: (isReadOnly) => remount(isReadOnly ? 'ro' : 'rw'),
    async close () {
      await run('umount', ['-l', path])
      await rm(path, { recursive: true })
    }
  }
}
