import type { FileMetadata, Text, Texts } from '../task.js'

/** The most bytes of all texts of a file together. */
const LARGEST_TEXTS = 64 * 1024
const LONGEST_NAME = 200
/** Maximum number of values of a list that are read. */
const LONGEST_LIST = 1000
const LONGEST_REASON = 500

/** Removes what the databases cannot store. Null if nothing is left. */
export function cleanText (text: string): string | null {
  // eslint-disable-next-line no-control-regex -- removes control characters
  const clean = text.slice(0, LARGEST_TEXTS).toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '').trim()
  return clean === '' ? null : clean
}

/** Why something has failed, as the service tells it. */
export function reasonOf (text: string): string {
  return cleanText(text)?.slice(0, LONGEST_REASON) ?? 'unknown'
}

/** A finite number, or null: divisions by zero give others. */
export function cleanNumber (value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** A positive number, or null. */
export function positive (value: unknown): number | null {
  const number = cleanNumber(value)
  return number !== null && number > 0 ? number : null
}

/** Rounds to thousandths. */
export function rounded (number: number | null | undefined): number | null {
  return number === null || number === undefined ? null : Math.round(number * 1000) / 1000
}

/** Keeps texts, numbers and lists of them. Null if there are none. */
export function toTexts (entries: Iterable<readonly [name: string, value: unknown]>): Texts | null {
  const kept = new Map<string, Text>()
  for (const [name, value] of entries) {
    const clean = Array.isArray(value) ? cleanList(value) : cleanScalar(value)
    const key = cleanText(name)
    if (clean !== null && key !== null && key.length <= LONGEST_NAME) kept.set(key, clean)
  }
  return kept.size === 0 ? null : Object.fromEntries(kept)
}

function cleanScalar (value: unknown): string | number | null {
  return typeof value === 'number' ? cleanNumber(value) : typeof value === 'string' ? cleanText(value) : null
}

/** A list of one is its value. */
function cleanList (values: readonly unknown[]): Text | null {
  const kept = values.slice(0, LONGEST_LIST).map(cleanScalar).filter((value) => value !== null)
  return kept.length > 1 ? kept.map(String) : kept[0] ?? null
}

/** The text of bytes that do not name their encoding: most programs write UTF-8. */
export function decodeText (bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

const groups = ['exif', 'iptc', 'xmp', 'tags'] as const

/** Leaves out the largest values until the rest fits: people type short ones. */
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
