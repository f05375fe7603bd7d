import { open } from 'node:fs/promises'
import ExifReader from 'exifreader'
import type { Texts } from '../task.js'
import { cleanNumber, toTexts } from './texts.js'
import { MEBIBYTE } from '../../../basics/units.js'

/** What pictures say of themselves stands at their beginning, but for some formats, which are then read whole. */
const READ_BYTES = 64 * MEBIBYTE

export interface Embedded {
  readonly exif: Texts | null
  readonly iptc: Texts | null
  readonly xmp: Texts | null
  /** Pixels, as they are stored. */
  readonly width: number | null
  readonly height: number | null
  readonly orientation: number | null
}

interface Tag {
  readonly value?: unknown
  readonly description?: unknown
}

/** Bytes for programs, and where others are in the file. */
const NOT_FOR_PEOPLE = /pointer|thumbnail|^makernote$|^_raw$|^padding$|offset(?!time)|length$|^about$|^applicationnotes$|^interop/i

/** Reads what a picture says of itself: EXIF, IPTC and XMP. What cannot be read is as if it was not there. */
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

/** A number where the tag is one, or a fraction; else its words. */
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

/** Degrees, south and west below zero. */
function coordinates (gps: Record<string, unknown> | undefined) {
  return ['Latitude', 'Longitude', 'Altitude'].filter((name) => cleanNumber(gps?.[name]) !== null)
    .map((name) => [`GPS${name}`, cleanNumber(gps![name])] as const)
}
