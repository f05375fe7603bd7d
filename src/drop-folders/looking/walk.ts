import { isMissingPath } from '../../basics/missing-paths.js'
import { NotThatFile } from '../../locations/errors.js'
import type { Entry, Location } from '../../locations/location.js'
import { pathIn } from '../../locations/paths.js'
import { DONE, isPassedOver, type Sieve } from './passed-over.js'
import { belowLocation, shownNames, type ArrivalPath } from './paths.js'
import { isOneThing, isPicture } from './things.js'

export const MOST_FOLDERS = 32
/** The entries of a folder by which it is told whether it is one thing. */
const FIRST_ENTRIES = 5000
/** A folder that nobody lets the service read, or that is gone meanwhile, hides what is in it, and nothing else. */
const NOT_READ = new Set(['EACCES', 'EPERM', 'ENOTDIR', 'ELOOP'])

/** What a look finds: a file, or a folder that is one thing. */
export interface Found {
  readonly path: ArrivalPath
  /** Null for a folder that is one thing. */
  readonly entry: Entry | null
}

export interface WalkOptions {
  readonly location: Location
  /** The path of the drop folder's folder. */
  readonly folder: { readonly path: string }
  readonly sieve: Sieve
  /** Whether what is moved there after it is in is passed over. */
  readonly moves: boolean
  /** Whether somebody wants the files of a folder that is one thing. */
  readonly isTakenApart: (path: ArrivalPath) => Promise<boolean>
}

/** What is in the folder of a drop folder, folder by folder. Throws LocationGone, or ENOENT without the folder. */
export function walk ({ location, folder, sieve, moves, isTakenApart }: WalkOptions): AsyncGenerator<Found> {
  return walkIn(Buffer.alloc(0), 0)

  async function * walkIn (path: ArrivalPath, depth: number): AsyncGenerator<Found> {
    const entries = location.list(belowLocation(folder, path))[Symbol.asyncIterator]()
    try {
      const first: Entry[] = []
      while (first.length < FIRST_ENTRIES) {
        const next = await entries.next()
        if (next.done === true) break
        first.push(next.value)
      }
      const isWhole = isOneThing(shownNames(path).at(-1) ?? '', first) && !await isTakenApart(path)
      if (isWhole) yield { path, entry: null }
      // Pictures that lie about in the drop folder itself do not stop everything else.
      if (isWhole && (depth > 0 || !first.some(isPicture))) return
      for (const entry of first) if (!(isWhole && isPicture(entry))) yield * visit(path, depth, entry)
      for (let next = await entries.next(); next.done !== true; next = await entries.next()) {
        if (!(isWhole && isPicture(next.value))) yield * visit(path, depth, next.value)
      }
    } catch (error) {
      if (depth === 0 || !isHidden(error)) throw error
    } finally {
      await entries.return?.()
    }
  }

  async function * visit (parent: ArrivalPath, depth: number, entry: Entry): AsyncGenerator<Found> {
    if (entry.type === 'other' || isPassedOver(entry.shown)) return
    if (moves && depth === 0 && entry.shown === DONE) return
    const path = pathIn(parent, entry.name)
    const names = shownNames(path).map((name) => name.normalize('NFC'))
    if (entry.type === 'folder') {
      if (depth < MOST_FOLDERS && !sieve.isIgnored(names)) yield * walkIn(path, depth + 1)
    } else if (sieve.takes(names)) yield { path, entry }
  }
}

function isHidden (error: unknown): boolean {
  return error instanceof NotThatFile || isMissingPath(error) || NOT_READ.has((error as NodeJS.ErrnoException).code ?? '')
}
