import type { Page } from '../../basics/page.js'
import type { Key, Section } from './section.js'

/** Characters that are read at once, and one element more: this much waits in memory for a slow reader. */
export const PIECE_LENGTH = 256 * 1024
/** Maximum number of elements per read. */
const MOST_ROWS = 500

/** The first read of a whole list. */
export const firstPage: Page = { after: '', limit: 128 }

/** A part of a section: its beginning, and its elements unless it goes on to the end. */
export interface Stretch {
  readonly after: string
  readonly keys?: readonly Key[]
}

/** A part of a section in one read. */
interface SectionPiece {
  /** The elements, separated by commas. */
  readonly text: string
  /** The key of the last element that was read. */
  readonly after: string
  readonly isLast: boolean
  /** The size of the next read. */
  readonly rows: number
}

/** Writes an object of arrays in pieces. Sections without a stretch are empty. Nothing stays open between pieces. */
export async function * writePieces (
  sections: ReadonlyArray<Section<unknown>>, stretches: ReadonlyArray<Stretch | null>
): AsyncGenerator<string, string> {
  let text = ''
  for (const [index, section] of sections.entries()) {
    text += `${index === 0 ? '{' : ','}"${section.name}":[`
    const stretch = stretches[index]!
    if (stretch !== null) text = yield * writeArray(section, stretch, text)
    text += ']'
  }
  return `${text}}`
}

/** Returns the end, to which the next section is added. */
async function * writeArray (
  section: Section<unknown>, { after, keys }: Stretch, head: string
): AsyncGenerator<string, string> {
  const isWanted = keys === undefined ? null : createFilter(section, keys)
  let text = head
  let separator = ''
  for (let next = { after, rows: firstPage.limit }; ;) {
    const piece = await readPiece(section, next.after, next.rows, isWanted)
    if (piece.text !== '') {
      text += separator + piece.text
      separator = ','
    }
    if (piece.isLast) return text
    next = piece
    yield text
    text = ''
  }
}

async function readPiece (
  section: Section<unknown>, after: string, rows: number, isWanted: Filter | null
): Promise<SectionPiece> {
  const together = isWanted === null ? await section.readTogether?.({ after, limit: rows }) : null
  if (together != null && together.json.length <= PIECE_LENGTH) {
    const { json, count, last } = together
    return { text: json, after: last, isLast: count < rows, rows: rowsAfter(rows, json.length) }
  }
  const { elements, isAll } = await readElements(section, after, rows)
  const texts: string[] = []
  let length = 0
  let looked = 0
  while (looked < elements.length && length < PIECE_LENGTH) {
    const element = elements[looked++]
    const wanted = isWanted?.(section.keyOf(element)) ?? true
    if (wanted === 'ended') return { text: texts.join(), after, isLast: true, rows }
    const text = wanted ? section.toJson(element) ?? await section.readLarge!(element) : null
    if (text === null) continue
    texts.push(text)
    length += text.length
  }
  // The rest is read again for the next piece, so that it does not wait in memory.
  const isCut = looked < elements.length
  return {
    text: texts.join(),
    after: looked === 0 ? after : String(section.keyOf(elements[looked - 1])),
    isLast: isAll && !isCut,
    rows: isCut ? looked : rowsAfter(rows, length)
  }
}

/** The size of the next read, after one that was not cut. */
function rowsAfter (rows: number, length: number): number {
  return length < PIECE_LENGTH / 2 ? Math.min(rows * 2, MOST_ROWS) : rows
}

/** Reads a number of elements, or as many as fit into a piece. Returns whether they are the last. */
async function readElements (
  { read, weigh }: Section<unknown>, after: string, rows: number
): Promise<{ elements: unknown[], isAll: boolean }> {
  if (weigh === undefined) {
    const elements = await read({ after, limit: rows })
    return { elements, isAll: elements.length < rows }
  }
  const weights = await weigh({ after, limit: rows })
  let total = 0
  const over = weights.findIndex(({ bytes }) => (total += bytes) > PIECE_LENGTH)
  const limit = over === -1 ? weights.length : Math.max(over, 1)
  return {
    elements: limit === 0 ? [] : await read({ after, limit }),
    isAll: limit === weights.length && weights.length < rows
  }
}

type Filter = (key: Key) => boolean | 'ended'

/** Leaves out elements that were added since, so that the page agrees with its `Link`. */
function createFilter ({ descending = false }: Section<unknown>, keys: readonly Key[]): Filter {
  const wanted = new Set(keys)
  const last = keys.at(-1)
  return (key) => {
    if (wanted.has(key)) return true
    return last === undefined || (descending ? key < last : key > last) ? 'ended' : false
  }
}
