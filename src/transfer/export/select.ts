import { groupBy } from '../../basics/group-by.js'
import type { Caller } from '../../core/caller.js'
import type { ItemType } from '../../core/item-type.js'
import { statement, type Sql } from '../../database/sql.js'
import { isBounded } from '../../items/sight.js'
import type { Batch } from '../../lines/load.js'
import type { Search } from '../../search/parameters.js'
import { postgresqlSelection } from '../../search/postgresql.js'
import { findNamedFields } from '../../search/named-fields.js'
import { toIndexQuery } from '../../search/query.js'
import { NEWEST_HITS, type Hit, type Position } from '../../search/select.js'
import { sqliteSelection } from '../../search/sqlite.js'
import { nextTurn } from '../../work/turns/next-turn.js'
import type { ExportRequest } from './parameters.js'

/** Ids per statement. */
const PAGE = 1000

/** $1 account, $2 after this second, $3 and this id, $4 limit */
const walk = statement<Hit>('export_walk', () => `
  SELECT item_id, item_type, created AS key FROM search_items
  WHERE account_id = $1 AND created >= $2 AND (created > $2 OR item_id > $3) ORDER BY created, item_id LIMIT $4`)

/** $1 account, $2 JSON list of ids */
const parents = statement<{ id: string, project_id: string | null }>(
  'export_parents',
  (sql) => `SELECT id, project_id FROM projects WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`
)

/**
 * The items of an export: in the requested order, or in one that can be imported: projects before those below them,
 * then assets, each in the order of creation.
 */
export async function * select (sql: Sql, caller: Caller, request: ExportRequest): AsyncGenerator<Batch> {
  if (request.isSorted) {
    for await (const hits of pages(sql, caller, request.search)) yield * batches(hits)
    return
  }
  const search: Search = { ...request.search, sort: 'created_date' }
  const isWanted = (type: ItemType) => search.type.length === 0 || search.type.includes(type)
  const hitsOf = (type: ItemType) =>
    isBounded(caller) || hasFilters(search) ? pages(sql, caller, { ...search, type: [type] }) : everything(sql, caller)
  if (isWanted('project')) yield * projectsInOrder(sql, caller, hitsOf('project'))
  if (!isWanted('asset')) return
  for await (const hits of hitsOf('asset')) yield { type: 'asset', ids: idsOf(hits, 'asset') }
}

/** Whether the index may take long to answer. */
export function mayTakeLong (caller: Caller, { isSorted, search }: ExportRequest): boolean {
  return isSorted || isBounded(caller) || hasFilters(search)
}

/** Whether the index is needed for more than the type. Items know themselves whether they are in the trash. */
function hasFilters (search: Search): boolean {
  const {
    type: _type, deleted: _deleted, sort: _sort, facets: _facets, total: _total, include: _include, limit: _limit,
    cursor: _cursor, ...filters
  } = search
  return Object.values(filters).some(filtersAnything)
}

/** Whether a value of a search, or a part of it, is neither empty nor absent. */
function filtersAnything (value: unknown): boolean {
  if (value instanceof Map) return value.size > 0
  if (typeof value === 'object' && value !== null) return Object.values(value).some(filtersAnything)
  return value !== null && value !== false
}

async function * everything (sql: Sql, caller: Caller): AsyncGenerator<Hit[]> {
  for (let after: Hit = { item_id: '', item_type: 'asset', key: 0 }; ; await nextTurn(caller)) {
    const hits = await sql.all(walk, [caller.accountId, after.key, after.item_id, PAGE])
    yield hits
    if (hits.length < PAGE) return
    after = hits.at(-1)!
  }
}

async function * pages (sql: Sql, caller: Caller, search: Search): AsyncGenerator<Hit[]> {
  const query = await toIndexQuery(sql, caller, search, await findNamedFields(sql, caller, search))
  if (query === null) return
  const selection = sql.dialect.name === 'sqlite' ? sqliteSelection : postgresqlSelection
  const isRanked = search.sort === 'relevance'
  for (let after: Position | null = null; ; await nextTurn(caller)) {
    const hits: Hit[] = await selection.page(sql, query, search.sort, after, NEWEST_HITS)
    for (let start = 0; start < hits.length; start += PAGE) yield hits.slice(start, start + PAGE)
    // Relevance ranks only the newest hits.
    if (hits.length < NEWEST_HITS || isRanked) return
    const { item_id: id, key } = hits.at(-1)!
    after = { id, key }
  }
}

function * batches (hits: readonly Hit[]): Generator<Batch> {
  for (let start = 0, end = 0; start < hits.length; start = end) {
    const type = hits[start]!.item_type
    while (end < hits.length && hits[end]!.item_type === type) end++
    yield { type, ids: hits.slice(start, end).map((hit) => hit.item_id) }
  }
}

function idsOf (hits: readonly Hit[], type: ItemType): string[] {
  return hits.filter((hit) => hit.item_type === type).map((hit) => hit.item_id)
}

/** Only ids of projects are held in memory. */
async function * projectsInOrder (sql: Sql, { accountId }: Caller, hits: AsyncGenerator<Hit[]>): AsyncGenerator<Batch> {
  const parentOf = new Map<string, string | null>()
  for await (const page of hits) {
    const ids = idsOf(page, 'project')
    for (const id of ids) parentOf.set(id, null)
    if (ids.length === 0) continue
    for (
      const row of await sql.all(parents, [accountId, JSON.stringify(ids)])
    ) parentOf.set(row.id, row.project_id)
  }
  const place = new Map([...parentOf.keys()].map((id, index) => [id, index]))
  const children = groupBy(parentOf.keys(), (id) => parentOf.get(id))
  const ordered = [...parentOf].filter(([, parent]) => parent === null || !parentOf.has(parent)).map(([id]) => id)
  for (let start = 0, end = ordered.length; start < end; start = end, end = ordered.length) {
    const below = ordered.slice(start, end).flatMap((id) => children.get(id) ?? [])
    for (const id of below.sort((a, b) => place.get(a)! - place.get(b)!)) ordered.push(id)
  }
  // The levels of a deep tree have few projects each: they are read together.
  for (let start = 0; start < ordered.length; start += PAGE) {
    yield { type: 'project', ids: ordered.slice(start, start + PAGE) }
  }
}
