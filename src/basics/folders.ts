import { access, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it. Node's own way to do so never ends where the system lets nobody make any, as in
 * /proc.
 */
export async function makeFolder (path: string): Promise<void> {
  await makeMissing(path, async () => {})
}

/** The same, on disk for certain. */
export async function makeFolderDurably (path: string): Promise<void> {
  await makeMissing(path, syncToDisk)
}

async function makeMissing (path: string, onMade: (parent: string) => Promise<void>): Promise<void> {
  const parent = dirname(path)
  await access(parent).catch(async () => { if (parent !== path) await makeMissing(parent, onMade) })
  const isMade = await mkdir(path).then(() => true, (error: NodeJS.ErrnoException) => {
    // Where something else has the name, whoever writes hears so.
    if (error.code !== 'EEXIST') throw error
    return false
  })
  if (isMade) await onMade(parent)
}

/** Waits until a file, or the names in a folder, are on disk for certain. */
export async function syncToDisk (path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
