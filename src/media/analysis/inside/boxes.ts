import { open, type FileHandle } from 'node:fs/promises'

/** Honest files have some dozens at the levels that are read. */
export const MOST_BOXES = 10_000

/** A box of an MP4 or a QuickTime film: where its content begins and ends. */
export interface Box {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** The box at a place of a file. Null if there is none, or if its length is wrong. */
export async function boxAt (file: FileHandle, position: number, end: number): Promise<Box | null> {
  const header = await readBytes(file, position, 32)
  if (end - position < 8 || header.length < 8) return null
  const [length, headerLength] = lengthOf(header, end - position)
  if (length < headerLength || length > end - position) return null
  return { type: header.toString('latin1', 4, 8), start: position + headerLength, end: position + length }
}

/** Whether the pictures of an MP4 come in fragments, each with an index of its own. */
export async function isFragmented (path: string): Promise<boolean> {
  const file = await open(path)
  try {
    return (await topBoxes(file)).includes('moof')
  } finally {
    await file.close()
  }
}

/** The types of the boxes of a file, in order, without what is in them. */
export async function topBoxes (file: FileHandle): Promise<string[]> {
  const { size } = await file.stat()
  const types: string[] = []
  for (let position = 0; types.length < MOST_BOXES;) {
    const box = await boxAt(file, position, size)
    if (box === null) break
    types.push(box.type)
    position = box.end
  }
  return types
}

/** The length of a box, and that of its header. A length of 1 is followed by the real one; 0 leads to the end. */
function lengthOf (header: Buffer, room: number): [length: number, headerLength: number] {
  const length = header.readUInt32BE(0)
  if (length === 1 && header.length >= 16) return [Number(header.readBigUInt64BE(8)), 16]
  return [length === 0 ? room : length, 8]
}

export async function readBytes (file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
