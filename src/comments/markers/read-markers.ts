import { calledToGuests } from '../../access/user-name.js'
import { onOneLine, type Film, type Marker } from './film.js'

/** The most characters of the comments of a marker: thousands of comments may be at one frame. */
const MOST_CHARACTERS = 10_000

const HAS_PAIRS = /[\ud800-\udbff]/

interface Said {
  /** Who has written the first comment. */
  readonly name: string
  /** `<name>: <text>` of each comment, on one line, and how many do not fit. */
  readonly text: string
}

/** A marker with what its comments say. */
export type ReadMarker = Marker & Said

/**
 * Reads the comments of markers, of each those that fit, with `between` between their lines. A marker whose comments
 * were deleted meanwhile is left out.
 */
export async function * readMarkers (
  markers: readonly Marker[], { read }: Pick<Film, 'read'>, between = '\n'
): AsyncGenerator<ReadMarker> {
  let before = 0
  for (const marker of markers) {
    const first = before
    before += marker.ids.length
    const said = await readFitting(marker.ids.length, (index) => read(first + index), between)
    if (said !== null) yield { ...marker, ...said }
  }
}

async function readFitting (count: number, read: Film['read'], between: string): Promise<Said | null> {
  const lines: string[] = []
  let name = ''
  let room = MOST_CHARACTERS
  let index = 0
  for (; index < count; index++) {
    const row = await read(index)
    if (row === undefined) continue
    const isFirst = lines.length === 0
    const author = onOneLine(calledToGuests(row))
    const line = `${author}: ${onOneLine(row.text)}`
    // Most texts have no characters of two units, and are counted as they are.
    const characters = HAS_PAIRS.test(line) ? [...line] : null
    const needed = (characters ?? line).length + (isFirst ? 0 : between.length)
    if (needed > room && !isFirst) break
    if (isFirst) name = author
    lines.push(characters?.slice(0, room).join('') ?? line.slice(0, room))
    room -= needed
  }
  if (lines.length === 0) return null
  if (index < count) lines.push(`… and ${count - index} more`)
  return { name, text: lines.join(between) }
}
