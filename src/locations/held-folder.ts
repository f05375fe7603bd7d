import { constants, existsSync } from 'node:fs'
import { open, readlink, realpath, type FileHandle } from 'node:fs/promises'
import { sep } from 'node:path'
import { syncToDisk } from '../basics/folders.js'
import { isMissingPath } from '../basics/missing-paths.js'
import { LocationGone, NotThatFile } from './errors.js'

/** The open files of this process, each a link to where it lies. Linux has it. */
const OPEN_FILES = '/proc/self/fd'
const hasOpenFiles = existsSync(OPEN_FILES)

const { O_RDONLY, O_DIRECTORY, O_NONBLOCK } = constants
const SEPARATOR = Buffer.from(sep)
/** Some file systems cannot sync the names in a folder. */
const NO_SYNC = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EISDIR'])

/**
 * A folder of a location that is held open. On Linux its names are looked up in the open folder, whatever is put in
 * place of its path meanwhile. Elsewhere they are looked up by its path without links, as it was found.
 */
export interface HeldFolder {
  readonly path: Buffer
  /** Null where folders are not held open. */
  readonly handle: FileHandle | null
  at (name: Uint8Array): Buffer
  /** Throws NotThatFile if an open file lies outside of the location. */
  requireInside (file: FileHandle, name: Uint8Array): Promise<void>
  /** Waits until the names in it are on disk. */
  sync (): Promise<void>
  close (): Promise<void>
}

/** Opens a folder below a root. Throws LocationGone without the root, and NotThatFile if it lies outside. */
export async function holdFolder (root: string, names: readonly Buffer[]): Promise<HeldFolder> {
  const top = await realpath(root, 'buffer').catch(goneWhereMissing)
  const path = names.reduce(below, top)
  const handle = hasOpenFiles ? await openFolder(path, names.length === 0) : null
  try {
    const real = handle === null ? await realpath(path, 'buffer') : await pathOf(handle)
    if (!isInside(top, real)) throw new NotThatFile('outside')
    const held = handle === null ? real : Buffer.from(`${OPEN_FILES}/${handle.fd}`)
    return {
      path: held,
      handle,
      at: (name) => below(held, name),
      async requireInside (file, name) {
        const place = hasOpenFiles ? await pathOf(file) : await realpath(below(held, name), 'buffer')
        if (!isInside(top, place)) throw new NotThatFile('outside')
      },
      async sync () {
        const syncing = handle === null ? syncToDisk(held.toString()) : handle.sync()
        await syncing.catch((error: NodeJS.ErrnoException) => { if (!NO_SYNC.has(error.code ?? '')) throw error })
      },
      close: async () => handle?.close()
    }
  } catch (error) {
    await handle?.close()
    throw error
  }
}

/** A pipe or a device is not opened. */
async function openFolder (path: Buffer, isRoot: boolean): Promise<FileHandle> {
  const opening = open(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK)
  return isRoot ? opening.catch(goneWhereMissing) : opening
}

/** The work in a held folder. */
export async function inFolder<Result> (
  root: string, names: readonly Buffer[], work: (folder: HeldFolder) => Promise<Result>
): Promise<Result> {
  const folder = await holdFolder(root, names)
  try {
    return await work(folder)
  } finally {
    await folder.close()
  }
}

const pathOf = (file: FileHandle): Promise<Buffer> => readlink(`${OPEN_FILES}/${file.fd}`, 'buffer')

function below (folder: Uint8Array, name: Uint8Array): Buffer {
  return Buffer.concat(endsInSeparator(folder) ? [folder, name] : [folder, SEPARATOR, name])
}

function isInside (folder: Buffer, path: Buffer): boolean {
  if (path.equals(folder)) return true
  const start = endsInSeparator(folder) ? folder : Buffer.concat([folder, SEPARATOR])
  return path.subarray(0, start.length).equals(start)
}

const endsInSeparator = (path: Uint8Array) => path.at(-1) === SEPARATOR[0]

function goneWhereMissing (error: unknown): never {
  throw isMissingPath(error) ? new LocationGone() : error
}
