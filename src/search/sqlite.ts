import type { Sql } from '../database/sql.js'
import type { Sort } from './parameters.js'
import type { IndexQuery } from './query.js'
import {
  columnOf, createSqlParameters, MOST_FACET_VALUES, NEWEST_HITS, shaped, withinCondition, type FacetRow, type Hit,
  type SqlParameters, type Position, type Selection
} from './select.js'
import { firstIdOf, IDS_OF_SECOND } from './write.js'
import type { Term } from './words.js'

const END_OF_TIME = 2 ** 53

/** What a word in the title counts for, against one elsewhere. Terms count for nothing. */
const WEIGHTS = '8.0, 1.0, 0.0'

const HIT = (column: string) => `i.item_id, i.item_type, i.${column} AS key`

/**
 * Asks FTS5. Rowids are in order of the modification date, so that the newest hits of any words come first, however
 * many there are.
 */
export const sqliteSelection: Selection = {
  async page (sql, query, sort, after, limit) {
    if (sort === 'relevance') return byRelevance(sql, query, Number(after?.key ?? 0), limit)
    const { column, isDescending } = columnOf(sort)
    if (column === 'modified') return byModification(sql, query, isDescending, after, limit)
    const isFew = await sqliteSelection.count(sql, query, NEWEST_HITS + 1) <= NEWEST_HITS
    return isFew ? collect(sql, query, sort, after, limit) : walk(sql, query, sort, after, limit)
  },

  async count (sql, query, limit) {
    const parameters = createSqlParameters()
    const text = `SELECT count(*) AS count FROM (${matching('1', query, parameters)} LIMIT ${parameters.add(limit)})`
    return (await sql.first<{ count: number }>(shaped(text), parameters.values))!.count
  },

  async facets (sql, query, names) {
    const parameters = createSqlParameters()
    const text = `
      SELECT name, value, count FROM (
        SELECT f.key AS name, v.value AS value, count(*) AS count, row_number() OVER (PARTITION BY f.key
          ORDER BY count(*) DESC, v.value) AS place
        FROM (${newest(query, parameters)}) AS h
          JOIN search_items AS s ON s.id = h.id, json_each(s.facets) AS f, json_each(f.value) AS v
        WHERE f.key IN (SELECT value FROM json_each(${parameters.add(JSON.stringify(names))}))
        GROUP BY f.key, v.value)
      WHERE place <= ${MOST_FACET_VALUES} ORDER BY name, place`
    return await sql.all<FacetRow>(shaped(text), parameters.values)
  }
}

/** The hits in a range of ids, in no order. */
function matching (
  columns: string, query: IndexQuery, parameters: SqlParameters, from = firstId(query), to = endId(query)
): string {
  return `SELECT ${columns} FROM search_index CROSS JOIN search_items AS i ON i.id = search_index.rowid
    WHERE search_index MATCH ${parameters.add(matchOf(query))} AND search_index.rowid >= ${rowid(from, parameters)}
      AND search_index.rowid < ${rowid(to, parameters)}
    ${withinCondition('sqlite', query, parameters)}`
}

/** The driver binds a large number as a float, by which FTS5 would not go straight to its place. */
function rowid (id: number, parameters: SqlParameters): string {
  return `CAST(${parameters.add(id)} AS INTEGER)`
}

function newest (query: IndexQuery, parameters: SqlParameters): string {
  return `${matching('i.id', query, parameters)} ORDER BY search_index.rowid DESC LIMIT ${NEWEST_HITS}`
}

const firstId = ({ modifiedFrom }: IndexQuery) => modifiedFrom === null ? 0 : firstIdOf(modifiedFrom)
const endId = ({ modifiedTo }: IndexQuery) => modifiedTo === null ? END_OF_TIME : firstIdOf(modifiedTo)

/** Ids of one second are in no order: the seconds in which a page begins and ends are put in order as wholes. */
async function byModification (
  sql: Sql, query: IndexQuery, isDescending: boolean, after: Position | null, limit: number
): Promise<Hit[]> {
  const begun = after === null ? [] : await ofSecond(sql, query, Number(after.key), after.id, limit)
  const room = limit - begun.length
  if (room === 0) return begun
  let [from, to] = [firstId(query), endId(query)]
  if (after !== null && isDescending) to = Math.min(to, firstIdOf(Number(after.key)))
  if (after !== null && !isDescending) from = Math.max(from, firstIdOf(Number(after.key)) + IDS_OF_SECOND)
  const parameters = createSqlParameters()
  const text = `${matching(HIT('modified'), query, parameters, from, to)} ORDER BY search_index.rowid ${isDescending ? 'DESC' : 'ASC'} LIMIT ${parameters.add(room)}`
  const rest = await sql.all<Hit>(shaped(text), parameters.values)
  const second = rest.at(-1)?.key as number | undefined
  const whole = rest.length < room ? rest : rest.filter(({ key }) => key !== second)
  const ordered = whole.sort((a, b) =>
    a.key === b.key
      ? compare(a.item_id, b.item_id)
      : isDescending
        ? Number(b.key) - Number(a.key)
        : Number(a.key) - Number(b.key)
  )
  const last = rest.length < room ? [] : await ofSecond(sql, query, second!, '', room - ordered.length)
  return [...begun, ...ordered, ...last]
}

