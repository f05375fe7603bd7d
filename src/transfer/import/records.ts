/** A row of a file, unparsed. */
export interface Frame {
  /** Its bytes without the line break; null if there are too many. */
  readonly bytes: Buffer | null
  /** The number of cells of a CSV. */
  readonly cells: number
  /** The position after it: byte and line. */
  readonly end: number
  readonly endLine: number
  /** The line on which it begins. */
  readonly line: number
  /** Whether the file ends inside quotes. */
  readonly isOpen: boolean
  /** Whether it ends with a carriage return alone. */
  readonly isReturned: boolean
}

/** Maximum number of bytes of a row: several times what an export writes of an item with one group. */
const LARGEST_ROW = 8 * 1024 ** 2

const QUOTE = 0x22
const NEWLINE = 0x0A
const RETURN = 0x0D

/** The place of a byte within a field of a CSV. */
const enum Place { Start, Bare, Quoted, Closed }

/**
 * Cuts a file into rows, from the beginning of a row on. A line break inside quotes ends no row. At most one row is in
 * memory, and nothing of a row that is too large. `delimiters` separate the columns of a CSV; lines of JSON have none.
 * Where `returnsEnd`, a carriage return alone ends a row, too, as in files of a Mac.
 */
export async function * frames (
  chunks: AsyncIterable<Uint8Array>, delimiters: readonly string[] | null, position = 0, line = 1, returnsEnd = false
): AsyncGenerator<Frame> {
  const isDelimiter = new Uint8Array(256)
  for (const delimiter of delimiters ?? []) isDelimiter[delimiter.charCodeAt(0)] = 1
  let parts: Buffer[] = []
  let held = 0
  let rowStart = position
  let beginLine = line
  let cells = 1
  let place: Place = Place.Start
  let at = position
  /** Whether the last byte was a carriage return. */
  let returned = false

  const take = (end: number, isReturned = false): Frame => {
    const bytes = end - rowStart > LARGEST_ROW ? null : withoutEnd(Buffer.concat(parts))
    const frame = { bytes, cells, end, endLine: line, line: beginLine, isOpen: place === Place.Quoted, isReturned }
    parts = []
    held = 0
    rowStart = end
    beginLine = line
    cells = 1
    place = Place.Start
    return frame
  }
  const keep = (part: Buffer) => {
    held += part.length
    if (held <= LARGEST_ROW) parts.push(part)
    else parts = []
  }

  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let start = 0
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]!
      if (returned && byte !== NEWLINE) {
        line++
        if (place !== Place.Quoted) {
          keep(bytes.subarray(start, index))
          start = index
          yield take(at + start, true)
        }
      }
      returned = returnsEnd && byte === RETURN
      if (returned) continue
      if (byte === NEWLINE) {
        line++
        if (place === Place.Quoted) continue
        keep(bytes.subarray(start, index + 1))
        start = index + 1
        yield take(at + start)
      } else if (delimiters === null) {
        continue
      } else if (place === Place.Quoted) {
        if (byte === QUOTE) place = Place.Closed
      } else if (isDelimiter[byte] === 1) {
        cells++
        place = Place.Start
      } else if (byte === QUOTE && place !== Place.Bare) place = Place.Quoted
      else place = Place.Bare
    }
    if (start < bytes.length) keep(bytes.subarray(start))
    at += bytes.length
  }
  if (at > rowStart) yield take(at)
}

function withoutEnd (bytes: Buffer): Buffer {
  let end = bytes.length
  if (bytes[end - 1] === NEWLINE) end--
  if (bytes[end - 1] === RETURN) end--
  return bytes.subarray(0, end)
}
