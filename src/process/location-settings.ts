import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { sqlitePath } from '../database/sqlite-path.js'
import { OperatorMistake } from '../errors.js'
import { BUCKET_URL, bucketOf } from './bucket-url.js'

/** Where a location is. */
export type Place =
  | { readonly type: 'folder', readonly path: string }
  | { readonly type: 'bucket', readonly url: string }

/** A folder or a bucket that files come from, and go to. */
export interface LocationSetting {
  /** The name of its account; null: the first account. */
  readonly account: string | null
  readonly name: string
  readonly place: Place
}

/** The account, which may have any name without these two signs, the location, and its place. */
const ENTRY = /^(?:([^=]*\S):)?([a-z\d][\w.-]{0,49})=(\S.*)$/i
/** Links that lead to one another. Systems follow as many. */
const MOST_LINKS = 40

/** The locations of the setting. Throws if it cannot be read. */
export function parseLocations (value: string): LocationSetting[] {
  return value.split(',').map((entry) => entry.trim()).filter(Boolean).map((entry) => {
    const [, account = null, name, place] = ENTRY.exec(entry)!
    return { account, name: name!, place: toPlace(place!) }
  })
}

function toPlace (place: string): Place {
  if (!/^s3:/i.test(place)) return { type: 'folder', path: place }
  if (!new RegExp(BUCKET_URL).test(place)) throw new TypeError('no bucket has this name')
  return { type: 'bucket', url: place }
}

/** A location as the setting names it. */
export const spelled = ({ account, name }: LocationSetting): string => account === null ? name : `${account}:${name}`

interface Settings {
  readonly LOCATIONS: readonly LocationSetting[]
  readonly MEDIA_DIR: string
  readonly MEDIA_URL?: string
  readonly DATABASE_URL: string
}

/** What is at a place, as a message names it. */
interface Taken {
  readonly what: string
  readonly place: Place
}

/**
 * Throws OperatorMistake if a location is named twice, is a relative path, or overlaps with another one or with what
 * the service stores, also by links.
 */
export function requireApart ({ LOCATIONS, MEDIA_DIR, MEDIA_URL, DATABASE_URL }: Settings): void {
  const taken: Taken[] = [{ what: 'MEDIA_DIR', place: { type: 'folder', path: resolve(MEDIA_DIR) } }]
  if (MEDIA_URL !== undefined) taken.push({ what: 'MEDIA_URL', place: { type: 'bucket', url: MEDIA_URL } })
  if (DATABASE_URL.startsWith('file:')) {
    taken.push({ what: "the database's folder", place: { type: 'folder', path: dirname(sqlitePath(DATABASE_URL)) } })
  }
  const names = new Set<string>()
  for (const location of LOCATIONS) {
    const { place } = location
    const what = spelled(location)
    if (names.has(what)) throw new OperatorMistake(`LOCATIONS: ${what} is there twice`)
    names.add(what)
    if (place.type === 'folder' && !isAbsolute(place.path)) {
      throw new OperatorMistake(`LOCATIONS: ${what} must be an absolute path or s3://bucket/prefix, not ${place.path}`)
    }
    const other = taken.find((other) => overlap(place, other.place))
    if (other !== undefined) {
      throw new OperatorMistake(`LOCATIONS: ${what} (${shown(place)}) overlaps with ${other.what} (${shown(other.place)})`)
    }
    taken.push({ what, place })
  }
}

const shown = (place: Place) => place.type === 'folder' ? place.path : place.url

function overlap (one: Place, other: Place): boolean {
  if (one.type === 'bucket' && other.type === 'bucket') {
    const [a, b] = [bucketOf(one.url), bucketOf(other.url)]
    return a.bucket === b.bucket && (a.prefix.startsWith(b.prefix) || b.prefix.startsWith(a.prefix))
  }
  if (one.type === 'bucket' || other.type === 'bucket') return false
  const [a, b] = [real(one.path), real(other.path)]
  return isWithin(a, b) || isWithin(b, a)
}

function isWithin (folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** The path without links, as far as there is something. A link may lead to what is not there yet. */
function real (path: string, mostLinks = MOST_LINKS): string {
  try {
    return realpathSync.native(path)
  } catch {
    if (dirname(path) === path || mostLinks === 0) return path
    const parent = real(dirname(path), mostLinks)
    const target = targetOf(path)
    return target === null ? join(parent, basename(path)) : real(resolve(parent, target), mostLinks - 1)
  }
}

function targetOf (path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
