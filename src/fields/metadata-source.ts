import { emptyMetadata, type FileMetadata } from '../media/analysis/task.js'

export const SOURCE_RULE = 'Must be a path in file_metadata'
export const COMPLEX_SOURCE_RULE = 'Must be null in a complex group'

const groups = ['exif', 'iptc', 'xmp', 'tags'] as const
const LONGEST_NAME = 200

type Group = typeof groups[number]
type Scalar = Exclude<keyof FileMetadata, Group | 'variable_frame_rate' | 'timecode_rate' | 'audio_tracks'>

const isGroup = (name: string): name is Group => groups.some((group) => group === name)
const scalars = new Set(Object.keys(emptyMetadata('')).filter((name) => !isGroup(name)))

/** Whether a text names a value of the metadata of files: `frame_rate`, `xmp.creator`. */
export function isMetadataPath (text: string): boolean {
  const { group, name } = split(text)
  return group === null ? scalars.has(name) : isGroup(group) && name !== '' && name.length <= LONGEST_NAME
}

/** Null if there is none. Several values have commas between them. */
export function valueAt (metadata: FileMetadata, path: string): string | number | null {
  const { group, name } = split(path)
  if (group === null) return metadata[name as Scalar]
  const values = metadata[group as Group] ?? {}
  const value = Object.hasOwn(values, name) ? values[name]! : null
  return typeof value === 'object' ? value?.join(', ') ?? null : value
}

function split (path: string): { group: string | null, name: string } {
  const dot = path.indexOf('.')
  return dot === -1 ? { group: null, name: path } : { group: path.slice(0, dot), name: path.slice(dot + 1) }
}
