import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const enoughBytes = 2 * 1024 ** 3

/**
 * Where the tests put what goes with them: in memory where there is enough of it, because making and dropping a
 * database takes ten times as long on a disk. A kill -9 loses nothing there either. Whoever sets TMPDIR has chosen.
 */
export function fastFolder () {
  if (process.env.TMPDIR) return tmpdir()
  try {
    accessSync(memory, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enoughBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
