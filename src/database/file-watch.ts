import { accessSync, constants, statSync } from 'node:fs'

/**
 * Reports in a few words what has happened to the file of an open database; null if it is as it was opened. A file that
 * was removed or replaced stays open and takes writes, which are lost.
 */
export function watchFile (path: string): () => string | null {
  const { dev, ino } = statSync(path)
  const wasWritable = isWritable(path)
  return function problem () {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return 'the database file is gone'
    if (found.ino !== ino || found.dev !== dev) {
      return 'the database file was replaced below the running service: start it again'
    }
    if (!isWritable(path)) return 'the database file is read-only'
    return wasWritable ? null : 'the database file was read-only when the service was started: start it again'
  }
}

function isWritable (path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
