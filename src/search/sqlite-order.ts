import { compareTexts } from '../basics/texts.js'
import type { Sql } from '../database/sql.js'
import type { Sort } from './parameters.js'
import { isListed, type IndexQuery } from './query.js'
import { columnOf, createSqlParameters, shaped, type Hit, type Position, type SqlParameters } from './select.js'
import {
  byId, hasMerged, isBetween, isIn, isPlain, itemCondition, matching, partsOf, rangeOf, rowCondition, type Range
} from './sqlite-match.js'
import { firstIdOf, IDS_OF_SECOND } from './write.js'

/** For each hit of a page, this many items are checked for their state and type. */
const PROBED_FOR_ONE = 1.5
/** A larger page is collected. */
const LARGEST_PROBED = 200

/** A walk asks FTS5 for each item alone, which takes ten times as long as collecting a hit. */
const WALKED_AT_ONCE = 200
const MOST_WALKED = 2000

const HIT = (column: string) => `i.item_id, i.item_type, i.${column} AS key`

/** Ids within one second are in no order: the first and the last second of a page are sorted as wholes. */
export async function byModification (
  sql: Sql, query: IndexQuery, sort: Sort, after: Position | null, limit: number
): Promise<Hit[]> {
  const { isDescending } = columnOf(sort)
  const begun = after === null ? [] : await ofSecond(sql, query, Number(after.key), after.id, limit)
  const room = limit - begun.length
  if (room === 0) return begun
  let { from, end } = rangeOf(query)
  if (after !== null && isDescending) end = Math.min(end, firstIdOf(Number(after.key)))
  if (after !== null && !isDescending) from = Math.max(from, firstIdOf(Number(after.key)) + IDS_OF_SECOND)
  const probed = await probe(sql, query, { from, end }, isDescending, room)
  if (probed !== null) return [...begun, ...probed]
  const rest: Hit[] = []
  // Without a condition all hits count: the first statement fills the page.
  const parts = query.inside === null ? [{ from, end }] : partsOf(sql, query, { from, end }, isDescending)
  for await (const part of parts) {
    const parameters = createSqlParameters()
    const text = `${matching(HIT('modified'), query, part, parameters)}
      ${byId(query, isDescending)} LIMIT ${parameters.add(room - rest.length)}`
    rest.push(...await sql.all(shaped<Hit>(text), parameters.values))
    if (rest.length === room) break
  }
  const second = rest.at(-1)?.key as number | undefined
  const whole = rest.length < room ? rest : rest.filter(({ key }) => key !== second)
  const ordered = whole.sort((a, b) => compareHits(a, b, isDescending))
  const last = rest.length < room ? [] : await ofSecond(sql, query, second!, '', room - ordered.length)
  return [...begun, ...ordered, ...last]
}

/**
 * The first hits of a range, found without the terms that nearly all items have: for each hit of a rare term FTS5 would
 * look into their long lists. Null if too few of what is found is of the state and type, or too much is of one second.
 * Only for queries with a filter, which finds nothing of other accounts.
 */
async function probe (
  sql: Sql, query: IndexQuery, range: Range, isDescending: boolean, room: number
): Promise<Hit[] | null> {
  const { terms, inside } = query
  if (terms.length === 0 || inside !== null || isListed(query) || room > LARGEST_PROBED) return null
  const most = Math.ceil(room * PROBED_FOR_ONE)
  const parameters = createSqlParameters()
  const text = `SELECT ${HIT('modified')}, TRUE ${rowCondition(query, parameters)} AS is_hit
    FROM search_index CROSS JOIN search_items AS i ON i.id = search_index.rowid
    WHERE ${isIn(query, range, parameters, query.terms)}
    ${byId(query, isDescending)} LIMIT ${parameters.add(most)}`
  const items = await sql.all(shaped<Hit & { is_hit: number }>(text), parameters.values)
  const isAll = items.length < most
  const cut = items.at(-1)?.key
  const hits = items.flatMap(({ is_hit: isHit, ...hit }) => isHit === 1 && (isAll || hit.key !== cut) ? [hit] : [])
  if (!isAll && hits.length < room) return null
  return hits.sort((a, b) => compareHits(a, b, isDescending)).slice(0, room)
}

