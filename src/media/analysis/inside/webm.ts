import type { FileHandle } from 'node:fs/promises'
import { readBytes, withFile } from '../../../basics/read-file.js'
import { MOST_BOXES } from './boxes.js'

/** Elements of WebM, which are Matroska's. */
const SEGMENT = 0x18538067
const CUES = 0x1C53BB6B

interface Element {
  readonly id: number
  readonly start: number
  readonly end: number
}

/** Whether a WebM film has an index, without which players cannot seek. What was written as a stream has none. */
export function hasCues (path: string): Promise<boolean> {
  return withFile(path, async (file) => {
    let { size } = await file.stat()
    for (let [position, count] = [0, 0]; count < MOST_BOXES; count++) {
      const element = await elementAt(file, position, size)
      if (element === null) return false
      if (element.id === CUES) return true
      if (element.id === SEGMENT) size = element.end
      position = element.id === SEGMENT ? element.start : element.end
    }
    return false
  })
}

/** The element at a place of a file. Null if there is none, or if its length is not known: it is that of a stream. */
async function elementAt (file: FileHandle, position: number, end: number): Promise<Element | null> {
  const header = await readBytes(file, position, 12)
  const id = numberAt(header, 0, true)
  const length = id === null ? null : numberAt(header, id.bytes, false)
  if (id === null || length === null) return null
  const start = position + id.bytes + length.bytes
  const isOpen = length.value === 2 ** (7 * length.bytes) - 1
  if (isOpen && id.value !== SEGMENT) return null
  return { id: id.value, start, end: isOpen ? end : Math.min(end, start + length.value) }
}

/** A number whose first byte tells how many bytes it has. Ids keep that mark, lengths do not. */
function numberAt (bytes: Buffer, at: number, keepsMark: boolean): { value: number, bytes: number } | null {
  const first = bytes[at]
  if (first === undefined || first === 0) return null
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return null
  let value = keepsMark ? first : first & (0xFF >> length)
  for (let index = 1; index < length; index++) value = value * 256 + bytes[at + index]!
  return { value, bytes: length }
}