/**
 * The hits of one second after an id, in order. A walk in that order would ask FTS5 for each item alone, which takes
 * longer than to put thousands in order.
 */
async function ofSecond (sql: Sql, query: IndexQuery, second: number, afterId: string, limit: number): Promise<Hit[]> {
  const from = Math.max(firstId(query), firstIdOf(second))
  const to = Math.min(endId(query), firstIdOf(second) + IDS_OF_SECOND)
  const parameters = createSqlParameters()
  const text = `${matching(HIT('modified'), query, parameters, from, to)}
    AND i.item_id > ${parameters.add(afterId)} ORDER BY i.item_id LIMIT ${parameters.add(limit)}`
  return await sql.all<Hit>(shaped(text), parameters.values)
}

/** Few hits: all of them are put in order. */
async function collect (
  sql: Sql, query: IndexQuery, sort: Sort, after: Position | null, limit: number
): Promise<Hit[]> {
  const { column } = columnOf(sort)
  const parameters = createSqlParameters()
  const text = `${matching(HIT(column), query, parameters)} ${behind(sort, after, parameters)} ${inOrder(sort)} LIMIT ${parameters.add(limit)}`
  return await sql.all<Hit>(shaped(text), parameters.values)
}

/** Many hits: one comes soon, wherever a walk in the order begins. */
async function walk (sql: Sql, query: IndexQuery, sort: Sort, after: Position | null, limit: number): Promise<Hit[]> {
  const { column } = columnOf(sort)
  const parameters = createSqlParameters()
  const text = `SELECT ${HIT(column)} FROM search_items AS i WHERE i.account_id = ${parameters.add(query.accountId)}
    AND i.id >= ${rowid(firstId(query), parameters)} AND i.id < ${rowid(endId(query), parameters)}
    ${behind(sort, after, parameters)} AND ${isHit(query, parameters)} ${inOrder(sort)} LIMIT ${parameters.add(limit)}`
  return await sql.all<Hit>(shaped(text), parameters.values)
}

async function byRelevance (sql: Sql, query: IndexQuery, skipped: number, limit: number): Promise<Hit[]> {
  const parameters = createSqlParameters()
  const text = `${matching("i.item_id, i.item_type, '' AS key", query, parameters)}
    AND search_index.rowid >= (SELECT min(id) FROM (${newest(query, parameters)}))
    ORDER BY bm25(search_index, ${WEIGHTS}), i.modified DESC, i.item_id
      LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(skipped)}`
  return await sql.all<Hit>(shaped(text), parameters.values)
}

function isHit (query: IndexQuery, parameters: SqlParameters): string {
  return `EXISTS (SELECT 1 FROM search_index WHERE search_index MATCH ${parameters.add(matchOf(query))}
    AND search_index.rowid = i.id)${withinCondition('sqlite', query, parameters)}`
}

function inOrder (sort: Sort): string {
  const { column, isDescending } = columnOf(sort)
  return `ORDER BY i.${column} ${isDescending ? 'DESC' : 'ASC'}, i.item_id`
}

function behind (sort: Sort, after: Position | null, parameters: SqlParameters): string {
  if (after === null) return ''
  const { column, isDescending } = columnOf(sort)
  const sign = isDescending ? '<' : '>'
  const [key, id] = [parameters.add(after.key), parameters.add(after.id)]
  return `AND i.${column} ${sign}= ${key} AND (i.${column} ${sign} ${key} OR i.item_id > ${id})`
}

/** What FTS5 is asked. Words have letters and digits, terms `_` besides: between quotes nothing has a meaning. */
function matchOf ({ terms, wanted, unwanted }: IndexQuery): string {
  const all = [
    ...terms.map((list) => list.length === 1 ? `"${list[0]!}"` : `(${list.map((term) => `"${term}"`).join(' OR ')})`),
    ...wanted.map(matchTerm)
  ].join(' AND ')
  return unwanted.length === 0 ? all : `(${all}) NOT (${unwanted.map(matchTerm).join(' OR ')})`
}

function matchTerm ({ words, isPrefix }: Term): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
}

function compare (a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
