import { createHash } from 'node:crypto'
import { namesAlike } from '../../locations/alike.js'
import { digestOf } from '../../locations/digest.js'
import type { Location } from '../../locations/location.js'
import { openLocation } from '../../locations/open.js'
import { pathIn, type LocationPath } from '../../locations/paths.js'
import { numbered } from '../bundles/names.js'
import type { MediaStorage } from '../storage/storage.js'
import type { SendOutPlace, SendOutTask, SentOut } from './messages.js'

/** A name is tried with more and more numbers. */
const MOST_NAMES = 1000

interface Options {
  readonly signal: AbortSignal
  /** Called with the bytes that were read so far. */
  readonly onProgress: (bytes: number) => void
}

/**
 * Writes a file to a place outside of the service, and replaces nothing there: where its name is taken by other bytes,
 * in other case too, it gets a number. The same bytes under its name are that file, as after a kill before the answer
 * was heard.
 */
export async function sendOut (storage: MediaStorage, task: SendOutTask, options: Options): Promise<SentOut> {
  const location = await openLocation(task.place)
  const isThere = async () => (await location.look(task.marker))?.type === 'file'
  if (!await isThere()) return null
  if (task.before !== null) await location.discard(below(task.folder, task.name), task.before).catch(() => {})
  await location.makeFolder(task.folder)
  const alike = task.isShared ? await namesAlike(location, task.folder) : () => []
  for (let count = 1; count <= MOST_NAMES; count++) {
    const name = count === 1 ? task.name : numbered(task.name, count)
    const path = below(task.folder, name)
    const others = alike(name)
    if (others.length > 0 && !others.includes(name)) {
      const same = await findSame(location, others, task, options)
      if (same !== undefined) return { name: same }
      continue
    }
    if (await isSame(location, path, task, options)) return { name }
    if (!await isThere()) return null
    const file = { id: task.part, size: task.size, bytes: () => checked(storage, task, options) }
    if (await location.write(path, file) || await isSame(location, path, task, options)) return { name }
  }
  throw new Error('Too many files have this name')
}

/** Removes what a killed attempt may have left. */
export async function discardSentOut ({ place, folder, name, part }: SendOutPlace): Promise<void> {
  await (await openLocation(place)).discard(below(folder, name), part)
}

const below = (folder: string, name: string): LocationPath => pathIn(folder, Buffer.from(name))

/** Whether a file with these bytes is at a path. */
async function isSame (
  location: Location, path: LocationPath, { size, sha256 }: SendOutTask, { signal }: Options
): Promise<boolean> {
  const found = await location.look(path)
  if (found?.type !== 'file' || found.size !== size) return false
  const file = await location.open(path, found)
  try {
    return await digestOf(file, signal) === sha256
  } finally {
    await file.close()
  }
}

/** The first of some names in its folder under which there are these bytes. */
async function findSame (
  location: Location, names: readonly string[], task: SendOutTask, options: Options
): Promise<string | undefined> {
  for (const name of names) if (await isSame(location, below(task.folder, name), task, options)) return name
  return undefined
}

/** The bytes. The last ones come when all are known to be right: a bucket has the file once it has all of them. */
async function * checked (
  storage: MediaStorage, { source, sha256 }: SendOutTask, { signal, onProgress }: Options
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let last: Buffer | null = null
  let bytes = 0
  const chunks = source.kind === 'text' ? [Buffer.from(source.text)] : await storage.read(source.key)
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    if (last !== null) yield last
    hash.update(chunk)
    last = chunk
    bytes += chunk.length
    onProgress(bytes)
  }
  if (hash.digest('hex') !== sha256) throw Object.assign(new Error('The stored bytes are others'), { code: 'DIGEST' })
  if (last !== null) yield last
}
