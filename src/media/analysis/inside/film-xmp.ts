import type { FileHandle } from 'node:fs/promises'
import { readBytes, withFile } from '../../../basics/read-file.js'
import type { Texts } from '../task.js'
import { boxesOf, type Box } from './boxes.js'
import { readXmp } from './embedded.js'
import { readerOf } from './kind.js'
import { MEBIBYTE } from '../../../basics/units.js'

/** The box with the XMP of Adobe's programs, and the QuickTime boxes that may contain a box `XMP_`. */
const UUID = 'be7acfcb97a942e89c71999491e3afac'
const outer = new Set(['moov', 'udta'])
const LARGEST_PACKET = 4 * MEBIBYTE

/** The XMP of an MP4 or a QuickTime film. Null for other formats, and where there is none. */
export async function readFilmXmp (path: string, contentType: string): Promise<Texts | null> {
  if (readerOf(contentType) !== 'mov') return null
  return withFile(path, async (file) => {
    const packet = await findPacket(file)
    if (packet === null || packet.end - packet.start > LARGEST_PACKET) return null
    return readXmp(await readBytes(file, packet.start, packet.end - packet.start))
  })
}

async function findPacket (file: FileHandle): Promise<Pick<Box, 'start' | 'end'> | null> {
  for await (const box of boxesOf(file, outer)) {
    if (box.type === 'XMP_') return box
    if (box.type === 'uuid' && (await readBytes(file, box.start, 16)).toString('hex') === UUID) {
      return { start: box.start + 16, end: box.end }
    }
  }
  return null
}
