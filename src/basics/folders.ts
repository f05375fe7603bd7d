import { existsSync, mkdirSync } from 'node:fs'
import { access, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it. Node's recursive mkdir never ends if the system allows no folder there, as in
 * /proc.
 */
export async function makeFolder (path: string): Promise<void> {
  await makeMissing(path, async () => {})
}

/** The same, and synced to disk. */
export async function makeFolderDurably (path: string): Promise<void> {
  await makeMissing(path, syncToDisk)
}

/** Like `makeFolder`, for a thread that may wait for the disk and has nothing else to do. */
export function makeFolderNow (path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolderNow(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    requireExisting(error)
  }
}

async function makeMissing (path: string, onMade: (parent: string) => Promise<void>): Promise<void> {
  const parent = dirname(path)
  await access(parent).catch(async () => { if (parent !== path) await makeMissing(parent, onMade) })
  const isMade = await mkdir(path).then(() => true, requireExisting)
  if (isMade) await onMade(parent)
}

/** If the name belongs to a file, the next write reports it. */
function requireExisting (error: unknown): false {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  return false
}

/** Waits until a file, or the names in a folder, are on disk. */
export async function syncToDisk (path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
