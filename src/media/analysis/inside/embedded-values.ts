import { decodeNamed } from './encoded-text.js'
import { cleanNumber } from './texts.js'

export interface Tag {
  readonly value?: unknown
  readonly description?: unknown
  readonly attributes?: Readonly<Record<string, unknown>>
}

/** A name that a file has several times is a list. */
type Group = Readonly<Record<string, Tag | readonly Tag[]>>

/** What the library finds in a file. */
export interface Tags {
  readonly exif?: Group
  readonly iptc?: Group
  readonly xmp?: Group
  readonly gps?: Readonly<Record<string, unknown>>
  readonly file?: Readonly<Record<string, Tag>>
}

type NamedValue = readonly [name: string, value: unknown]

/** Digits of coordinates: a centimetre. */
const DECIMALS = 7

/** Binary data, and places of other data in the file. */
const notForPeople = new Set([
  'Exif IFD Pointer', 'GPS Info IFD Pointer', 'Interoperability IFD Pointer', 'SubIFDs', 'GlobalParametersIFD',
  'StripOffsets', 'StripByteCounts', 'TileOffsets', 'TileByteCounts', 'FreeOffsets', 'FreeByteCounts',
  'JPEGInterchangeFormat', 'JPEGInterchangeFormatLength', 'JPEGTables', 'JPEGQTables', 'JPEGDCTables', 'JPEGACTables',
  'PreviewImageStart', 'PreviewImageLength', 'JpgFromRawStart', 'JpgFromRawLength', 'OtherImageStart',
  'OtherImageLength', 'OffsetSchema', 'Padding', 'MakerNote', 'ApplicationNotes', 'IPTC-NAA', 'ImageSourceData',
  'PhotoshopSettings', 'ICC_Profile', 'InterColorProfile', 'PrintIM', 'OriginalRawFileData', 'DNGPrivateData',
  'CFAPattern', 'CFAPattern2', 'OECF', 'SpatialFrequencyResponse', 'DeviceSettingDescription', 'Thumbnail',
  '_raw', 'about', 'Thumbnails', 'Coded Character Set', 'Record Version', 'HasExtendedXMP'
])

/** EXIF's texts that begin with the name of their encoding. */
const encoded = new Set(['UserComment', 'GPSProcessingMethod', 'GPSAreaInformation'])

export function * exifEntries ({ exif, gps }: Tags): Generator<NamedValue> {
  for (const [name, tags] of named(exif)) yield [name, exifValue(name, tags[0]!)]
  // Decimal degrees. South and west are negative.
  for (const name of ['Latitude', 'Longitude', 'Altitude']) {
    if (cleanNumber(gps?.[name]) !== null) yield [`GPS${name}`, rounded(cleanNumber(gps![name])!)]
  }
}

export function * iptcEntries ({ iptc }: Tags): Generator<NamedValue> {
  for (const [name, tags] of named(iptc)) yield [name, tags.map(described)]
}

export function * xmpEntries ({ xmp }: Tags): Generator<NamedValue> {
  for (const [name, tags] of named(xmp)) yield [name, xmpValue(tags[0]!)]
}

function * named (group: Group | undefined): Generator<readonly [string, readonly Tag[]]> {
  for (const [name, found] of Object.entries(group ?? {})) {
    const tags = (Array.isArray(found) ? found : [found]).filter((tag) => typeof tag === 'object' && tag !== null)
    if (tags.length > 0 && !notForPeople.has(name)) yield [name, tags]
  }
}

/** The number of a tag, or of a fraction; otherwise its text. */
function exifValue (name: string, { value, description }: Tag): unknown {
  if (encoded.has(name) && Array.isArray(value)) return decodeNamed(Uint8Array.from(value as number[]))
  if (name === 'GPSVersionID' && Array.isArray(value)) return value.join('.')
  if (typeof value === 'number') return value
  if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') return value[0]
  if (isFraction(value)) return value[0] / value[1]
  return typeof description === 'number' ? rounded(description) : description
}

function isFraction (value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number')
}

function rounded (number: number): number {
  return Number(number.toFixed(DECIMALS))
}

function described ({ description, value }: Tag): unknown {
  return typeof description === 'string' && description !== '' ? description : value
}

/** For several languages, the default or else the first; for a list, its texts; for anything else, its description. */
function xmpValue (tag: Tag): unknown {
  if (!Array.isArray(tag.value)) return described(tag)
  const items = tag.value as readonly Tag[]
  const languages = items.filter((item) => typeof item.attributes?.lang === 'string')
  if (languages.length > 0) {
    return described(languages.find(({ attributes }) => attributes!.lang === 'x-default') ?? languages[0]!)
  }
  return items.every(({ description }) => typeof description === 'string') ? items.map(described) : described(tag)
}
