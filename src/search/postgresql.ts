import { dialect } from '../database/postgresql/dialect.js'
import type { Sort } from './parameters.js'
import { isListed, termsOf, type IndexQuery } from './query.js'
import {
  columnOf, createSqlParameters, listedItems, MOST_FACET_VALUES, NEWEST_HITS, shaped, withinCondition, type FacetRow,
  type Hit, type SqlParameters, type Position, type Selection
} from './select.js'
import { GAP } from './tokens.js'
import type { Term } from './words.js'

/**
 * How many items a walk reads, in the order of the page, before the GIN index is used. Frequent words have filled a
 * page by then.
 */
const WALKED = 2000

/**
 * Searches in a GIN index of lexemes, which has no order. For a frequent word a walk in the order of the page finds a
 * page; for a rare one all hits are collected.
 */
export const postgresqlSelection: Selection = {
  async page (sql, query, sort, after, limit) {
    if (sort === 'relevance') {
      const parameters = createSqlParameters()
      return await sql.all(shaped<Hit>(byRelevance(query, Number(after?.key ?? 0), limit, parameters)),
        parameters.values
      )
    }
    if (!isListed(query)) {
      const walked = createSqlParameters()
      const found = await sql.all(shaped<Hit>(walk(query, sort, after, limit, walked)), walked.values)
      if (found.length === limit) return found
    }
    const parameters = createSqlParameters()
    return await sql.all(shaped<Hit>(collect(query, sort, after, limit, parameters)), parameters.values)
  },

  async count (sql, query, limit) {
    const parameters = createSqlParameters()
    const text = `SELECT count(*) AS count
      FROM (SELECT 1 FROM ${itemsOf(query, parameters)} WHERE ${isHit(query, parameters)} LIMIT ${parameters.add(limit)}) AS hits`
    return (await sql.first(shaped<{ count: number }>(text), parameters.values))!.count
  },

  async facets (sql, query, names) {
    const parameters = createSqlParameters()
    const text = `
      SELECT name, value, count FROM (
        SELECT f.key AS name, v.value AS value, count(*) AS count,
          row_number() OVER (PARTITION BY f.key ORDER BY count(*) DESC, v.value COLLATE "C") AS place
        FROM (${newest('i.facets', query, parameters)}) AS h, json_each(CAST(h.facets AS json)) AS f,
          json_array_elements_text(f.value) AS v
        WHERE f.key IN (SELECT jsonb_array_elements_text(CAST(${parameters.add(JSON.stringify(names))} AS jsonb)))
        GROUP BY f.key, v.value) AS counted
      WHERE place <= ${MOST_FACET_VALUES} ORDER BY name, place`
    return { rows: await sql.all(shaped<FacetRow>(text), parameters.values), isWhole: true }
  }
}

function walk (
  query: IndexQuery, sort: Sort, after: Position | null, limit: number, parameters: SqlParameters
): string {
  return `SELECT ${hit(sort)} FROM (
      SELECT * FROM search_items AS i
        WHERE i.account_id = ${parameters.add(query.accountId)} ${modified(query, parameters)}
      ${behind(sort, after, parameters)} ${inOrder(sort)} LIMIT ${parameters.add(Math.max(WALKED, 2 * limit))}
    ) AS i WHERE ${isHit(query, parameters)} ${inOrder(sort)} LIMIT ${parameters.add(limit)}`
}

function collect (
  query: IndexQuery, sort: Sort, after: Position | null, limit: number, parameters: SqlParameters
): string {
  const hits = `${itemsOf(query, parameters)} WHERE ${isHit(query, parameters)} ${behind(sort, after, parameters)}`
  const found = isLookedUp(query)
    ? `(SELECT i.item_id, i.item_type, i.${columnOf(sort).column} FROM ${hits} OFFSET 0) AS i`
    : hits
  return `SELECT ${hit(sort)} FROM ${found} ${inOrder(sort)} LIMIT ${parameters.add(limit)}`
}

/**
 * Whether the GIN index finds the hits, and nothing else decides. The planner would walk on in the order of the page,
 * as it takes many terms for many hits everywhere: where all are old, as in the projects that a user sees, through all
 * that is newer. `OFFSET 0` keeps it from that.
 */
function isLookedUp (query: IndexQuery): boolean {
  const { terms, wanted, unwanted, inside } = query
  const hasTerms = terms.length + wanted.length > 0
  return hasTerms && inside === null && !isListed(query) && ![...wanted, ...unwanted].some(isPhrase)
}

function newest (columns: string, query: IndexQuery, parameters: SqlParameters): string {
  return `SELECT ${columns} FROM ${itemsOf(query, parameters)} WHERE ${isHit(query, parameters)} ORDER BY i.modified DESC, i.item_id
    LIMIT ${NEWEST_HITS}`
}

