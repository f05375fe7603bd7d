import { access, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a folder, and those above it. Node's own way to do so never ends where the system lets nobody make any, as in /proc. */
export async function makeFolder (path: string): Promise<void> {
  const parent = dirname(path)
  await access(parent).catch(async () => { if (parent !== path) await makeFolder(parent) })
  // Where something else has the name, whoever writes hears so.
  await mkdir(path).catch((error: NodeJS.ErrnoException) => { if (error.code !== 'EEXIST') throw error })
}
