import type { Sql } from '../database/sql.js'
import { createFacetCounts } from './facet-counts.js'
import type { IndexQuery } from './query.js'
import { columnOf, createSqlParameters, NEWEST_HITS, shaped, type FacetRow, type Hit, type Selection } from './select.js'
import { matching, partsOf, rangeOf } from './sqlite-match.js'
import { byModification, collect } from './sqlite-order.js'
import { weigh } from './sqlite-weigh.js'

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
      count += (await sql.first<{ count: number }>(shaped(text), parameters.values))!.count
      if (count >= limit) return limit
    }
    return count
  },

  async facets (sql, query, names) {
    const counts = createFacetCounts(names)
    for (const ids of await newest(sql, query)) {
      if (counts.isFull()) break
      const parameters = createSqlParameters()
      const text = `SELECT f.key AS name, v.value AS value, count(*) AS count
        FROM json_each(${parameters.add(ids)}) AS h CROSS JOIN search_items AS i ON i.id = h.value,
          json_each(i.facets) AS f, json_each(f.value) AS v
        WHERE f.key IN (SELECT value FROM json_each(${parameters.add(JSON.stringify(names))}))
        GROUP BY f.key, v.value`
      counts.add(await sql.all<FacetRow>(shaped(text), parameters.values))
    }
    return { rows: counts.rows(), isWhole: !counts.isFull() }
  }
}

/** The ids of the newest hits, as JSON lists for one statement of facets each. */
async function newest (sql: Sql, query: IndexQuery): Promise<string[]> {
  const lists: string[] = []
  let room = NEWEST_HITS
  for await (const part of partsOf(sql, query, rangeOf(query), true)) {
    const parameters = createSqlParameters()
    const text = `SELECT json_group_array(id) AS ids, count(*) AS count FROM (
        SELECT id, sum(size) OVER (ORDER BY id DESC) / ${FACETS_AT_ONCE} AS list FROM (
          ${matching('i.id, octet_length(i.facets) AS size', query, part, parameters)}
          ORDER BY i.id DESC LIMIT ${parameters.add(room)}))
      GROUP BY list ORDER BY list`
    for (const { ids, count } of await sql.all<{ ids: string, count: number }>(shaped(text), parameters.values)) {
      lists.push(ids)
      room -= count
    }
    if (room === 0) break
  }
  return lists
}

async function byRelevance (sql: Sql, query: IndexQuery, skipped: number, limit: number): Promise<Hit[]> {
  const ids = (await newest(sql, query)).flatMap((list) => JSON.parse(list) as number[])
  if (ids.length === 0) return []
  const parameters = createSqlParameters()
  const text = `SELECT i.item_id, i.item_type, '' AS key
    FROM json_each(${parameters.add(JSON.stringify(await weigh(sql, query, ids)))}) AS h
      CROSS JOIN search_items AS i ON i.id = h.value ->> 0
    ORDER BY h.value ->> 1 DESC, i.modified DESC, i.item_id LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(skipped)}`
  return await sql.all<Hit>(shaped(text), parameters.values)
}
