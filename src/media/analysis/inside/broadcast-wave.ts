import type { FileHandle } from 'node:fs/promises'
import { readBytes, withFile } from '../../../basics/read-file.js'
import { MEBIBYTE } from '../../../basics/units.js'
import { MOST_BOXES } from './boxes.js'
import { toMoment } from './taken-at.js'
import { decodeText } from './texts.js'

/** What a recorder has written into a Broadcast Wave file. */
export interface BroadcastWave {
  readonly tags: ReadonlyArray<readonly [name: string, value: string | number]>
  readonly takenAt: string | null
}

const LARGEST_CHUNK = 4 * MEBIBYTE
/** The length of a chunk whose real one is in the chunk `ds64`. */
const ELSEWHERE = 0xFFFFFFFF

/** The names of iXML, and those of the API. */
const names = { SCENE: 'scene', TAKE: 'take', TAPE: 'tape' } as const

/** Reads the chunks `bext` and `iXML` of a WAV file, wherever they are. Null if it has neither. */
export function readBroadcastWave (path: string): Promise<BroadcastWave | null> {
  return withFile(path, async (file) => {
    const { bext, iXML } = await readChunks(file)
    if (bext === undefined && iXML === undefined) return null
    return {
      tags: [
        ...bext === undefined ? [] : extensionTags(bext),
        ...iXML === undefined ? [] : projectTags(decodeXml(iXML))
      ],
      takenAt: bext === undefined ? null : originationDate(bext)
    }
  })
}

async function readChunks (file: FileHandle): Promise<Partial<Record<'bext' | 'iXML', Buffer>>> {
  const found: Partial<Record<string, Buffer>> = {}
  const { size } = await file.stat()
  let dataLength = 0
  for (let [position, count] = [12, 0]; position + 8 <= size && count < MOST_BOXES; count++) {
    const header = await readBytes(file, position, 8)
    const [name, stated] = [header.toString('latin1', 0, 4), header.readUInt32LE(4)]
    const start = position + 8
    if (name === 'ds64') dataLength = Number((await readBytes(file, start + 8, 8)).readBigUInt64LE(0))
    const length = name === 'data' && stated === ELSEWHERE ? dataLength : stated
    if (name === 'bext' || name === 'iXML') found[name] ??= await readBytes(file, start, Math.min(length, LARGEST_CHUNK, size - start))
    // Chunks begin at even places.
    position = start + length + length % 2
  }
  return found
}

/** EBU Tech 3285: description, originator, its reference, date, time, and the samples since midnight. */
function extensionTags (bext: Buffer): Array<readonly [string, string | number]> {
  if (bext.length < 346) return []
  const samples = bext.readUInt32LE(338) + bext.readUInt32LE(342) * 2 ** 32
  return [['originator', textAt(bext, 256, 32)], ['time_reference', samples]]
}

function originationDate (bext: Buffer): string | null {
  const match = /^(\d{4})[-_: .](\d\d)[-_: .](\d\d) (\d\d)[-_: .](\d\d)[-_: .](\d\d)$/
    .exec(`${textAt(bext, 320, 10)} ${textAt(bext, 330, 8)}`)
  if (match === null) return null
  const [, year, month, day, hour, minute, second] = match
  return toMoment(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
}

function textAt (bytes: Buffer, start: number, length: number): string {
  return decodeText(bytes.subarray(start, start + length)).replace(/\0[^]*/, '').trim()
}

function projectTags (xml: string): Array<readonly [string, string]> {
  return Object.entries(names).flatMap(([element, name]) => {
    const text = new RegExp(`<${element}>([^]*?)</${element}>`).exec(xml)?.[1]
    return text === undefined ? [] : [[name, plain(text).trim()] as const]
  })
}

function decodeXml (bytes: Buffer): string {
  const isUtf16 = bytes.length >= 2 && (bytes.readUInt16LE(0) === 0xFEFF || bytes.readUInt16LE(0) === 0x003C)
  return isUtf16 ? new TextDecoder('utf-16le').decode(bytes) : decodeText(bytes)
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function plain (xml: string): string {
  return xml.replace(/<!\[CDATA\[([^]*?)\]\]>|&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, data, decimal, hex, name) => {
    if (data !== undefined) return data
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? parseInt(hex, 16) : Number(decimal)
    return code <= 0x10FFFF ? String.fromCodePoint(code) : whole
  })
}