/** A word counts by its frequency against the length of the text, and more in the title. */
function byRelevance (query: IndexQuery, skipped: number, limit: number, parameters: SqlParameters): string {
  const needles = parameters.add(JSON.stringify(query.wanted.map(needleOf)))
  return `SELECT item_id, item_type, '' AS key FROM (${newest('i.*', query, parameters)}) AS h
    ORDER BY (
      SELECT sum(CASE WHEN strpos(h.title_words, w) > 0 THEN 8
        ELSE 0 END + ln(1 + (length(h.words) - length(replace(h.words, w, ''))) / length(w)))
      FROM jsonb_array_elements_text(CAST(${needles} AS jsonb)) AS w
    ) / ln(10 + length(h.words)) DESC, h.modified DESC, h.item_id
      LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(skipped)}`
}

const hit = (sort: Sort) => {
  const { column } = columnOf(sort)
  return `i.item_id, i.item_type, i.${column} AS key`
}

/** The items of a list are looked up one by one. `OFFSET 0` keeps the planner from the lists of terms. */
function itemsOf (query: IndexQuery, parameters: SqlParameters): string {
  const listed = listedItems(dialect, query, parameters)
  return listed === null
    ? 'search_items AS i'
    : `(${listed}) AS m
      CROSS JOIN LATERAL (SELECT * FROM search_items WHERE item_id = m.id OFFSET 0) AS i`
}

function isHit (query: IndexQuery, parameters: SqlParameters): string {
  const phrases = query.wanted.filter(isPhrase)
  const refused = query.unwanted.filter(isPhrase)
  const has = (terms: readonly Term[], found: string) => terms.length === 0
    ? ''
    : ` AND NOT EXISTS (SELECT 1
      FROM jsonb_array_elements_text(CAST(${parameters.add(JSON.stringify(terms.map(needleOf)))} AS jsonb)) AS w
        WHERE (strpos(i.words, w) > 0 OR strpos(i.title_words, w) > 0) = ${found})`
  return `i.account_id = ${parameters.add(query.accountId)} AND i.lexemes @@ CAST(${parameters.add(tsqueryOf(query))} AS tsquery)
    ${modified(query, parameters)}${withinCondition(dialect, query, parameters)}${has(phrases, 'false')}${has(refused, 'true')}`
}

function modified ({ modifiedFrom, modifiedTo }: IndexQuery, parameters: SqlParameters): string {
  return (modifiedFrom === null ? '' : ` AND i.modified >= ${parameters.add(modifiedFrom)}`) +
    (modifiedTo === null ? '' : ` AND i.modified < ${parameters.add(modifiedTo)}`)
}

/** A title may be longer than a key of an index. */
function inOrder (sort: Sort): string {
  const { column, isDescending } = columnOf(sort)
  const direction = isDescending ? 'DESC' : 'ASC'
  return `ORDER BY ${column === 'title_key' ? `left(i.title_key, 100) ${direction}, ` : ''}i.${column} ${direction}, i.item_id`
}

function behind (sort: Sort, after: Position | null, parameters: SqlParameters): string {
  if (after === null) return ''
  const { column, isDescending } = columnOf(sort)
  const sign = isDescending ? '<' : '>'
  const [key, id] = [parameters.add(after.key), parameters.add(after.id)]
  const isTitle = column === 'title_key'
  const given = isTitle ? `CAST(${key} AS text)` : `CAST(${key} AS bigint)`
  return `${isTitle ? `AND left(i.title_key, 100) ${sign}= left(${given}, 100) COLLATE "C" ` : ''}AND i.${column} ${sign}= ${given}
    AND (i.${column} ${sign} ${given} OR i.item_id > ${id})`
}

/** No word or term has a quote or a backslash: in quotes they need no escape. */
function tsqueryOf (query: IndexQuery): string {
  const { wanted, unwanted } = query
  const all = [
    ...termsOf(query).map((list) => `(${list.map((term) => `'${term}'`).join('|')})`),
    ...wanted.flatMap(({ words, isPrefix }) => words.filter((word) => word !== GAP).map((word) => `'${word}'${isPrefix ? ':*' : ''}`)),
    ...unwanted.filter((term) => !isPhrase(term)).map(({ words, isPrefix }) => `!'${words[0]!}'${isPrefix ? ':*' : ''}`)
  ]
  return all.join('&')
}

function isPhrase ({ words }: Term): boolean {
  return words.length > 1
}

/** The term as the words of an item contain it. */
function needleOf ({ words, isPrefix }: Term): string {
  return ` ${words.join(' ')}${isPrefix ? '' : ' '}`
}
