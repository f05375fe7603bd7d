import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Why no disk can be mounted; false if it can. */
export const lacksSmallDisk = whyNoDisk()

function whyNoDisk () {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root may mount a small disk'
  const path = mkdtempSync(join(tmpdir(), 'cutroom-disk-'))
  try {
    // In many containers root may not either.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path], { stdio: 'ignore' })
    execFileSync('umount', ['-l', path], { stdio: 'ignore' })
    return false
  } catch {
    return 'a small disk cannot be mounted here'
  } finally {
    rmdirSync(path)
  }
}

/**
 * A folder on a disk of its own.
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
    /** No file may be open for writing. */
    setReadOnly: (isReadOnly) => remount(isReadOnly ? 'ro' : 'rw'),
    async close () {
      await run('umount', ['-l', path])
      await rm(path, { recursive: true })
    }
  }
}
