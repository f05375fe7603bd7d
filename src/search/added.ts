import type { AddedFilter, AddedValue, SearchExtension } from '../core/extension.js'
import { domains } from '../domains.js'

/** What domains add to index entries. */
export const addedToEntries: readonly SearchExtension[] = domains.flatMap(({ search }) => search ?? [])

/** The filters that domains add, by parameter name. */
export const addedFilters: Readonly<Record<string, AddedFilter>> =
  Object.assign({}, ...addedToEntries.map(({ filters }) => filters))

/** Whether the value of an added filter filters anything. */
export function isSet (value: AddedValue): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== false
}
