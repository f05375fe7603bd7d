import { constants } from 'node:fs'
import { link, lstat, open, rename, unlink, writeFile } from 'node:fs/promises'
import { nullWhereMissing } from '../basics/missing-paths.js'
import type { HeldFolder } from './held-folder.js'
import type { NewFile } from './location.js'

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
/** File systems without hard links, as of many memory cards; and files of others, which Linux lets nobody link. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])
/** What may be done with a folder may be done with what is made in it: the process keeps all other files private. */
const OF_FILE = 0o666
const OF_FOLDER = 0o2777
/** Some file systems know no modes, and those of others may not be changed. */
const NO_MODES = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'ENOSYS'])

/** The name of a file that is not whole. */
export function partName (id: string): Buffer {
  if (!/^[\w-]{1,100}$/.test(id)) throw new TypeError(`${JSON.stringify(id)} cannot be in the name of a file`)
  return Buffer.from(`.${id}.part`)
}

/** Writes the bytes of a file, and waits until they are on disk. What an earlier attempt has left is removed first. */
export async function writePart (folder: HeldFolder, part: Buffer, file: NewFile): Promise<void> {
  await unlink(part).catch(nullWhereMissing)
  // A link in its place is an error, and is not followed.
  const handle = await open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    await writeFile(handle, exactly(file))
    await setMode(handle, await modeOf(folder) & OF_FILE)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The bytes, of which there have to be as many as was said. */
export async function * exactly ({ size, bytes }: NewFile): AsyncGenerator<Uint8Array> {
  let left = size
  for await (const piece of bytes()) {
    left -= piece.length
    if (left < 0) break
    yield piece
  }
  if (left !== 0) throw new Error(`The file is ${left < 0 ? 'larger' : 'smaller'} than ${size} bytes`)
}

interface Named {
  readonly folder: HeldFolder
  readonly name: Buffer
}

/**
 * Gives a file another name, and replaces nothing: false if the name is taken. A hard link is refused where there is
 * something, whoever made it a moment ago; the new name is synced before the old one goes. Without hard links the file
 * is renamed after a look: what somebody else puts there between the two would be replaced.
 */
export async function renameToFree (
  { folder: fromFolder, name: fromName }: Named, { folder, name }: Named
): Promise<boolean> {
  const [from, to] = [fromFolder.at(fromName), folder.at(name)]
  try {
    await link(from, to)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && !await isSame(from, to)) return false
    if (code !== 'EEXIST') {
      if (!NO_LINKS.has(code)) throw error
      if (await lstat(to).catch(nullWhereMissing) !== null) return false
      await rename(from, to)
      await folder.sync()
      return true
    }
  }
  await folder.sync()
  await unlink(from)
  return true
}

/** Whether both names are of one file, as after a kill between the two steps. */
async function isSame (one: Buffer, other: Buffer): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => lstat(path, { bigint: true })))
  return a!.dev === b!.dev && a!.ino === b!.ino
}

async function modeOf ({ handle }: HeldFolder): Promise<number> {
  return handle === null ? 0 : (await handle.stat()).mode
}

/** Gives a new folder the mode of the one that it is in. */
export async function takeModeOf (parent: HeldFolder, made: HeldFolder): Promise<void> {
  if (made.handle !== null) await setMode(made.handle, await modeOf(parent) & OF_FOLDER)
}

async function setMode (handle: { chmod: (mode: number) => Promise<void> }, mode: number): Promise<void> {
  if (mode === 0) return
  await handle.chmod(mode).catch((error: NodeJS.ErrnoException) => {
    if (!NO_MODES.has(error.code ?? '')) throw error
  })
}
