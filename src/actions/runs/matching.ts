import type { Caller } from '../../core/caller.js'
import type { ItemType } from '../../core/item-type.js'
import type { Finder } from '../../search/search.js'
import type { Filter } from '../definitions/filter.js'

/** Items of one search. */
const AT_ONCE = 1000

/**
 * The items of a list that match a filter, as a user sees them: also those in the trash, unless the filter tells. None
 * if it names a field that was removed since.
 */
export async function matchingItems (
  finder: Pick<Finder, 'findIds'>, caller: Caller, type: ItemType, filter: Filter | null, ids: readonly string[]
): Promise<ReadonlySet<string>> {
  if (filter === null) return new Set(ids)
  const found = new Set<string>()
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const among = ids.slice(start, start + AT_ONCE)
    const sent = { query: {}, body: { deleted: 'any', ...filter } }
    const matching = await finder.findIds(caller, sent, type, { most: AT_ONCE, among }).catch(noneIfRefused)
    for (const id of matching) found.add(id)
  }
  return found
}

/** The filter was valid when it was stored. */
function noneIfRefused (error: { readonly statusCode?: number }): string[] {
  if (error.statusCode !== 422) throw error
  return []
}
