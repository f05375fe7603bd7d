import type { Caller } from '../core/caller.js'
import type { KeptList } from '../core/extension.js'
import { statement, type Sql } from '../database/sql.js'
import { InvalidParameter } from '../errors.js'
import { inspect } from '../http/inspect.js'
import { FLAG_RULE, flagOf, TEXT_LIST_RULE } from '../http/search-parameters.js'
import { toRowId } from '../basics/ids.js'
import { addedFilters, isSet } from './added.js'
import { findPlaces, type Inside } from './inside.js'
import { parseMoment } from './moments.js'
import type { FieldParameter, Search, Span } from './parameters.js'
import { LARGEST, measures, numbersWithin, type Measure } from './number-terms.js'
import { MOMENT_RULE } from './rules.js'
import type { ItemType } from './entry.js'
import { createdWithin, exactTerm, filledTerm, momentsWithin, stateTerm, typeTerm, type State } from './terms.js'
import type { Term } from './words.js'
import type { SearchableField } from './load.js'
import { DAY_MS } from '../basics/units.js'

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
}

/** The fields of a search, by id as sent. */
export type NamedFields = ReadonlyMap<string, SearchableField>

export const FIELD_RULE = 'Must be a searchable field'

const FIELD = 'field.'
const LAST_SECOND = 2 ** 32

/** $1 account, $2 JSON list of ids */
const findFields = statement('search_find_fields', (sql) => `
  SELECT id, field_type FROM fields WHERE account_id = $1 AND searchable = ${sql.name === 'sqlite' ? '1' : 'true'}
  AND ${sql.among('id', sql.integers('$2'))}`)

/** Finds the fields of a search. Throws InvalidParameter if one is missing, or not searchable. */
export async function findNamedFields (
  sql: Sql, { accountId }: Caller, { fields, facets, missing }: Search
): Promise<NamedFields> {
  const [ofFacets, ofMissing] = [fieldsIn(facets), fieldsIn(missing)]
  const ids = [...new Set([...[...fields.values()].map(({ id }) => id), ...ofMissing, ...ofFacets])]
  if (ids.length === 0) return new Map()
  const known = ids.map(toRowId).filter((id) => id !== null)
  const found = await sql.all<SearchableField>(findFields, [accountId, JSON.stringify(known)])
  const named =
    new Map(ids.flatMap((id) => found.filter((field) => field.id === toRowId(id)).map((field) => [id, field] as const)))
  for (const [name, { id, end, sent }] of fields) {
    const type = named.get(id)?.field_type
    const isSpan = type === 'date' || type === 'datetime'
    if (type === undefined || type === 'rich_text' || (end !== null && !isSpan)) {
      throw new InvalidParameter(name, inspect(sent), FIELD_RULE)
    }
  }
  if (!ofMissing.every((id) => named.has(id))) {
    throw new InvalidParameter('missing', inspect(missing.length === 1 ? missing[0] : missing), FIELD_RULE)
  }
  for (const id of ofFacets) {
    const type = named.get(id)?.field_type
    if (type !== 'dropdown' && type !== 'boolean') {
      throw new InvalidParameter('facets', inspect(facets.length === 1 ? facets[0] : facets), FIELD_RULE)
    }
  }
  return named
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
    unwanted: [...search.words?.unwanted ?? [], ...fieldsIn(search.missing).map((id) => filled(named.get(id)!))],
    modifiedFrom: modified.from,
    modifiedTo: modified.to,
    inside: places.inside,
    list
  }
}

/** The list of a search, null for a search without one; undefined if the caller sees no such list. */
async function findList (sql: Sql, caller: Caller, { added }: Search): Promise<KeptList | null | undefined> {
  for (const [name, { list }] of Object.entries(addedFilters)) {
    const value = added[name]!
    if (list !== undefined && isSet(value)) return await list(sql, caller, String(value)) ?? undefined
  }
  return null
}

/** The ids of the fields among some names. */
function fieldsIn (names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(FIELD)).map((name) => name.slice(FIELD.length))
}

/** The term of a filled field, as a word that must not occur. */
function filled ({ id }: SearchableField): Term {
  return { words: [filledTerm(id)], isPrefix: false }
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

function fieldTerms (accountId: number, { fields }: Search, named: NamedFields): string[][] {
  const terms: string[][] = []
  const spans = new Map<SearchableField, { from: string | null, to: string | null }>()
  for (const [name, parameter] of fields) {
    const field = named.get(parameter.id)!
    if (parameter.end === null) {
      if (parameter.values.length > 0) {
        terms.push(valuesOf(name, parameter, field).map((value) => exactTerm(accountId, `field.${field.id}`, value)))
      }
    } else {
      const span = spans.get(field) ?? { from: null, to: null }
      spans.set(field, { ...span, [parameter.end]: momentOf(name, parameter, field) })
    }
  }
  for (const [field, { from, to }] of spans) terms.push(momentsWithin(field.id, from, to, field.field_type === 'date'))
  return terms
}

/** The values as stored. Throws InvalidParameter. */
function valuesOf (
  name: string, { values, isTyped, sent }: FieldParameter, { field_type: type }: SearchableField
): string[] {
  return values.map((value) => {
    if (type === 'boolean') {
      const flag = flagOf(value, isTyped)
      if (flag === null) throw new InvalidParameter(name, inspect(sent), FLAG_RULE)
      return String(flag)
    }
    if (typeof value !== 'string') throw new InvalidParameter(name, inspect(sent), TEXT_LIST_RULE)
    if (type !== 'date' && type !== 'datetime') return value
    const moment = parseMoment(value)
    if (moment === null) throw new InvalidParameter(name, inspect(sent), MOMENT_RULE)
    const written = new Date(moment).toISOString()
    return type === 'datetime' ? written : written.endsWith('T00:00:00.000Z') ? written.slice(0, 10) : written
  })
}

/** One end of a span as the field stores moments. A date counts if its first moment does. */
function momentOf (
  name: string, { values: [value], sent }: FieldParameter, { field_type: type }: SearchableField
): string {
  const moment = typeof value === 'string' ? parseMoment(value) : null
  if (moment === null) throw new InvalidParameter(name, inspect(sent), MOMENT_RULE)
  return new Date(type === 'date' ? Math.ceil(moment / DAY_MS) * DAY_MS : moment).toISOString()
}
