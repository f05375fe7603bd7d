import { PIECE_LENGTH } from './pieces.js'
import type { Key, Section } from './section.js'

/** An array of a page, before it is written. */
export interface PlannedArray {
  readonly after: string
  readonly keys: readonly Key[]
  /** Whether more elements follow. */
  readonly hasMore: boolean
  /** The elements as JSON; null if they are too large to be read together. */
  readonly texts: string[] | null
}

/** Plans the array that begins after a key and has room for a number of elements. Reads them if they are small. */
export async function planArray (
  { read, keyOf, toJson, weigh }: Section<unknown>, after: string, room: number
): Promise<PlannedArray> {
  const weights = await weigh?.({ after, limit: room + 1 })
  if (weights !== undefined) {
    const shown = weights.slice(0, room)
    const isLarge = shown.reduce((sum, { bytes }) => sum + bytes, 0) > PIECE_LENGTH
    if (isLarge) return { after, keys: shown.map(({ key }) => key), hasMore: weights.length > room, texts: null }
  }
  const elements = await read({ after, limit: room + 1 })
  const shown = elements.slice(0, room)
  const texts = shown.map(toJson)
  return {
    after,
    keys: shown.map(keyOf),
    hasMore: elements.length > room,
    texts: texts.every((text) => text !== null) ? texts : null
  }
}
