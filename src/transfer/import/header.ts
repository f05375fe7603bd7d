import { BYTE_ORDER_MARK } from '../../basics/csv.js'
import { NOT_SEEN, trimUnseen } from '../../basics/unseen.js'
import { columnOf, isForPeople } from '../columns.js'
import { isColumn, isText, NOT_UTF8, splitRows } from './parse.js'
import type { Frame } from './records.js'

/** The format of a CSV, by the line that names its columns. */
export interface Header {
  readonly columns: readonly string[]
  readonly delimiter: string
  /** Whether it was written for a spreadsheet, so that texts may begin with an apostrophe. */
  readonly isProtected: boolean
  /** How many columns without a name come before: 0 unless told. */
  readonly before?: number
  /** Whether rows end with a carriage return, as a Mac writes them. */
  readonly returnsEnd?: boolean
}

/** A place between rows. */
export interface Place {
  readonly position: number
  readonly line: number
}

/** The import fails as a whole. The message is for the caller. */
export class ImportFailed extends Error {
  override name = 'ImportFailed'
}

type Fields = ReadonlyMap<number, unknown>

/** Separators of columns. */
const delimiters = [',', ';', '\t'] as const

const NO_HEADER = 'The first line must hold the names of the columns'
/** Characters of an unknown name that are shown. */
const SHOWN = 100
/** Empty rows that may come before the names of the columns, and bytes of such a row. */
const MOST_EMPTY = 1000
const LONGEST_EMPTY = 64 * 1024

/** A line that Excel takes for the separator. Programs may put separators behind it, or quotes around it. */
const DECLARED = /^\ufeff?("?)sep=([^\w"\s]|\t)\1\2*$/i
/** A row of empty cells, whatever separates them. */
const EMPTY = new RegExp(`^[${NOT_SEEN},;"]*$`, 'u')

type ReadFrames = (delimiters: readonly string[], from: Place) => AsyncIterable<Frame>

/** Finds the line that names the columns, and where it ends. Throws ImportFailed. */
export async function findHeader (
  read: ReadFrames, from: Place, fields: Fields
): Promise<{ readonly header: Header } & Place> {
  const { frame: first, hasMark } = await firstFilled(read(delimiters, from))
  const declared = DECLARED.exec(first.bytes?.toString() ?? '')?.[2] ?? null
  const { frame } = declared === null
    ? { frame: first }
    : await firstFilled(read([declared], { position: first.end, line: first.endLine }))
  const header = { ...await readHeader(frame, fields, { declared, hasMark }), returnsEnd: frame.isReturned }
  return { header, position: frame.end, line: frame.endLine }
}

/** The first row in which one sees something, and whether the file begins with a byte order mark. */
async function firstFilled (frames: AsyncIterable<Frame>): Promise<{ frame: Frame, hasMark: boolean }> {
  let hasMark = false
  let empty = 0
  for await (const frame of frames) {
    const { bytes, isOpen } = frame
    if (empty === 0) hasMark = bytes?.toString('utf8', 0, 3) === BYTE_ORDER_MARK
    const isEmpty = bytes !== null && !isOpen && bytes.length <= LONGEST_EMPTY && EMPTY.test(bytes.toString())
    if (!isEmpty || ++empty > MOST_EMPTY) return { frame, hasMark }
  }
  throw new ImportFailed(NO_HEADER)
}

/**
 * Parses the line of a CSV that names its columns. Unless the separator is declared, it is the one that makes all
 * columns known, and of several the one with most columns. Throws ImportFailed.
 */
async function readHeader (
  { bytes, isOpen }: Frame, fields: Fields, { declared, hasMark }: { declared: string | null, hasMark: boolean }
): Promise<Header> {
  if (bytes !== null && !isText(bytes)) throw new ImportFailed(NOT_UTF8)
  if (bytes === null || isOpen) throw new ImportFailed(NO_HEADER)
  const text = bytes.toString().replace(BYTE_ORDER_MARK, '')
  const found: Array<{ delimiter: string, headings: readonly string[], width: number, before: number }> = []
  for (const delimiter of declared === null ? delimiters : [declared]) {
    const rows = await splitRows([Buffer.from(text)], delimiter)
    if (rows?.length !== 1) continue
    const names = rows[0]!.map(trimUnseen)
    const before = Math.max(0, names.findIndex((name) => name !== ''))
    const headings = names.slice(before, names.findLastIndex((name) => name !== '') + 1)
    found.push({ delimiter, headings, width: names.length, before })
  }
  found.sort((a, b) => b.width - a.width)
  const isKnown = (heading: string) => isColumn(columnOf(heading), fields, 'csv')
  const best = found.find(({ headings }) => headings.every(isKnown)) ?? found[0]
  if (best === undefined || best.headings.length === 0) throw new ImportFailed(NO_HEADER)
  const { delimiter, headings, before } = best
  requireColumns(headings, fields)
  const isProtected = hasMark || headings.some(isForPeople)
  return { columns: headings.map(columnOf), delimiter, isProtected, before }
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
