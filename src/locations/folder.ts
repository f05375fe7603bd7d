import { constants, type BigIntStats, type OpenDirOptions } from 'node:fs'
import { lstat, mkdir, open, opendir, unlink, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { nullWhereMissing } from '../basics/missing-paths.js'
import { NotThatFile } from './errors.js'
import { holdFolder, inFolder, type HeldFolder } from './held-folder.js'
import type { Entry, Location, OpenFile } from './location.js'
import { partName, renameToFree, takeModeOf, writePart } from './new-file.js'
import { namesOf, shownName, type LocationPath } from './paths.js'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
/** Entries that are looked at together. */
const AT_ONCE = 64
const PIECE_BYTES = 1024 ** 2

/** Names are bytes. The types of Node do not know that it gives them. */
const asBytes = { encoding: 'buffer', bufferSize: AT_ONCE } as unknown as OpenDirOptions

/** A folder of this machine. */
export function openFolderLocation (root: string): Location {
  /** The work in the folder of a path, which has the last name of it. */
  const beside = async <Result>(
    path: LocationPath, work: (folder: HeldFolder, name: Buffer) => Promise<Result>
  ): Promise<Result> => {
    const names = namesOf(path)
    if (names.length === 0) throw new NotThatFile('no file')
    return inFolder(root, names.slice(0, -1), (folder) => work(folder, names.at(-1)!))
  }

  return {
    type: 'folder',

    async * list (path) {
      const folder = await holdFolder(root, namesOf(path))
      try {
        let names: Buffer[] = []
        for await (const { name } of await opendir(folder.path, asBytes)) {
          if (names.push(name as unknown as Buffer) < AT_ONCE) continue
          yield * await lookAt(folder, names)
          names = []
        }
        yield * await lookAt(folder, names)
      } finally {
        await folder.close()
      }
    },

    async * names (path) {
      const folder = await holdFolder(root, namesOf(path))
      try {
        for await (const { name } of await opendir(folder.path, asBytes)) yield shownName(name as unknown as Buffer)
      } finally {
        await folder.close()
      }
    },

    async look (path) {
      if (namesOf(path).length > 0) return beside(path, lookAtOne).catch(nullWhereMissing)
      const name = Buffer.alloc(0)
      return inFolder(root, [], async ({ handle, path }) =>
        toEntry(name, handle === null ? await lstat(path, { bigint: true }) : await handle.stat({ bigint: true })))
    },

    open: (path, seen) => beside(path, (folder, name) => openFile(folder, name, seen)),

    write: (path, file) => beside(path, async (folder, name) => {
      const part = partName(file.id)
      if (await lookAtOne(folder, name) !== null) return false
      try {
        await writePart(folder, folder.at(part), file)
        return await renameToFree({ folder, name: part }, { folder, name })
      } finally {
        await unlink(folder.at(part)).catch(nullWhereMissing)
      }
    }),

    async discard (path, id) {
      await beside(path, (folder) => unlink(folder.at(partName(id)))).catch(nullWhereMissing)
    },

    async makeFolder (path) {
      const names = namesOf(path)
      for (let depth = 1; depth <= names.length; depth++) {
        await inFolder(root, names.slice(0, depth - 1), (parent) => makeIn(root, parent, names.slice(0, depth)))
      }
      await inFolder(root, names, async () => {})
    },

    remove: (path, seen) => beside(path, async (folder, name) => {
      const found = await lookAtOne(folder, name)
      if (found?.type !== 'file' || found.state !== seen.state) return false
      return unlink(folder.at(name)).then(() => true, (error: unknown) => nullWhereMissing(error) ?? false)
    }),

    move: (from, to, seen) => beside(from, (folder, name) => beside(to, async (target, newName) => {
      const found = await lookAtOne(folder, name)
      if (found?.type !== 'file' || found.state !== seen.state) throw new NotThatFile('changed')
      return renameToFree({ folder, name }, { folder: target, name: newName })
    }))
  }
}

/** Makes one folder in another. The new one is opened before anything of it is changed. */
async function makeIn (root: string, parent: HeldFolder, names: readonly Buffer[]): Promise<void> {
  const isMade = await mkdir(parent.at(names.at(-1)!)).then(() => true, (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    return false
  })
  if (!isMade) return
  await parent.sync()
  await inFolder(root, names, (made) => takeModeOf(parent, made))
}

/** Opens a file that does not wait, as a pipe would; and only the one that was looked at. */
async function openFile (folder: HeldFolder, name: Buffer, seen: Entry | undefined): Promise<OpenFile> {
  const path = folder.at(name)
  const before = await lstat(path, { bigint: true })
  if (!before.isFile()) throw new NotThatFile('no file')
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? new NotThatFile('changed') : error
  })
  try {
    const after = await handle.stat({ bigint: true })
    if (after.dev !== before.dev || after.ino !== before.ino || !after.isFile()) throw new NotThatFile('changed')
    await folder.requireInside(handle, name)
    const entry = toEntry(name, after)
    if (seen !== undefined && seen.state !== entry.state) throw new NotThatFile('changed')
    return opened(handle, entry)
  } catch (error) {
    await handle.close()
    throw error
  }
}

function opened (handle: FileHandle, entry: Entry): OpenFile {
  return {
    entry,
    read: async (start = 0, length = Infinity) =>
      Readable.from(piecesOf(handle, start, length), { objectMode: false, highWaterMark: PIECE_BYTES }),
    look: async () => toEntry(entry.name, await handle.stat({ bigint: true })),
    close: () => handle.close()
  }
}

/** A stream of the handle's own would close it when it is given up. */
async function * piecesOf (handle: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = start, left = length; left > 0;) {
    const size = Math.min(left, PIECE_BYTES)
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(size), 0, size, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
    left -= bytesRead
  }
}

/** What has gone meanwhile is left out. */
async function lookAt (folder: HeldFolder, names: readonly Buffer[]): Promise<Entry[]> {
  const found = await Promise.all(names.map((name) => lookAtOne(folder, name)))
  return found.filter((entry) => entry !== null)
}

async function lookAtOne (folder: HeldFolder, name: Buffer): Promise<Entry | null> {
  const found = await lstat(folder.at(name), { bigint: true }).catch(nullWhereMissing)
  return found === null ? null : toEntry(name, found)
}

function toEntry (name: Buffer, stats: BigIntStats): Entry {
  const { size, mtimeNs, ctimeNs, ino: inode } = stats
  return {
    name,
    shown: shownName(name),
    type: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
    size: Number(size),
    mtimeNs,
    ctimeNs,
    inode,
    state: `${size} ${mtimeNs} ${ctimeNs} ${inode}`
  }
}
