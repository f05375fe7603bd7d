import type { Sql } from '../database/sql.js'
import type { IndexQuery } from './query.js'
import { createSqlParameters, shaped } from './select.js'
import { matchTerm, rowid } from './sqlite-match.js'
import { stateTerm } from './terms.js'
import type { Term } from './words.js'

/** An occurrence in the title counts as many elsewhere. */
const TITLE = 8
/** A weight beyond which bm25 does not grow. */
const ENDLESS = '1e15'

/**
 * The weights of hits, which grow with how often they have each word. What other accounts have written counts for
 * nothing. bm25 weighs with how frequent a word is, and how long texts are, in the
 * whole table, so only the number of occurrences is taken from it: bm25 = A × n / (n + K), where A depends on the word,
 * and K on the length of the item. Endless weights give A; a term that each item has exactly once gives K.
 */
export async function weigh (
  sql: Sql, { wanted, accountId }: IndexQuery, ids: readonly number[]
): Promise<Array<[id: number, weight: number]>> {
  const weights = new Map(ids.map((id) => [id, 0]))
  for (const term of wanted) {
    const parameters = createSqlParameters()
    const text = countText(accountId, term, ids, parameters)
    const list = await sql.first<{ counts: string }>(shaped(text), parameters.values)
    for (const [id, count] of JSON.parse(list!.counts) as Array<[id: number, count: number | null]>) {
      // The count is a whole number but for what fractions lose. A hit may have been written anew meanwhile.
      if (weights.has(id)) weights.set(id, weights.get(id)! + Math.log1p(Math.round(count ?? 0)))
    }
  }
  return [...weights]
}

/** How often each item has a term. */
function countText (
  accountId: number, term: Term, ids: readonly number[], parameters: ReturnType<typeof createSqlParameters>
): string {
  const match = `"${stateTerm(accountId, 'any')}" AND ${matchTerm(term)}`
  const share = (weights: string, endless: string) => `bm25(search_index, ${weights}) / bm25(search_index, ${endless})`
  // The `+` keeps SQLite from asking FTS5 for each id alone.
  return `WITH counted AS MATERIALIZED (
    SELECT rowid AS id, ${share(`${TITLE}, 1, 0`, `${ENDLESS}, ${ENDLESS}, 0`)} AS share,
      ${share('0, 0, 1', `0, 0, ${ENDLESS}`)} AS once
    FROM search_index WHERE search_index MATCH ${parameters.add(match)}
      AND search_index.rowid >= ${rowid(ids.at(-1)!, parameters)} AND search_index.rowid <= ${rowid(ids[0]!, parameters)}
      AND +search_index.rowid IN (SELECT value FROM json_each(${parameters.add(JSON.stringify(ids))}))
    )
    SELECT json_group_array(json_array(id, (1 / once - 1) * share / (1 - share))) AS counts FROM counted`
}
