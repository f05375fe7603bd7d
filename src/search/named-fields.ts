import { DAY_MS } from '../basics/units.js'
import { toRowId } from '../basics/ids.js'
import type { Caller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import { InvalidParameter } from '../errors.js'
import { inspect } from '../http/inspect.js'
import { LIST_RULE } from '../http/rules.js'
import { FLAG_RULE, flagOf } from '../http/search-parameters.js'
import type { SearchableField } from './load.js'
import { parseMoment } from './moments.js'
import type { FieldParameter, Search } from './parameters.js'
import { MOMENT_RULE } from './rules.js'
import { exactTerm, filledTerm, momentsWithin } from './terms.js'
import type { Term } from './words.js'

/** The fields of a search, by id as sent. */
export type NamedFields = ReadonlyMap<string, SearchableField>

export const FIELD_RULE = 'Must be a searchable field'

/** The beginning of the names of parameters that are custom fields. */
export const FIELD = 'field.'

/** $1 account, $2 JSON list of ids */
const findFields = statement<SearchableField>('search_find_fields', (sql) => `
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
  const found = await sql.all(findFields, [accountId, JSON.stringify(known)])
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

/** The ids of the fields among some names. */
export function fieldsIn (names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(FIELD)).map((name) => name.slice(FIELD.length))
}

/** The term of a filled field, as a word that must not occur. */
export function filled ({ id }: SearchableField): Term {
  return { words: [filledTerm(id)], isPrefix: false }
}

/** The terms for custom fields: an item has one of each list. Throws InvalidParameter. */
export function fieldTerms (accountId: number, { fields }: Search, named: NamedFields): string[][] {
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
    if (typeof value !== 'string') throw new InvalidParameter(name, inspect(sent), LIST_RULE)
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
