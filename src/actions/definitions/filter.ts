import { Value } from '@sinclair/typebox/value'
import type { Caller } from '../../core/caller.js'
import type { Sql } from '../../database/sql.js'
import { isHash } from '../../http/hashes.js'
import { ruleFor } from '../../http/validation.js'
import { findFilter, readSearch } from '../../search/parameters.js'
import { fieldTerms, findNamedFields } from '../../search/named-fields.js'

/** Filters of a search, as the body of `POST /search` has them. */
export type Filter = Readonly<Record<string, unknown>>

export const filterRules = { filter: 'Must be a Hash', unknown: 'Must be a filter' } as const

/** The stored filter of an action; null if all items match. */
export function readFilter (json: string): Filter | null {
  return JSON.parse(json) as Filter | null
}

/** One that is empty is none. */
export function completeFilter (sent: Filter | null): Filter | null {
  return sent === null || Object.keys(sent).length === 0 ? null : sent
}

/** The broken rule of a filter as sent, or with `hasWords` of a search: an unknown name first, then a wrong value. */
export function ruleOfFilter (sent: unknown, { hasWords = false } = {}): string | undefined {
  if (sent === null && !hasWords) return undefined
  if (!isHash(sent)) return filterRules.filter
  // The type is that of the action.
  const isRefused = (name: string) => name === 'type' || (name === 'q' && !hasWords)
  const named = Object.keys(sent).map((name) => [name, isRefused(name) ? null : findFilter(name)] as const)
  const unknown = named.find(([, parameter]) => parameter === null)
  if (unknown !== undefined) return `${unknown[0]}: ${filterRules.unknown}`
  for (const [name, parameter] of named) {
    const { body } = parameter!
    if (!Value.Check(body, sent[name])) return `${name}: ${ruleFor(body, sent[name])}`
  }
  return undefined
}

/** Throws InvalidParameter, as a search does, if a valid filter names a field that is missing, or not searchable. */
export async function requireFields (sql: Sql, caller: Caller, filter: Filter): Promise<void> {
  const search = readSearch({ query: {}, body: filter })
  fieldTerms(caller.accountId, search, await findNamedFields(sql, caller, search))
}
