import { sqliteDialect } from '../database/sqlite-sql.js'
import type { Sql } from '../database/sql.js'
import { isListed, termsOf, type IndexQuery } from './query.js'
import { createSqlParameters, listedItems, NEWEST_HITS, shaped, withinCondition, type SqlParameters } from './select.js'
import type { Term } from './words.js'
import { firstIdOf } from './write.js'

const END_OF_TIME = 2 ** 53
/** How many hits a statement looks at. */
const PART = NEWEST_HITS + 1
/** The same for queries that have to merge lists of words, which each statement does again. */
const PART_OF_MERGED = 100_000
/** The longest prefix that FTS5 has a list for: `prefix` in its migration. */
const LONGEST_LISTED = 3

/** Ids in the order of the modification date. The end is not included. */
export interface Range {
  readonly from: number
  readonly end: number
}

/** The range of a query. */
export function rangeOf ({ modifiedFrom, modifiedTo }: IndexQuery): Range {
  return {
    from: modifiedFrom === null ? 0 : firstIdOf(modifiedFrom),
    end: modifiedTo === null ? END_OF_TIME : firstIdOf(modifiedTo)
  }
}

/** The hits in a range, in no order. The items of a list are looked up one by one. */
export function matching (columns: string, query: IndexQuery, range: Range, parameters: SqlParameters): string {
  const listed = listedItems(sqliteDialect, query, parameters)
  if (listed !== null) {
    return `SELECT ${columns} FROM (${listed}) AS m CROSS JOIN search_items AS i ON i.item_id = m.id
      WHERE ${isBetween(range, parameters)} ${itemCondition(query, parameters)}`
  }
  return `SELECT ${columns} FROM search_index CROSS JOIN search_items AS i ON i.id = search_index.rowid
    WHERE ${isIn(query, range, parameters)} ${withinCondition(sqliteDialect, query, parameters)}`
}

/** By modification date. FTS5 is asked for the order of its own rowids. */
export function byId (query: IndexQuery, isDescending: boolean): string {
  return `ORDER BY ${isListed(query) ? 'i.id' : 'search_index.rowid'} ${isDescending ? 'DESC' : 'ASC'}`
}

/**
 * Cuts a range into parts with some thousand hits each, in the subtree or not. SQLite's driver cannot be interrupted:
 * each part has its own statement, and others have their turn in between. A list is one part.
 */
export async function * partsOf (
  sql: Sql, query: IndexQuery, { from, end }: Range, isDescending: boolean
): AsyncGenerator<Range & { readonly isLast: boolean }> {
  if (isListed(query)) return yield { from, end, isLast: true }
  const most = hasMerged(query) ? PART_OF_MERGED : PART
  for (let isLast = false; !isLast;) {
    const parameters = createSqlParameters()
    const text = `SELECT count(*) AS count, min(id) AS first, max(id) AS last FROM (
      SELECT rowid AS id FROM search_index WHERE ${isIn(query, { from, end }, parameters)}
        ORDER BY rowid ${isDescending ? 'DESC' : 'ASC'} LIMIT ${most})`
    const { count, first, last } =
      (await sql.first(shaped<{ count: number, first: number, last: number }>(text), parameters.values))!
    if (count === 0) return
    isLast = count < most
    // Items that are written in the meantime come after the last part.
    yield { from: first, end: isLast && !isDescending ? end : last + 1, isLast }
    if (isDescending) end = first
    else from = last + 1
  }
}

/** Whether a statement has to merge lists of words first. */
export function hasMerged ({ wanted, unwanted }: IndexQuery): boolean {
  return [...wanted, ...unwanted].some(({ words, isPrefix }) => isPrefix && [...words[0]!].length > LONGEST_LISTED)
}

/** Whether a hit is in a range. By default it is of the query's state and type. */
export function isIn (
  query: IndexQuery, { from, end }: Range, parameters: SqlParameters, terms = termsOf(query)
): string {
  return `search_index MATCH ${parameters.add(matchOf(query, terms))}
    AND search_index.rowid >= ${rowid(from, parameters)} AND search_index.rowid < ${rowid(end, parameters)}`
}

/** The driver would bind a large number as a float, which FTS5 cannot seek. */
export function rowid (id: number, parameters: SqlParameters): string {
  return `CAST(${parameters.add(id)} AS INTEGER)`
}

/** The query for FTS5. No word or term has a quote: in quotes they need no escape. */
export function matchOf ({ wanted, unwanted }: IndexQuery, terms: ReadonlyArray<readonly string[]>): string {
  const all = [
    ...terms.map((list) => list.length === 1 ? `"${list[0]!}"` : `(${list.map((term) => `"${term}"`).join(' OR ')})`),
    ...wanted.map(matchTerm)
  ].join(' AND ')
  return unwanted.length === 0 ? all : `(${all}) NOT (${unwanted.map(matchTerm).join(' OR ')})`
}

export function matchTerm ({ words, isPrefix }: Term): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
}

/** Whether a query looks for neither words nor terms. */
export function isPlain ({ terms, wanted, unwanted }: IndexQuery): boolean {
  return terms.length + wanted.length + unwanted.length === 0
}

/** Whether FTS5 finds an item. It cannot look only for words that an item does not have. */
function matchCondition (query: IndexQuery, parameters: SqlParameters): string {
  if (isPlain(query)) return ''
  const hasSome = query.terms.length + query.wanted.length > 0
  const match = matchOf(query, hasSome ? query.terms : termsOf(query))
  return `AND EXISTS (SELECT 1 FROM search_index
    WHERE search_index MATCH ${parameters.add(match)} AND search_index.rowid = i.id)`
}

/** Whether an item has its state and type. FTS5 takes six times as long for a term that nearly all items have. */
export function rowCondition ({ state, type }: IndexQuery, parameters: SqlParameters): string {
  const cohortIn = (table: string) =>
    `(SELECT cohort_id FROM ${table} WHERE id = i.item_id AND account_id = i.account_id)`
  const cohort = `CASE i.item_type WHEN 'asset' THEN ${cohortIn('assets')} ELSE ${cohortIn('projects')} END`
  return (type === null ? '' : `AND i.item_type = ${parameters.add(type)} `) +
    (state === 'any' ? '' : `AND ${cohort} IS ${state === 'live' ? '' : 'NOT '}NULL`)
}

/** Whether an item is in a range. */
export function isBetween ({ from, end }: Range, parameters: SqlParameters): string {
  return `i.id >= ${rowid(from, parameters)} AND i.id < ${rowid(end, parameters)}`
}

/** Whether an item is a hit. FTS5 is asked for each item alone. */
export function itemCondition (query: IndexQuery, parameters: SqlParameters): string {
  return `${matchCondition(query, parameters)} ${rowCondition(query, parameters)}
    ${withinCondition(sqliteDialect, query, parameters)}`
}
