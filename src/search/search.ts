import type { Caller } from '../core/caller.js'
import type { ItemType } from '../core/item-type.js'
import type { Database } from '../database/database.js'
import type { Sql } from '../database/sql.js'
import { readCursor, writeCursor } from './cursor.js'
import { readSearch, type Search, type SentSearch } from './parameters.js'
import { postgresqlSelection } from './postgresql.js'
import { findNamedFields, type NamedFields } from './named-fields.js'
import { isListed, termsOf, toIndexQuery, type IndexQuery } from './query.js'
import { readPage, type Found, type PageOptions } from './read-page.js'
import { NEWEST_HITS, type Position } from './select.js'
import { nextTurn } from '../work/turns/next-turn.js'
import { sqliteSelection } from './sqlite.js'
import { requireIndex, requireSameIndex } from './state.js'

export interface FacetValue {
  readonly value: string | boolean
  readonly count: number
}

export interface SearchResult {
  readonly items: readonly Found[]
  /** The beginning of the next page; null on the last page. */
  readonly next: { readonly search: Search, readonly cursor: string } | null
  /** The requested counts. `complete` is false if only the newest hits were counted. */
  readonly counts: {
    readonly facets?: Readonly<Record<string, readonly FacetValue[]>>
    readonly total?: number
    readonly complete?: false
  }
}

/** Hits of one statement, where all ids are read. */
const IDS_AT_ONCE = 1000
const NEWEST_FIRST = '-modified_date'

/** A search with at most this many terms and single words, without counts and ranking, is fast. */
const FEW_TERMS = 10

export interface SearchOptions extends PageOptions {
  readonly assetsOnly?: boolean
  /** Leaves out private projects below `within`. */
  readonly publicOnly?: boolean
  /** Finds only some of these items, by their ids. */
  readonly among?: readonly string[]
  /** Ends the search early. */
  readonly gone?: AbortSignal
}

export interface SearchDependencies {
  readonly database: Database
  /** Called with the seconds that the index took for results and for counts. */
  readonly observe?: (kind: 'results' | 'counts', seconds: number) => void
}

/** Finds assets and projects: docs/search.md. */
export function createFinder ({ database, observe = () => {} }: SearchDependencies) {
  const { sql } = database.reads
  const selection = sql.dialect.name === 'sqlite' ? sqliteSelection : postgresqlSelection

  async function timed<Result> (kind: 'results' | 'counts', work: Promise<Result>): Promise<Result> {
    const startedAt = performance.now()
    const result = await work
    observe(kind, (performance.now() - startedAt) / 1000)
    return result
  }

  /** Throws UnknownParameter, InvalidParameter, and SearchIndexBuilding. */
  async function find (
    caller: Caller, sent: SentSearch, { gone, include, headsOnly, ...options }: SearchOptions = {}
  ): Promise<SearchResult> {
    const search = readSearch(sent, options)
    const named = await findNamedFields(sql, caller, search)
    const after = readCursor(caller, search)
    const query = await toIndexQuery(sql, caller, search, named)
    const built = await requireIndex(sql)
    if (query === null) return { items: [], next: null, counts: emptyCounts(search) }

    const index = mayTakeLong(query, search) ? database.longReads(caller, gone) : sql
    const counts = search.total || search.facets.length > 0
      ? await timed('counts', countHits(index, query, search, named))
      : {}
    const isRanked = search.sort === 'relevance'
    const room = isRanked ? Math.max(0, Math.min(search.limit, NEWEST_HITS - Number(after?.key ?? 0))) : search.limit
    const hits = await timed('results', selection.page(index, query, search.sort, after, room + 1))
    const { items, last } = await readPage(sql, caller, search, hits.slice(0, room), { include, headsOnly })
    // A rebuild may have emptied the index meanwhile, here or in another process.
    await requireSameIndex(sql, built)
    const hasMore = last !== null && last + 1 < hits.length
    if (!hasMore) return { items, next: null, counts }
    const hit = isRanked ? { ...hits[last]!, key: Number(after?.key ?? 0) + last + 1 } : hits[last]!
    return { items, next: { search, cursor: writeCursor(caller, search, hit) }, counts }
  }

  /**
   * The ids of all hits, the newest first: at most `most`, and one more if there are more. Of a type, which is no
   * parameter then. Throws what `find` throws.
   */
  async function findIds (
    caller: Caller, sent: SentSearch, type: ItemType, { most, ...options }: { most: number, among?: readonly string[] }
  ): Promise<string[]> {
    const search = readSearch(sent, { ...options, only: type })
    const named = await findNamedFields(sql, caller, search)
    const query = await toIndexQuery(sql, caller, search, named)
    const built = await requireIndex(sql)
    const ids: string[] = []
    if (query === null) return []
    for (let after: Position | null = null; ids.length <= most; await nextTurn(caller)) {
      const hits = await selection.page(database.longReads(caller), query, NEWEST_FIRST, after, IDS_AT_ONCE)
      ids.push(...hits.map((hit) => hit.item_id))
      if (hits.length < IDS_AT_ONCE) break
      after = { key: hits.at(-1)!.key, id: hits.at(-1)!.item_id }
    }
    await requireSameIndex(sql, built)
    return ids.slice(0, most + 1)
  }

  async function countHits (
    sql: Sql, query: IndexQuery, search: Search, named: NamedFields
  ): Promise<SearchResult['counts']> {
    const count = await selection.count(sql, query, NEWEST_HITS + 1)
    const { rows, isWhole } = search.facets.length === 0
      ? { rows: [], isWhole: true }
      : await selection.facets(sql, query, search.facets.map((name) => keyOf(name, named)))
    const facets = Object
      .fromEntries(search.facets.map((name) => [name, rows.filter((row) => row.name === keyOf(name, named))
        .map(({ value, count }) => ({ value: isFlag(name, named) ? value === 'true' : value, count }))]
      ))
    return {
      ...(search.facets.length > 0 && { facets }),
      ...(search.total && { total: Math.min(count, NEWEST_HITS) }),
      ...((count > NEWEST_HITS || !isWhole) && { complete: false })
    }
  }

  return { find, findIds }
}

export type Finder = ReturnType<typeof createFinder>

/**
 * Whether the index may have to look at many items for few hits. The time of other searches depends on the length of
 * the page only.
 */
function mayTakeLong (query: IndexQuery, { sort, total, facets }: Search): boolean {
  const { wanted, unwanted, inside } = query
  const isWide = termsOf(query).reduce((sum, list) => sum + list.length, wanted.length) > FEW_TERMS
  const isHard = unwanted.length > 0 || wanted.some(({ words, isPrefix }) => isPrefix || words.length > 1)
  return isWide || isHard || sort !== '-modified_date' || total || facets.length > 0 || inside !== null || isListed(query)
}

/** A field may be sent as `field.7` or `field.007`. */
function keyOf (name: string, named: NamedFields): string {
  return name.startsWith('field.') ? `field.${named.get(name.slice('field.'.length))!.id}` : name
}

function isFlag (name: string, named: NamedFields): boolean {
  return named.get(name.slice('field.'.length))?.field_type === 'boolean'
}

function emptyCounts (search: Search): SearchResult['counts'] {
  return {
    ...(search.facets.length > 0 && { facets: Object.fromEntries(search.facets.map((name) => [name, []])) }),
    ...(search.total && { total: 0 })
  }
}