/**
 * The hits of one second after an id, in order. There are never more than can be written in a second: sorting them is
 * faster than a walk.
 */
async function ofSecond (sql: Sql, query: IndexQuery, second: number, afterId: string, limit: number): Promise<Hit[]> {
  const { from, end } = rangeOf(query)
  const range: Range = {
    from: Math.max(from, firstIdOf(second)),
    end: Math.min(end, firstIdOf(second) + IDS_OF_SECOND)
  }
  const parameters = createSqlParameters()
  const text = `${matching(HIT('modified'), query, range, parameters)}
    AND i.item_id > ${parameters.add(afterId)} ORDER BY i.item_id LIMIT ${parameters.add(limit)}`
  return await sql.all(shaped<Hit>(text), parameters.values)
}

/**
 * The first of all hits in another order. It begins with the oldest item: an item that is changed in the meantime moves
 * to the end, and is not missed. A walk is faster for frequent hits.
 */
export async function collect (
  sql: Sql, query: IndexQuery, sort: Sort, after: Position | null, limit: number
): Promise<Hit[]> {
  const { column, isDescending } = columnOf(sort)
  const isNearlyAll = isPlain(query) && !isListed(query)
  const walked = isNearlyAll ? await walk(sql, query, sort, after, limit) : null
  if (walked !== null) return walked
  let found: Hit[] = []
  let mayWalk = !isNearlyAll && !hasMerged(query)
  for await (const part of partsOf(sql, query, rangeOf(query), false)) {
    const walked = mayWalk && !part.isLast ? await walk(sql, query, sort, after, limit) : null
    if (walked !== null) return walked
    mayWalk = false
    const parameters = createSqlParameters()
    const text = `${matching(HIT(column), query, part, parameters)} ${behind(sort, after, parameters)} ${inOrder(sort)}
      LIMIT ${parameters.add(limit)}`
    const hits = await sql.all(shaped<Hit>(text), parameters.values)
    const all = new Map([...found, ...hits].map((hit) => [hit.item_id, hit]))
    found = [...all.values()].sort((a, b) => compareHits(a, b, isDescending)).slice(0, limit)
  }
  return found
}

/** A page of hits, found by a walk in the order of the page. Null if hits are too rare. */
async function walk (
  sql: Sql, query: IndexQuery, sort: Sort, after: Position | null, limit: number
): Promise<Hit[] | null> {
  const { column } = columnOf(sort)
  const range = rangeOf(query)
  const found: Hit[] = []
  let position = after
  for (let walked = 0; found.length * MOST_WALKED >= limit * walked;) {
    const parameters = createSqlParameters()
    const text = `SELECT ${HIT(column)}, ${isBetween(range, parameters)}
      ${itemCondition(query, parameters)} AS is_hit
      FROM search_items AS i WHERE i.account_id = ${parameters.add(query.accountId)}
      ${behind(sort, position, parameters)} ${inOrder(sort)} LIMIT ${WALKED_AT_ONCE}`
    const items = await sql.all(shaped<Hit & { is_hit: number }>(text), parameters.values)
    for (const { is_hit: isHit, ...item } of items) if (isHit === 1) found.push(item)
    if (found.length >= limit || items.length < WALKED_AT_ONCE) return found.slice(0, limit)
    walked += items.length
    position = { key: items.at(-1)!.key, id: items.at(-1)!.item_id }
  }
  return null
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

function compareHits (a: Hit, b: Hit, isDescending: boolean): number {
  const order = typeof a.key === 'number' ? a.key - Number(b.key) : compareTexts(a.key, String(b.key))
  return (isDescending ? -order : order) || compareTexts(a.item_id, b.item_id)
}
