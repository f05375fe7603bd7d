import { compareTexts } from '../basics/texts.js'
import { MOST_FACET_VALUES, type FacetRow } from './select.js'

/** Maximum number of characters of different values in memory. */
const MOST_CHARACTERS = 16 * 1024 ** 2
/** The size of an entry of a map besides its text. */
const CHARACTERS_EACH = 50

/** Adds up the counts of values, batch by batch. */
export function createFacetCounts (names: readonly string[]) {
  const counts = new Map(names.map((name) => [name, new Map<string, number>()]))
  let characters = 0
  return {
    add (rows: readonly FacetRow[]): void {
      for (const { name, value, count } of rows) {
        const values = counts.get(name)!
        const known = values.get(value) ?? 0
        if (known === 0) characters += value.length + CHARACTERS_EACH
        values.set(value, known + count)
      }
    },
    /** When full, further items are not counted. */
    isFull: () => characters >= MOST_CHARACTERS,
    rows: (): FacetRow[] => [...counts].flatMap(([name, values]) => mostFrequent(name, values))
  }
}

/** Sorts only the most frequent values, as there may be some hundred thousand. */
function mostFrequent (name: string, values: ReadonlyMap<string, number>): FacetRow[] {
  let most: FacetRow[] = []
  const order = (a: FacetRow, b: FacetRow) => b.count - a.count || compareTexts(a.value, b.value)
  for (const [value, count] of values) {
    const row = { name, value, count }
    if (most.length >= MOST_FACET_VALUES && order(row, most.at(-1)!) > 0) continue
    most = [...most, row].sort(order).slice(0, MOST_FACET_VALUES)
  }
  return most
}
