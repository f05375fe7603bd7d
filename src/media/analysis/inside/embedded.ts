import ExifReader from 'exifreader'
import { readBytes, withFile } from '../../../basics/read-file.js'
import type { Texts } from '../task.js'
import { cleanNumber, toTexts } from './texts.js'
import { exifEntries, iptcEntries, xmpEntries, type Tag, type Tags } from './embedded-values.js'
import { MEBIBYTE } from '../../../basics/units.js'

/** Most formats keep their metadata at the beginning. Other formats are read whole. */
const READ_BYTES = 64 * MEBIBYTE
const WRAPPING = Buffer.from('<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>')

export interface Embedded {
  readonly exif: Texts | null
  readonly iptc: Texts | null
  readonly xmp: Texts | null
  /** Pixels as stored. */
  readonly width: number | null
  readonly height: number | null
  /** From 1 to 8. */
  readonly orientation: number | null
}

/** Reads EXIF, IPTC and XMP. Unreadable data count as absent. */
export async function readEmbedded (path: string): Promise<Embedded> {
  const tags = parse(await readBeginning(path))
  return {
    exif: toTexts(exifEntries(tags)),
    iptc: toTexts(iptcEntries(tags)),
    xmp: toTexts(xmpEntries(tags)),
    width: cleanNumber(tags.file?.['Image Width']?.value),
    height: cleanNumber(tags.file?.['Image Height']?.value),
    orientation: orientationOf(tags)
  }
}

/** Reads an XMP packet, whose wrapping the library needs. */
export function readXmp (packet: Buffer): Texts | null {
  const start = packet.indexOf('<x:xmpmeta')
  const wrapped = start === -1 ? packet : Buffer.concat([WRAPPING, packet.subarray(start)])
  return toTexts(xmpEntries(parse(wrapped)))
}

function orientationOf ({ exif }: Tags): number | null {
  const number = cleanNumber((exif?.Orientation as Tag | undefined)?.value)
  return number !== null && Number.isInteger(number) && number >= 1 && number <= 8 ? number : null
}

function parse (bytes: Buffer): Tags {
  try {
    return ExifReader.load(bytes, { expanded: true }) as Tags
  } catch {
    return {}
  }
}

function readBeginning (path: string): Promise<Buffer> {
  return withFile(path, async (file) => readBytes(file, 0, Math.min((await file.stat()).size, READ_BYTES)))
}
