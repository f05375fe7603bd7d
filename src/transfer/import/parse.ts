import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream/promises'
import { unprotect } from '../../basics/csv.js'
import { isUnseen } from '../../basics/unseen.js'
import { parseJson, REQUEST_LIMITS, withoutMark } from '../../http/body.js'
import { JsonTooLarge } from '../../http/json-scan.js'
import { createYielder } from '../../work/turns/yielding.js'
import { exportedColumns, fieldOf, importedColumns, lineColumns, sheetColumns } from '../columns.js'
import type { Header } from './header.js'
import type { Frame } from './records.js'
import type { ImportFormat } from './rows.js'
import { itemTypes } from '../../core/item-type.js'

/** An error of a row, or of one of its columns. */
export interface RowError {
  readonly column: string | null
  readonly error: string
}

export type Cells = ReadonlyMap<string, unknown>

/** The cells of a row by column, or its error. Null for an empty line. */
export type ParsedRow = { readonly cells: Cells } | { readonly error: string } | null

export const NOT_UTF8 = 'Must be UTF-8, or UTF-16 with a byte order mark'
const NOT_CSV = 'Must be written as RFC 4180 has it'
const NOT_JSON = 'Must be a JSON object'
const TOO_LARGE = 'Must not be larger than 8 MiB'
/** The limit of a bulk. A CSV has its cells counted. */
const LIMITS = { ...REQUEST_LIMITS, values: 100_000 }
const TOO_MUCH = `Must have at most ${LIMITS.values} JSON values, nested at most ${LIMITS.depth} deep`
const CELLS_RULE = 'Must have as many cells as there are columns'
/** Bytes of a CSV that are parsed before others have a turn. */
const BYTES_AT_ONCE = 64 * 1024
const NEWLINE = Buffer.from('\n')

const known: ReadonlySet<string> = new Set([...exportedColumns, ...importedColumns])
const ofTables: ReadonlySet<string> = new Set(sheetColumns)
const ofLines: ReadonlySet<string> = new Set(lineColumns)

/** Whether a column is known, given the fields. */
export function isColumn (name: string, fields: ReadonlyMap<number, unknown>, format: ImportFormat): boolean {
  return known.has(name) || (format === 'ndjson' ? ofLines : ofTables).has(name) || fields.has(fieldOf(name) ?? -1)
}

/** Parses rows of a CSV. A row in which one sees nothing is an empty line, as spreadsheets leave them. */
export async function parseCsv (
  frames: readonly Frame[], { columns, delimiter, isProtected, before = 0 }: Header
): Promise<ParsedRow[]> {
  const end = before + columns.length
  const parsed = frames.map(({ bytes, cells, isOpen }) => {
    if (bytes === null) return TOO_LARGE
    if (bytes.length === 0) return ''
    if (cells > LIMITS.values) return CELLS_RULE
    return isOpen ? NOT_CSV : isUtf8(bytes) ? bytes : NOT_UTF8
  })
  const texts = parsed.filter((row) => typeof row !== 'string')
  const rows = await splitRows(texts, delimiter)
  // One malformed row fails all: they are split one by one then.
  const split: Array<string[] | null> = rows?.length === texts.length ? rows : await splitOneByOne(texts, delimiter)
  let next = 0
  return parsed.map((row) => {
    if (row === '') return null
    if (typeof row === 'string') return { error: row }
    const cells = split[next++]
    if (cells == null) return { error: NOT_CSV }
    const firstSeen = cells.findIndex((cell) => !isUnseen(cell))
    // In a table of one column, an empty text in quotes is a text.
    if (firstSeen < 0 && (end > 1 || cells.length > 1 || cells[0] !== '')) return null
    const lastSeen = cells.findLastIndex((cell) => !isUnseen(cell))
    if (cells.length < end || lastSeen >= end || (lastSeen >= 0 && firstSeen < before)) return { error: CELLS_RULE }
    const read = isProtected ? unprotect : (cell: string) => cell
    return { cells: new Map(columns.map((name, index) => [name, read(cells[before + index]!)])) }
  })
}

async function splitOneByOne (texts: readonly Buffer[], delimiter: string): Promise<Array<string[] | null>> {
  const rows: Array<string[] | null> = []
  for (const text of texts) {
    const split = await splitRows([text], delimiter)
    rows.push(split?.length === 1 ? split[0]! : null)
  }
  return rows
}

/** The cells of lines. Null if they are malformed. */
export async function splitRows (lines: readonly Buffer[], delimiter: string): Promise<string[][] | null> {
  const { parse } = await import('csv-parse')
  const rows: string[][] = []
  const parser = parse({ delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n'] })
    .on('data', (row: string[]) => { rows.push(row) })
  try {
    await pipeline(piecesOf(lines), parser)
    return rows
  } catch {
    return null
  }
}

async function * piecesOf (lines: readonly Buffer[]): AsyncGenerator<Buffer> {
  const yieldNow = createYielder()
  const bytes = Buffer.concat(lines.flatMap((line) => [line, NEWLINE]))
  for (let start = 0; start < bytes.length; start += BYTES_AT_ONCE) {
    yield bytes.subarray(start, start + BYTES_AT_ONCE)
    const turn = yieldNow()
    if (turn !== undefined) await turn
  }
}

/** Parses lines of JSON: as an export writes them, or with columns as keys. */
export function parseLines (frames: readonly Frame[]): ParsedRow[] {
  return frames.map(({ bytes, line }) => {
    if (bytes === null) return { error: TOO_LARGE }
    if (!isText(bytes)) return { error: NOT_UTF8 }
    const json = line === 1 ? withoutMark(bytes) : bytes
    if (isBlank(json)) return null
    try {
      const value = parseJson(json, LIMITS)
      return isObject(value) ? { cells: flatten(value) } : { error: NOT_JSON }
    } catch (error) {
      return { error: error instanceof JsonTooLarge ? TOO_MUCH : NOT_JSON }
    }
  })
}

/** Whether it is UTF-8. UTF-16 without a mark would be that too, with a NUL beside each letter. */
export function isText (bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0)
}

function isBlank (bytes: Buffer): boolean {
  for (const byte of bytes) if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return false
  return true
}

function flatten (line: Readonly<Record<string, unknown>>): Cells {
  const nested = itemTypes.find((type) => isObject(line[type]))
  const cells = new Map<
    string,
    unknown
  >(nested === undefined ? [] : [['type', nested], ...Object.entries(line[nested] as object)])
  for (const [name, value] of Object.entries(line)) {
    if (name !== nested) cells.set(name, value)
  }
  return cells
}

export function isObject (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
