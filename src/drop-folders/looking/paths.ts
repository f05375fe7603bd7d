import { createHash } from 'node:crypto'
import { pathIn, shownName } from '../../locations/paths.js'

/** A path below the folder of a drop folder, as bytes. */
export type ArrivalPath = Buffer

const SLASH = '/'

/** The names in it, as people read them. */
export function shownNames (path: ArrivalPath): string[] {
  return path.length === 0
    ? []
    : path.toString('latin1').split(SLASH).map((name) => shownName(Buffer.from(name, 'latin1')))
}

export const shownPath = (path: ArrivalPath): string => shownNames(path).join(SLASH)

/** A short text that no other path has. */
export function keyOf (path: ArrivalPath): string {
  return createHash('sha256').update(path).digest('base64url')
}

/** The path as its row has it: `raw_path` is null where the text says it all. */
export function toColumns (path: ArrivalPath) {
  const shown = shownPath(path)
  return { path: shown, rawPath: Buffer.from(shown).equals(path) ? null : path.toString('latin1'), pathKey: keyOf(path) }
}

export function fromColumns (
  { path, raw_path: raw }: { readonly path: string, readonly raw_path: string | null }
): ArrivalPath {
  return raw === null ? Buffer.from(path) : Buffer.from(raw, 'latin1')
}

/** The path below the location. */
export function belowLocation ({ path: folder }: { readonly path: string }, path: ArrivalPath): Buffer {
  return path.length === 0 ? Buffer.from(folder) : pathIn(folder, path)
}

/** The folders that a file is in, from the top. */
export function foldersOf (path: ArrivalPath): ArrivalPath[] {
  const names = path.toString('latin1').split(SLASH)
  return names.slice(0, -1).map((_, index) => Buffer.from(names.slice(0, index + 1).join(SLASH), 'latin1'))
}
