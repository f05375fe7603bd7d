import { open, type FileHandle } from 'node:fs/promises'
import type { Texts } from '../task.js'
import { readXmp } from './embedded.js'
import { readerOf } from './kind.js'
import { MEBIBYTE } from '../../../basics/units.js'

/** The box of Adobe's programs, and the ones of QuickTime that lead to its own. */
const UUID = 'be7acfcb97a942e89c71999491e3afac'
const outer = new Set(['moov', 'udta'])
/** Honest files have some dozens at the levels that are read. */
const MOST_BOXES = 10_000
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
    return readXmp(await read(file, place.start, place.end - place.start))
  } finally {
    await file.close()
  }
}

/** Walks over the boxes of the file, and into those that may hold the packet. */
async function findPacket (file: FileHandle, size: number): Promise<Place | null> {
  const places: Place[] = [{ start: 0, end: size }]
  for (let count = 0; count < MOST_BOXES && places.length > 0; count++) {
    const { start, end } = places.pop()!
    const header = await read(file, start, 32)
    if (end - start < 8 || header.length < 8) continue
    const type = header.toString('latin1', 4, 8)
    const [length, headerLength] = lengthOf(header, end - start)
    if (length < headerLength || length > end - start) continue
    places.push({ start: start + length, end })
    const inside = { start: start + headerLength, end: start + length }
    if (type === 'XMP_') return inside
    if (type === 'uuid' && header.toString('hex', headerLength, headerLength + 16) === UUID) {
      return { start: inside.start + 16, end: inside.end }
    }
    if (outer.has(type)) places.push(inside)
  }
  return null
}

/** The length of a box, and that of its header. A length of 1 is followed by the real one; 0 leads to the end. */
function lengthOf (header: Buffer, room: number): [length: number, headerLength: number] {
  const length = header.readUInt32BE(0)
  if (length === 1 && header.length >= 16) return [Number(header.readBigUInt64BE(8)), 16]
  return [length === 0 ? room : length, 8]
}

async function read (file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
