import { groupBy } from '../basics/group-by.js'
import type { Sql } from '../database/sql.js'
import { createFacetCounts } from './facet-counts.js'
import type { IndexQuery } from './query.js'
import { columnOf, createSqlParameters, NEWEST_HITS, shaped, type FacetRow, type Hit, type Selection } from './select.js'
import { byId, matching, partsOf, rangeOf } from './sqlite-match.js'
import { byModification, collect } from './sqlite-order.js'
import { weigh, type Weighted } from './sqlite-weigh.js'
import { secondOf } from './write.js'

/** Characters of facets that one statement counts. */
const FACETS_AT_ONCE = 128 * 1024

/**
 * Searches in FTS5. Rowids are in the order of the modification date, so that the newest hits come first. No statement
 * returns more than some thousand hits, and relevance ranks as many (sqlite-weigh.ts). A statement without hits reads
 * the lists of all its words to their ends: FTS5 does not stop in between.
 */
export const sqliteSelection: Selection = {
  async page (sql, query, sort, after, limit) {
    if (sort === 'relevance') return byRelevance(sql, query, Number(after?.key ?? 0), limit)
    return columnOf(sort).column === 'modified'
      ? byModification(sql, query, sort, after, limit)
      : collect(sql, query, sort, after, limit)
  },

  async count (sql, query, limit) {
    let count = 0
    for await (const part of partsOf(sql, query, rangeOf(query), true)) {
      const parameters = createSqlParameters()
      const text = `SELECT count(*) AS count FROM (${matching('1', query, part, parameters)})`
      count += (await sql.first(shaped<{ count: number }>(text), parameters.values))!.count
      if (count >= limit) return limit
    }
    return count
  },

  async facets (sql, query, names) {
    const counts = createFacetCounts(names)
    for (const ids of inLists(await newest(sql, query))) {
      if (counts.isFull()) break
      const parameters = createSqlParameters()
      const text = `SELECT f.key AS name, v.value AS value, count(*) AS count
        FROM json_each(${parameters.add(JSON.stringify(ids))}) AS h CROSS JOIN search_items AS i ON i.id = h.value,
          json_each(i.facets) AS f, json_each(f.value) AS v
        WHERE f.key IN (SELECT value FROM json_each(${parameters.add(JSON.stringify(names))}))
        GROUP BY f.key, v.value`
      counts.add(await sql.all(shaped<FacetRow>(text), parameters.values))
    }
    return { rows: counts.rows(), isWhole: !counts.isFull() }
  }
}

/** A hit, and how many characters its facets have. */
type Newest = readonly [id: number, characters: number]

/** The newest hits, the newest first. */
async function newest (sql: Sql, query: IndexQuery): Promise<Newest[]> {
  const found: Newest[] = []
  for await (const part of partsOf(sql, query, rangeOf(query), true)) {
    const parameters = createSqlParameters()
    const text = `SELECT json_group_array(json_array(id, characters)) AS hits FROM (
      ${matching('i.id, octet_length(i.facets) AS characters', query, part, parameters)}
      ${byId(query, true)} LIMIT ${parameters.add(NEWEST_HITS - found.length)})`
    const { hits } = (await sql.first(shaped<{ hits: string }>(text), parameters.values))!
    found.push(...JSON.parse(hits) as Newest[])
    if (found.length === NEWEST_HITS) break
  }
  return found
}

/** The ids of hits in lists, one for each statement of facets. */
function inLists (hits: readonly Newest[]): number[][] {
  let total = 0
  const groups = groupBy(hits, ([, characters]) => Math.floor((total += characters) / FACETS_AT_ONCE))
  return [...groups.values()].map((list) => list.map(([id]) => id))
}

/** Hits of one weight and one second are in the order of their items' ids: only what the page touches is read. */
async function byRelevance (sql: Sql, query: IndexQuery, skipped: number, limit: number): Promise<Hit[]> {
  const ids = (await newest(sql, query)).map(([id]) => id)
  if (skipped >= ids.length) return []
  const ranked = (await weigh(sql, query, ids)).sort(compareRanks)
  const isTied = (one: number, other: number) => compareRanks(ranked[one]!, ranked[other]!) === 0
  let [first, end] = [skipped, Math.min(skipped + limit, ranked.length)]
  while (first > 0 && isTied(first - 1, skipped)) first--
  while (end < ranked.length && isTied(end, end - 1)) end++
  const parameters = createSqlParameters()
  const text = `SELECT i.item_id, i.item_type, '' AS key
    FROM json_each(${parameters.add(JSON.stringify(ranked.slice(first, end)))}) AS h
      CROSS JOIN search_items AS i ON i.id = h.value ->> 0
    ORDER BY h.value ->> 1 DESC, i.modified DESC, i.item_id
    LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(skipped - first)}`
  return await sql.all(shaped<Hit>(text), parameters.values)
}

/** Greater weights first, then later seconds. */
function compareRanks ([id, weight]: Weighted, [otherId, otherWeight]: Weighted): number {
  return otherWeight - weight || secondOf(otherId) - secondOf(id)
}
