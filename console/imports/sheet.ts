import { isUnseen, NOT_SEEN, trimUnseen } from '../../src/basics/unseen.ts'
import { NONE } from './columns.ts'

/** The beginning of a CSV. */
export interface Sheet {
  /** Without what one does not see around them. */
  readonly headings: readonly string[]
  /** The cells of the first row. */
  readonly example: readonly string[]
  readonly delimiter: string
  /** The lines before the headings: empty rows, and one that declares the delimiter, as `sep=;`. */
  readonly before: string
  readonly encoding: Encoding
  /** Characters before the first row. */
  readonly headLength: number
  /** Whether lines end with a carriage return alone, as a Mac writes them. */
  readonly isReturned: boolean
}

const LOOKED_AT = 256 * 1024
const DELIMITERS = [',', ';', '\t']
const PART_LENGTH = 1024 * 1024
/** A first line that Excel takes for the separator. */
const DECLARED = /^("?)sep=([^\w"\s]|\t)\1\2*(?:\r?\n|\r)/i
/** Rows in which one sees nothing. */
const EMPTY_ROWS = new RegExp(`^[${NOT_SEEN},;"]*[\\r\\n]`, 'u')

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

export async function readSheet (file: File): Promise<Sheet> {
  const bytes = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer())
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  const emptyFrom = (from: number) => from + lengthOf(EMPTY_ROWS.exec(text.slice(from)))
  const filled = emptyFrom(0)
  const declared = DECLARED.exec(text.slice(filled))
  const start = emptyFrom(filled + lengthOf(declared))
  const [first = ''] = text.slice(start).split(/[\r\n]/, 1)
  const delimiter = declared?.[2] ??
    DELIMITERS.reduce((best, one) => first.split(one).length > first.split(best).length ? one : best)
  const head = readRow(text, start, delimiter, true)
  return {
    headings: head.cells.map(trimUnseen),
    example: readRow(text, emptyFrom(head.end), delimiter, head.isReturned).cells,
    delimiter,
    before: text.slice(0, start),
    encoding,
    headLength: head.end,
    isReturned: head.isReturned
  }
}

const lengthOf = (found: RegExpExecArray | null) => found?.[0].length ?? 0

/** Whether one sees nothing of a column at the edge of a sheet. */
export function isUnseenColumn ({ headings, example }: Sheet, index: number): boolean {
  const isNamed = (name: string) => name !== ''
  const isEdge = index < headings.findIndex(isNamed) || index > headings.findLastIndex(isNamed)
  return isEdge && isUnseen(example[index] ?? '')
}

/** By the byte order mark, as Excel writes it. */
function encodingOf ([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The cells of one line, and where the next begins. */
function readRow (
  text: string, from: number, delimiter: string, returnsEnd: boolean
): { cells: string[], end: number, isReturned: boolean } {
  const cells = ['']
  let isQuoted = false
  let at = from
  for (; at < text.length; at++) {
    const sign = text[at]!
    const isReturned = returnsEnd && sign === '\r' && text[at + 1] !== '\n'
    if (isQuoted && sign === '"' && text[at + 1] === '"') cells[cells.length - 1] += text[++at]!
    else if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && sign === delimiter) cells.push('')
    else if (!isQuoted && (sign === '\n' || isReturned)) return { cells, end: at + 1, isReturned }
    else if (isQuoted || sign !== '\r') cells[cells.length - 1] += sign
  }
  return { cells, end: at, isReturned: false }
}

/** The file with other headings, without the columns that are left out. Those in which one sees nothing stay. */
export async function withColumns (file: File, sheet: Sheet, columns: readonly string[]): Promise<Blob> {
  if (columns.every((name, index) => name === sheet.headings[index])) return file
  const { before, delimiter, isReturned } = sheet
  const dropped = new Set(
    [...columns.keys()].filter((index) => columns[index] === NONE && !isUnseenColumn(sheet, index))
  )
  const kept = columns.filter((_, index) => !dropped.has(index))
  const parts: BlobPart[] = [before + kept.join(delimiter) + (isReturned ? '\r' : '\n')]
  const drop = createDropper(delimiter, dropped, isReturned)
  // The decoder removes a byte order mark, as it did when the headings were read.
  const decoder = new TextDecoderStream(sheet.encoding) as ReadableWritablePair<string, Uint8Array>
  const reader = file.stream().pipeThrough(decoder).getReader()
  let skipped = 0
  let part = ''
  for (;;) {
    const { done, value = '' } = await reader.read()
    const own = value.slice(Math.max(0, sheet.headLength - skipped))
    skipped += value.length
    part += drop(own)
    if (done || part.length > PART_LENGTH) {
      parts.push(new Blob([part]))
      part = ''
    }
    if (done) return new Blob(parts)
  }
}

/** Removes columns from rows that come in pieces. */
function createDropper (
  delimiter: string, dropped: ReadonlySet<number>, returnsEnd: boolean
): (text: string) => string {
  let column = 0
  let isQuoted = false
  let first = 0
  while (dropped.has(first)) first++
  return (text) => {
    if (dropped.size === 0) return text
    let kept = ''
    for (const sign of text) {
      if (sign === '"') isQuoted = !isQuoted
      if (!isQuoted && (sign === '\n' || (returnsEnd && sign === '\r'))) {
        kept += sign
        column = 0
      } else if (!isQuoted && sign === delimiter) {
        column++
        if (!dropped.has(column) && column > first) kept += sign
      } else if (!dropped.has(column)) kept += sign
    }
    return kept
  }
}
