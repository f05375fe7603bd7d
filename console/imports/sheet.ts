import { NONE } from './columns.ts'

/** The beginning of a CSV. */
export interface Sheet {
  readonly headings: readonly string[]
  /** The cells of the first row. */
  readonly example: readonly string[]
  readonly delimiter: string
  /** The line that declares the delimiter, as `sep=;`, or nothing. */
  readonly declared: string
  readonly encoding: Encoding
  /** Characters of the first line, with its end. */
  readonly headLength: number
}

const LOOKED_AT = 256 * 1024
const DELIMITERS = [',', ';', '\t']
const PART_LENGTH = 1024 * 1024
/** A first line that Excel takes for the separator. */
const DECLARED = /^("?)sep=([^\w"\s]|\t)\1\2*\r?\n/i

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

export async function readSheet (file: File): Promise<Sheet> {
  const bytes = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer())
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  const [declared = '', , separator] = DECLARED.exec(text) ?? []
  const [first = ''] = text.split(/\r?\n/, 1)
  const delimiter = separator ??
    DELIMITERS.reduce((best, one) => first.split(one).length > first.split(best).length ? one : best)
  const head = readRow(text, declared.length, delimiter)
  return {
    headings: head.cells,
    example: readRow(text, head.end, delimiter).cells,
    delimiter,
    declared,
    encoding,
    headLength: head.end
  }
}

/** By the byte order mark, as Excel writes it. */
function encodingOf ([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The cells of one line, and where the next begins. */
function readRow (text: string, from: number, delimiter: string): { cells: string[], end: number } {
  const cells = ['']
  let isQuoted = false
  let at = from
  for (; at < text.length; at++) {
    const sign = text[at]!
    if (isQuoted && sign === '"' && text[at + 1] === '"') cells[cells.length - 1] += text[++at]!
    else if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && sign === delimiter) cells.push('')
    else if (!isQuoted && sign === '\n') return { cells, end: at + 1 }
    else if (isQuoted || sign !== '\r') cells[cells.length - 1] += sign
  }
  return { cells, end: at }
}

/** The file with other headings, without the columns that are left out. */
export async function withColumns (file: File, sheet: Sheet, columns: readonly string[]): Promise<Blob> {
  if (columns.every((name, index) => name === sheet.headings[index])) return file
  const head = sheet.declared + columns.filter((name) => name !== NONE).join(sheet.delimiter) + '\n'
  const parts: BlobPart[] = [head]
  const drop = createDropper(sheet.delimiter, new Set(columns.flatMap((name, index) => name === NONE ? [index] : [])))
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
function createDropper (delimiter: string, dropped: ReadonlySet<number>): (text: string) => string {
  let column = 0
  let isQuoted = false
  let first = 0
  while (dropped.has(first)) first++
  return (text) => {
    if (dropped.size === 0) return text
    let kept = ''
    for (const sign of text) {
      if (sign === '"') isQuoted = !isQuoted
      if (!isQuoted && sign === '\n') {
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
