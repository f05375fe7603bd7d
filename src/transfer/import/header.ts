import { BYTE_ORDER_MARK } from '../../basics/csv.js'
import { columnOf, isForPeople } from '../columns.js'
import { isColumn, isText, NOT_UTF8, splitRows } from './parse.js'
import type { Frame } from './records.js'

/** The format of a CSV, by its first line. */
export interface Header {
  readonly columns: readonly string[]
  readonly delimiter: string
  /** Whether it was written for a spreadsheet, so that texts may begin with an apostrophe. */
  readonly isProtected: boolean
}

/** The import fails as a whole. The message is for the caller. */
export class ImportFailed extends Error {
  override name = 'ImportFailed'
}

type Fields = ReadonlyMap<number, unknown>

/** Separators of columns. */
export const delimiters = [',', ';', '\t'] as const

const NO_HEADER = 'The first line must hold the names of the columns'
/** Characters of an unknown name that are shown. */
const SHOWN = 100

/** A line that Excel takes for the separator. Programs may put separators behind it, or quotes around it. */
const DECLARED = /^\ufeff?("?)sep=([^\w"\s]|\t)\1\2*$/i

/** What a file says of itself before its columns. */
export interface Declared {
  readonly delimiter: string
  readonly hasMark: boolean
}

/** The separator that a line declares; null if it is another line. */
export function readDeclared (bytes: Frame['bytes']): Declared | null {
  const text = bytes?.toString() ?? ''
  const delimiter = DECLARED.exec(text)?.[2]
  return delimiter === undefined ? null : { delimiter, hasMark: text.startsWith(BYTE_ORDER_MARK) }
}

/**
 * Parses the line of a CSV that names its columns. Unless the separator is declared, it is the one that makes all
 * columns known. Throws ImportFailed.
 */
export async function readHeader (
  { bytes, isOpen }: Pick<Frame, 'bytes' | 'isOpen'>, fields: Fields, declared: Declared | null = null
): Promise<Header> {
  if (bytes !== null && !isText(bytes)) throw new ImportFailed(NOT_UTF8)
  if (bytes === null || isOpen) throw new ImportFailed(NO_HEADER)
  const text = bytes.toString()
  const found: Array<{ delimiter: string, headings: readonly string[] }> = []
  for (const delimiter of declared === null ? delimiters : [declared.delimiter]) {
    const rows = await splitRows([Buffer.from(text.replace(BYTE_ORDER_MARK, ''))], delimiter)
    if (rows?.length === 1) found.push({ delimiter, headings: rows[0]! })
  }
  const isKnown = (heading: string) => isColumn(columnOf(heading), fields, 'csv')
  const mostColumns = found.toSorted((a, b) => b.headings.length - a.headings.length)[0]
  const best = found.find(({ headings }) => headings.every(isKnown)) ?? mostColumns
  if (best === undefined) throw new ImportFailed(NO_HEADER)
  const { delimiter, headings } = best
  requireColumns(headings, fields)
  return {
    columns: headings.map(columnOf),
    delimiter,
    isProtected: declared?.hasMark === true || text.startsWith(BYTE_ORDER_MARK) || headings.some(isForPeople)
  }
}

/** Throws ImportFailed for the first column that is unknown, or repeated. */
export function requireColumns (headings: readonly string[], fields: Fields): void {
  const seen = new Set<string>()
  for (const heading of headings) {
    const name = columnOf(heading)
    if (!isColumn(name, fields, 'csv')) throw new ImportFailed(`Unknown column '${heading.slice(0, SHOWN)}'`)
    if (seen.has(name)) throw new ImportFailed(`Column '${heading.slice(0, SHOWN)}' is there twice`)
    seen.add(name)
  }
}
