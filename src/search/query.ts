import type { Caller } from '../core/caller.js'
import type { ItemType } from '../core/item-type.js'
import type { KeptList } from '../core/extension.js'
import type { Sql } from '../database/sql.js'
import { addedFilters, isSet } from './added.js'
import { findPlaces, type Inside } from './inside.js'
import type { Search, Span } from './parameters.js'
import { FIELD, fieldsIn, fieldTerms, filled, type NamedFields } from './named-fields.js'
import { measures, numbersWithin, type Measure } from './number-terms.js'
import { LARGEST } from './prefix-terms.js'
import { createdWithin, exactTerm, stateTerm, typeTerm, type State } from './terms.js'
import type { Term } from './words.js'

const LAST_SECOND = 2 ** 32

/** A search in the words of the index. */
export interface IndexQuery {
  readonly accountId: number
  readonly state: State
  /** Null for both. */
  readonly type: ItemType | null
  /** An item has at least one term of each list. `termsOf` adds those of its state and type. */
  readonly terms: ReadonlyArray<readonly string[]>
  readonly wanted: readonly Term[]
  readonly unwanted: readonly Term[]
  /** Seconds since 1970. The end is not included. */
  readonly modifiedFrom: number | null
  readonly modifiedTo: number | null
  /** Only in these projects, at any depth. Set if they are too many for a list of terms. */
  readonly inside: Inside | null
  /** Only assets of this list, which are looked up one by one. */
  readonly list: KeptList | null
  /** Only these items, which are looked up one by one. */
  readonly among: readonly string[] | null
}

/**
 * Makes the query of a search: what its caller sees. Null if its project or its list does not exist for the caller.
 */
export async function toIndexQuery (
  sql: Sql, caller: Caller, search: Search, named: NamedFields
): Promise<IndexQuery | null> {
  const { accountId } = caller
  const terms: string[][] = []
  const any = (kind: string, values: readonly string[]) => {
    if (values.length > 0) terms.push(values.map((value) => exactTerm(accountId, kind, value)))
  }
  for (const kind of ['category', 'owner', 'status', 'media_type', 'tag', 'media_status'] as const) any(kind, search[kind])
  for (const tag of search.all_tags) any('tag', [tag])
  if (search.project_id !== null) {
    terms.push([exactTerm(accountId, 'project', search.project_id === 'none' ? null : search.project_id)])
  }
  for (const name of search.missing) if (!name.startsWith(FIELD)) any('missing', [name])
  if (search.external_id !== null) any('external_id', [search.external_id])
  if (search.checksum !== null) any('checksum', [search.checksum])
  any('content_type', search.content_type)
  for (const [name, { values }] of Object.entries(addedFilters)) any(name, values?.(search.added[name]!, caller) ?? [])
  for (const measure of measures) {
    const { min, max } = search.measured[measure]
    if (min === null && max === null) continue
    const last = max === null ? LARGEST : toMost(measure, max)
    terms.push(numbersWithin(accountId, measure, toLeast(measure, min ?? 0), last))
  }
  terms.push(...fieldTerms(accountId, search, named))
  const created = toSeconds(search.created)
  if (created.from !== null || created.to !== null) {
    terms.push(createdWithin(accountId, created.from ?? 0, created.to ?? LAST_SECOND))
  }

  const list = await findList(sql, caller, search)
  if (list === undefined) return null
  const places = await findPlaces(sql, caller, search)
  if (places === null || terms.some((list) => list.length === 0)) return null
  if (places.terms !== null) terms.push([...places.terms])

  const types = [...new Set(search.type as ItemType[])]
  const modified = toSeconds(search.modified)
  return {
    accountId,
    state: search.deleted === 'any' ? 'any' : search.deleted === 'true' ? 'trashed' : 'live',
    type: types.length === 1 ? types[0]! : null,
    terms,
    wanted: search.words?.wanted ?? [],
    unwanted: [...search.words?.unwanted ?? [], ...fieldsIn(search.missing).map((id) => filled(named.get(id)!)),
      ...places.unwanted.map((term) => ({ words: [term], isPrefix: false }))],
    modifiedFrom: modified.from,
    modifiedTo: modified.to,
    inside: places.inside,
    list,
    among: search.among
  }
}

/** Whether a query looks at some items only, one by one. */
export function isListed ({ list, among }: IndexQuery): boolean {
  return list !== null || among !== null
}

/** The list of a search, null for a search without one; undefined if the caller sees no such list. */
async function findList (sql: Sql, caller: Caller, { added }: Search): Promise<KeptList | null | undefined> {
  for (const [name, { list }] of Object.entries(addedFilters)) {
    const value = added[name]!
    if (list !== undefined && isSet(value)) return await list(sql, caller, String(value)) ?? undefined
  }
  return null
}

/** All lists of terms of a query, with those that nearly all items have. */
export function termsOf ({ accountId, state, type, terms }: IndexQuery): ReadonlyArray<readonly string[]> {
  return [...terms, ...(type === null ? [] : [[typeTerm(accountId, type)]]), [stateTerm(accountId, state)]]
}

/** Durations are indexed in milliseconds: a bound between two excludes the one beyond it. */
function toLeast (measure: Measure, value: number): number {
  return measure === 'duration' ? Math.ceil(roundedMs(value)) : value
}

function toMost (measure: Measure, value: number): number {
  return measure === 'duration' ? Math.floor(roundedMs(value)) : value
}

/** Removes the rounding error of a double. */
function roundedMs (seconds: number): number {
  return Number((seconds * 1000).toFixed(6))
}

/** Items are dated to the second. */
function toSeconds ({ from, to }: Span): Span {
  const second = (moment: number | null) => moment === null ? null : Math.max(0, Math.ceil(moment / 1000))
  return { from: second(from), to: second(to) }
}
