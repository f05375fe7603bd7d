import type { FileHandle } from 'node:fs/promises'
import { readBytes, withFile } from '../../../basics/read-file.js'

/** Honest files have some dozens at the levels that are read. */
export const MOST_BOXES = 10_000

/** A box of an MP4 or a QuickTime film: where its content begins and ends. */
export interface Box {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** The box at a place of a file. Null if there is none, or if its length is wrong. */
async function boxAt (file: FileHandle, position: number, end: number): Promise<Box | null> {
  const header = await readBytes(file, position, 32)
  if (end - position < 8 || header.length < 8) return null
  const [length, headerLength] = lengthOf(header, end - position)
  if (length < headerLength || length > end - position) return null
  return { type: header.toString('latin1', 4, 8), start: position + headerLength, end: position + length }
}

/**
 * The boxes of a file, in their order: those at the top, and those inside of boxes of the types `outer`. A box whose
 * length is wrong ends its level.
 */
export async function * boxesOf (file: FileHandle, outer: ReadonlySet<string> = new Set()): AsyncGenerator<Box> {
  const places = [{ start: 0, end: (await file.stat()).size }]
  for (let count = 0; count < MOST_BOXES && places.length > 0; count++) {
    const { start, end } = places.pop()!
    const box = await boxAt(file, start, end)
    if (box === null) continue
    places.push({ start: box.end, end })
    if (outer.has(box.type)) places.push(box)
    yield box
  }
}

/** The types of the boxes at the top of a file, in order. */
export function topBoxes (path: string): Promise<string[]> {
  return withFile(path, async (file) => {
    const types: string[] = []
    for await (const { type } of boxesOf(file)) types.push(type)
    return types
  })
}

/** Whether the pictures of an MP4 come in fragments, each with an index of its own. */
export async function isFragmented (path: string): Promise<boolean> {
  return (await topBoxes(path)).includes('moof')
}

/** The length of a box, and that of its header. A length of 1 is followed by the real one; 0 leads to the end. */
function lengthOf (header: Buffer, room: number): [length: number, headerLength: number] {
  const length = header.readUInt32BE(0)
  if (length === 1 && header.length >= 16) return [Number(header.readBigUInt64BE(8)), 16]
  return [length === 0 ? room : length, 8]
}
