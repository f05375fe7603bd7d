import type { Sql } from '../database/sql.js'
import type { IndexQuery } from './query.js'
import { createSqlParameters, shaped } from './select.js'
import { matchTerm, rowid } from './sqlite-match.js'
import type { Term } from './words.js'

/** An occurrence in the title counts as this many elsewhere. */
const TITLE = 8
/** A weight beyond which bm25 does not grow. */
const ENDLESS = '1e15'
/** The constants of FTS5's bm25. */
const [K1, B] = [1.2, 0.75]
/** Columns of the index. */
const COLUMNS = 3

/** A hit and its weight. */
export type Weighted = [id: number, weight: number]

interface Counted {
  /** A JSON list of [id, share]: bm25 by what it would be with endless occurrences. */
  readonly shares: string
  /** How many words each of them has in each column, in hexadecimal. Null if there are none. */
  readonly sizes: string | null
  /** The number of items in the index, and of words in each column of all of them. */
  readonly totals: string
}

/**
 * The weights of hits, which grow with how often they have each word. The texts of other accounts have no influence.
 * bm25 also weighs how frequent a word is, and how long texts are, in the whole table, so only the number of
 * occurrences is taken from it: bm25 = A × n / (n + K), where A depends on the word, and K on the length of the item.
 * Endless weights give A. FTS5 keeps the lengths in tables of its own: to learn K from bm25 too would make it read the
 * list of a term that every item has.
 */
export async function weigh (
  sql: Sql, { wanted }: IndexQuery, ids: readonly number[]
): Promise<Weighted[]> {
  const weights = new Map(ids.map((id) => [id, 0]))
  for (const term of wanted) {
    const parameters = createSqlParameters()
    const text = countText(term, ids, parameters)
    const { shares, sizes, totals } = (await sql.first(shaped<Counted>(text), parameters.values))!
    const words = readNumbers(sizes ?? '')
    const [items = 0, ...all] = readNumbers(totals)
    const usual = sum(all, 0) / items
    for (const [index, [id, share]] of (JSON.parse(shares) as Array<[id: number, share: number]>).entries()) {
      const k = K1 * (1 - B + B * sum(words, index * COLUMNS) / usual)
      // A whole number, except for rounding errors.
      weights.set(id, weights.get(id)! + Math.log1p(Math.round(k * share / (1 - share))))
    }
  }
  return [...weights]
}

/** How often each item has a term, as far as bm25 tells. */
function countText (
  term: Term, ids: readonly number[], parameters: ReturnType<typeof createSqlParameters>
): string {
  const bm25 = (title: number | string, words: number | string) => `bm25(search_index, ${title}, ${words}, 0)`
  // The `+` keeps SQLite from asking FTS5 for each id alone.
  return `WITH counted AS MATERIALIZED (
    SELECT rowid AS id, ${bm25(TITLE, 1)} / ${bm25(ENDLESS, ENDLESS)} AS share
    FROM search_index WHERE search_index MATCH ${parameters.add(matchTerm(term))}
      AND search_index.rowid >= ${rowid(ids.at(-1)!, parameters)} AND search_index.rowid <= ${rowid(ids[0]!, parameters)}
      AND +search_index.rowid IN (SELECT value FROM json_each(${parameters.add(JSON.stringify(ids))}))
    )
    SELECT json_group_array(json_array(c.id, c.share)) AS shares, group_concat(hex(d.sz), '') AS sizes,
      (SELECT hex(block) FROM search_index_data WHERE id = 1) AS totals
    FROM counted AS c CROSS JOIN search_index_docsize AS d ON d.id = c.id`
}

/** Numbers as FTS5 stores them: seven bits in each byte, and the eighth says that more follow. */
function readNumbers (hexadecimal: string): number[] {
  const numbers: number[] = []
  let number = 0
  for (const byte of Buffer.from(hexadecimal, 'hex')) {
    number = number * 128 + (byte & 127)
    if (byte >= 128) continue
    numbers.push(number)
    number = 0
  }
  return numbers
}

/** The words of an item, in all columns. */
function sum (numbers: readonly number[], start: number): number {
  let total = 0
  for (let column = 0; column < COLUMNS; column++) total += numbers[start + column]!
  return total
}
