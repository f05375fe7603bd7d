import { open, type FileHandle } from 'node:fs/promises'
import type { Texts } from '../task.js'
import { boxAt, MOST_BOXES, readBytes } from './boxes.js'
import { readXmp } from './embedded.js'
import { readerOf } from './kind.js'
import { MEBIBYTE } from '../../../basics/units.js'

/** The box with the XMP of Adobe's programs, and the QuickTime boxes that may contain a box `XMP_`. */
const UUID = 'be7acfcb97a942e89c71999491e3afac'
const outer = new Set(['moov', 'udta'])
const LARGEST_PACKET = 4 * MEBIBYTE

interface Place {
  readonly start: number
  readonly end: number
}

/** The XMP of an MP4 or a QuickTime film. Null for other formats, and where there is none. */
export async function readFilmXmp (path: string, contentType: string): Promise<Texts | null> {
  if (readerOf(contentType) !== 'mov') return null
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const place = await findPacket(file, size)
    if (place === null || place.end - place.start > LARGEST_PACKET) return null
    return readXmp(await readBytes(file, place.start, place.end - place.start))
  } finally {
    await file.close()
  }
}

/** Walks over the boxes of the file, and into those that may hold the packet. */
async function findPacket (file: FileHandle, size: number): Promise<Place | null> {
  const places: Place[] = [{ start: 0, end: size }]
  for (let count = 0; count < MOST_BOXES && places.length > 0; count++) {
    const { start, end } = places.pop()!
    const box = await boxAt(file, start, end)
    if (box === null) continue
    places.push({ start: box.end, end })
    if (box.type === 'XMP_') return box
    if (box.type === 'uuid' && (await readBytes(file, box.start, 16)).toString('hex') === UUID) {
      return { start: box.start + 16, end: box.end }
    }
    if (outer.has(box.type)) places.push(box)
  }
  return null
}
