import { sqliteDialect } from '../database/sqlite-sql.js'
import type { Sql } from '../database/sql.js'
import type { IndexQuery } from './query.js'
import { createSqlParameters, NEWEST_HITS, shaped, withinCondition, type SqlParameters } from './select.js'
import type { Term } from './words.js'
import { firstIdOf } from './write.js'

const END_OF_TIME = 2 ** 53
/** How many hits one statement looks at: as many as are counted. */
const PART = NEWEST_HITS + 1
/** Each statement merges the lists of all words with a beginning that FTS5 has no list for: then there are fewer. */
const PART_OF_MERGED = 100_000
/** The longest beginning of words that FTS5 has a list for: `prefix` in its migration. */
const LONGEST_LISTED = 3

/** Ids from the first to the one before the end. They are in the order of the modification date. */
export interface Range {
  readonly from: number
  readonly end: number
}

/** The ids that a query may find. */
export function rangeOf ({ modifiedFrom, modifiedTo }: IndexQuery): Range {
  return {
    from: modifiedFrom === null ? 0 : firstIdOf(modifiedFrom),
    end: modifiedTo === null ? END_OF_TIME : firstIdOf(modifiedTo)
  }
}

/** The hits in a range of ids, in no order. */
export function matching (columns: string, query: IndexQuery, range: Range, parameters: SqlParameters): string {
  return `SELECT ${columns} FROM search_index CROSS JOIN search_items AS i ON i.id = search_index.rowid
    WHERE ${isIn(query, range, parameters)} ${withinCondition(sqliteDialect, query, parameters)}`
}

/**
 * Cuts a range into parts of some thousand hits, those outside the subtree among them. The driver of SQLite cannot be
 * interrupted: each part has a statement of its own, and others have their turn between two.
 */
export async function * partsOf (
  sql: Sql, query: IndexQuery, { from, end }: Range, isDescending: boolean
): AsyncGenerator<Range & { readonly isLast: boolean }> {
  const most = hasMerged(query) ? PART_OF_MERGED : PART
  for (let isLast = false; !isLast;) {
    const parameters = createSqlParameters()
    const text = `SELECT count(*) AS count, min(id) AS first, max(id) AS last FROM (
      SELECT rowid AS id FROM search_index WHERE ${isIn(query, { from, end }, parameters)}
        ORDER BY rowid ${isDescending ? 'DESC' : 'ASC'} LIMIT ${most})`
    const { count, first, last } =
      (await sql.first<{ count: number, first: number, last: number }>(shaped(text), parameters.values))!
    if (count === 0) return
    isLast = count < most
    // What is written meanwhile comes behind the last.
    yield { from: first, end: isLast && !isDescending ? end : last + 1, isLast }
    if (isDescending) end = first
    else from = last + 1
  }
}

/** Whether a statement has to merge lists of words before it finds anything. */
export function hasMerged ({ wanted, unwanted }: IndexQuery): boolean {
  return [...wanted, ...unwanted].some(({ words, isPrefix }) => isPrefix && [...words[0]!].length > LONGEST_LISTED)
}

function isIn (query: IndexQuery, { from, end }: Range, parameters: SqlParameters): string {
  return `search_index MATCH ${parameters.add(matchOf(query))}
    AND search_index.rowid >= ${rowid(from, parameters)} AND search_index.rowid < ${rowid(end, parameters)}`
}

/** The driver binds a large number as a float, by which FTS5 would not go straight to its place. */
export function rowid (id: number, parameters: SqlParameters): string {
  return `CAST(${parameters.add(id)} AS INTEGER)`
}

/** What FTS5 is asked. Words have letters and digits, terms `_` besides: between quotes nothing has a meaning. */
export function matchOf ({ terms, wanted, unwanted }: IndexQuery): string {
  const all = [
    ...terms.map((list) => list.length === 1 ? `"${list[0]!}"` : `(${list.map((term) => `"${term}"`).join(' OR ')})`),
    ...wanted.map(matchTerm)
  ].join(' AND ')
  return unwanted.length === 0 ? all : `(${all}) NOT (${unwanted.map(matchTerm).join(' OR ')})`
}

function matchTerm ({ words, isPrefix }: Term): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
}
