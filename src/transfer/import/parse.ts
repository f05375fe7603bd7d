import { isUtf8 } from 'node:buffer'
import { parseJson, REQUEST_LIMITS } from '../../http/body.js'
import { JsonTooLarge } from '../../http/json-scan.js'
import { BYTE_ORDER_MARK, exportedColumns, fieldOf, importedColumns, lineColumns, unprotect } from '../columns.js'
import type { Frame } from './records.js'
import type { ImportFormat } from './rows.js'

/** What is wrong with a row, or with a column of it. */
export interface RowError {
  readonly column: string | null
  readonly error: string
}

export type Cells = ReadonlyMap<string, unknown>

/** The cells of a row by their columns, or why there are none. Of an empty line there is neither. */
export type ParsedRow = { readonly cells: Cells } | { readonly error: string } | null

/** The whole import cannot be done. The message is for the caller. */
export class ImportFailed extends Error {
  override name = 'ImportFailed'
}

const NOT_UTF8 = 'Must be UTF-8'
const NOT_CSV = 'Must be written as RFC 4180 has it'
const NOT_JSON = 'Must be a JSON object'
const TOO_LARGE = 'Must not be larger than 16 MiB'
/** More than an item has whose values fill three field groups. */
const LIMITS = { ...REQUEST_LIMITS, values: 500_000 }
const TOO_MUCH = `Must have at most ${LIMITS.values} JSON values, nested at most ${LIMITS.depth} deep`
const CELLS_RULE = 'Must have as many cells as there are columns'
/** A name that is not known is shown so far. */
const SHOWN = 100

const known: ReadonlySet<string> = new Set([...exportedColumns, ...importedColumns])
const ofLines: ReadonlySet<string> = new Set(lineColumns)

/** Whether a column has a meaning, given the fields that there are. */
export function isColumn (name: string, fields: ReadonlyMap<number, unknown>, format: ImportFormat): boolean {
  return known.has(name) || (format === 'ndjson' && ofLines.has(name)) || fields.has(fieldOf(name) ?? -1)
}

/** Reads the columns of a CSV. Throws ImportFailed. */
export async function parseHeader ({ bytes, isOpen }: Frame): Promise<string[]> {
  const text = bytes !== null && isUtf8(bytes) && !isOpen ? bytes.toString() : null
  const rows = text === null ? null : await splitAll(text.replace(BYTE_ORDER_MARK, ''))
  if (rows?.length !== 1) throw new ImportFailed('The first line must hold the names of the columns')
  return text!.startsWith(BYTE_ORDER_MARK) ? [BYTE_ORDER_MARK, ...rows[0]!] : rows[0]!
}

/** Throws ImportFailed for the first column that is not known, or there twice. */
export function checkHeader (header: readonly string[], fields: ReadonlyMap<number, unknown>): void {
  const seen = new Set<string>()
  for (const name of header) {
    if (!isColumn(name, fields, 'csv')) throw new ImportFailed(`Unknown column '${name.slice(0, SHOWN)}'`)
    if (seen.has(name)) throw new ImportFailed(`Column '${name}' is there twice`)
    seen.add(name)
  }
}

/** Reads rows of a CSV with these columns. */
export async function parseCsv (frames: readonly Frame[], stored: readonly string[]): Promise<ParsedRow[]> {
  const isMarked = stored[0] === BYTE_ORDER_MARK
  const header = isMarked ? stored.slice(1) : stored
  const parsed = frames.map(({ bytes, isOpen }) =>
    bytes === null ? TOO_LARGE : bytes.length === 0 ? '' : isOpen ? NOT_CSV : isUtf8(bytes) ? bytes : NOT_UTF8
  )
  const texts = parsed.filter((row) => typeof row !== 'string').map((bytes) => bytes.toString())
  const rows = await splitAll(`${texts.join('\n')}\n`)
  // One that is not written well spoils them all: each is looked at alone.
  const split: Array<string[] | null> = rows?.length === texts.length ? rows : await splitOneByOne(texts)
  let next = 0
  return parsed.map((row) => {
    if (row === '') return null
    if (typeof row === 'string') return { error: row }
    const cells = split[next++]
    if (cells == null) return { error: NOT_CSV }
    if (cells.length !== header.length) return { error: CELLS_RULE }
    return { cells: new Map(header.map((name, index) => [name, isMarked ? unprotect(cells[index]!) : cells[index]!])) }
  })
}

async function splitOneByOne (texts: readonly string[]): Promise<Array<string[] | null>> {
  const rows: Array<string[] | null> = []
  for (const text of texts) {
    const split = await splitAll(`${text}\n`)
    rows.push(split?.length === 1 ? split[0]! : null)
  }
  return rows
}

async function splitAll (text: string): Promise<string[][] | null> {
  const { parse } = await import('csv-parse/sync')
  try {
    return parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n'] })
  } catch {
    return null
  }
}

/** Reads lines of JSON: as an export writes them, or with the columns themselves as keys. */
export function parseLines (frames: readonly Frame[]): ParsedRow[] {
  return frames.map(({ bytes, line }) => {
    if (bytes === null) return { error: TOO_LARGE }
    if (!isUtf8(bytes)) return { error: NOT_UTF8 }
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

function withoutMark (bytes: Buffer): Buffer {
  const mark = Buffer.from(BYTE_ORDER_MARK)
  return mark.equals(bytes.subarray(0, mark.length)) ? bytes.subarray(mark.length) : bytes
}

function isBlank (bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))
}

function flatten (line: Readonly<Record<string, unknown>>): Cells {
  const nested = (['asset', 'project'] as const).find((type) => isObject(line[type]))
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
