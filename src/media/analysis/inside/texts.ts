import type { FileMetadata, Texts } from '../task.js'

/** What the texts of a file hold together at most, in bytes as they are stored. */
const LARGEST_TEXTS = 64 * 1024
const LONGEST_NAME = 200
/** So many values of one list are looked at. */
const LONGEST_LIST = 1000

/** A text that both databases store, and any reader shows: null where there is nothing in it. */
export function cleanText (text: string): string | null {
  // eslint-disable-next-line no-control-regex -- what is left out has no meaning in a text
  const clean = text.slice(0, LARGEST_TEXTS).toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '').trim()
  return clean === '' ? null : clean
}

/** A number that JSON has: what was divided by zero is none. */
export function cleanNumber (value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** A number above zero; null for any other. */
export function positive (value: unknown): number | null {
  const number = cleanNumber(value)
  return number !== null && number > 0 ? number : null
}

/** Of names and values, those that are texts or numbers; null where there are none. */
export function toTexts (entries: Iterable<readonly [name: string, value: unknown]>): Texts | null {
  const kept = new Map<string, string | number>()
  for (const [name, value] of entries) {
    const text = Array.isArray(value) ? joined(value) : value
    const clean = typeof text === 'number' ? cleanNumber(text) : typeof text === 'string' ? cleanText(text) : null
    const key = cleanText(name)
    if (clean !== null && key !== null && key.length <= LONGEST_NAME) kept.set(key, clean)
  }
  return kept.size === 0 ? null : Object.fromEntries(kept)
}

function joined (list: readonly unknown[]): string {
  return list.slice(0, LONGEST_LIST).filter((each) => typeof each === 'string' || typeof each === 'number').join(', ')
}

const groups = ['exif', 'iptc', 'xmp', 'tags'] as const

/** Leaves out what there is no room for: the largest values, as they are the ones that nobody has typed. */
export function withinBounds (metadata: FileMetadata): FileMetadata {
  const entries = groups.flatMap((group) =>
    Object.entries(metadata[group] ?? {}).map(([name, value]) => (
      { group, name, value, bytes: Buffer.byteLength(JSON.stringify({ [name]: value })) }
    ))
  )
  const kept = new Set<unknown>()
  let room = LARGEST_TEXTS - groups.length * '"exif":{},'.length
  for (const entry of [...entries].sort((one, other) => one.bytes - other.bytes)) {
    if (entry.bytes > room) break
    room -= entry.bytes
    kept.add(entry)
  }
  const bounded = groups.map((group) =>
    [group, toTexts(entries.filter((entry) => entry.group === group && kept.has(entry))
      .map(({ name, value }) => [name, value] as const))] as const
  )
  return { ...metadata, ...Object.fromEntries(bounded) }
}
