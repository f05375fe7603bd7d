import { open } from 'node:fs/promises'
import ExifReader from 'exifreader'
import type { Texts } from '../task.js'
import { cleanNumber, toTexts } from './texts.js'
import { MEBIBYTE } from '../../../basics/units.js'

/** Most formats keep their metadata at the beginning. Other formats are read whole. */
const READ_BYTES = 64 * MEBIBYTE

export interface Embedded {
  readonly exif: Texts | null
  readonly iptc: Texts | null
  readonly xmp: Texts | null
  /** Pixels as stored. */
  readonly width: number | null
  readonly height: number | null
  readonly orientation: number | null
}

interface Tag {
  readonly value?: unknown
  readonly description?: unknown
}

/** Binary data, and offsets of other data in the file. */
const NOT_FOR_PEOPLE = /pointer|thumbnail|^makernote$|^_raw$|^padding$|offset(?!time)|length$|^about$|^applicationnotes$|^interop/i

/** Reads EXIF, IPTC and XMP. Unreadable data count as absent. */
export async function readEmbedded (path: string): Promise<Embedded> {
  const tags = parse(await readBeginning(path))
  const exif = toTexts([...entriesOf(tags.exif, exifValue), ...coordinates(tags.gps)])
  return {
    exif,
    iptc: toTexts(entriesOf(tags.iptc, described)),
    xmp: toTexts(entriesOf(tags.xmp, described)),
    width: cleanNumber(tags.file?.['Image Width']?.value),
    height: cleanNumber(tags.file?.['Image Height']?.value),
    orientation: cleanNumber(exif?.Orientation)
  }
}

type Groups = Partial<Record<'exif' | 'iptc' | 'xmp' | 'file', Record<string, Tag>>> & { gps?: Record<string, unknown> }

function parse (bytes: Buffer): Groups {
  try {
    return ExifReader.load(bytes, { expanded: true }) as Groups
  } catch {
    return {}
  }
}

async function readBeginning (path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, READ_BYTES)))
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function * entriesOf (group: Record<string, Tag> | undefined, valueOf: (tag: Tag) => unknown) {
  for (const [name, tag] of Object.entries(group ?? {})) {
    if (typeof tag === 'object' && tag !== null && !NOT_FOR_PEOPLE.test(name)) yield [name, valueOf(tag)] as const
  }
}

/** The number of a tag, or of a fraction; otherwise its text. */
function exifValue ({ value, description }: Tag): unknown {
  if (typeof value === 'number') return value
  if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') return value[0]
  if (isFraction(value)) return value[0] / value[1]
  return description
}

function isFraction (value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number')
}

function described ({ description, value }: Tag): unknown {
  return typeof description === 'string' && description !== '' ? description : value
}

/** Decimal degrees. South and west are negative. */
function coordinates (gps: Record<string, unknown> | undefined) {
  return ['Latitude', 'Longitude', 'Altitude'].filter((name) => cleanNumber(gps?.[name]) !== null)
    .map((name) => [`GPS${name}`, cleanNumber(gps![name])] as const)
}
