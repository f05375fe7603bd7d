import { mayWrite, onlyLooks } from '../api/session.ts'
import { fits, type Startable, type Target } from './startable.ts'

/** What an action is started for: items, or all that a search finds. */
export type Chosen =
  | { readonly items: readonly Target[], readonly words: string }
  | { readonly search: URLSearchParams, readonly words: string }

/** Only this many items are looked at for one that an action fits. */
const LOOKED_AT = 100

/** Whether the user may start an action for something of what is chosen. */
export function isFor (action: Startable, chosen: Chosen): boolean {
  if ('items' in chosen) return chosen.items.slice(0, LOOKED_AT).some((target) => fits(action, target))
  const types = chosen.search.getAll('type')
  const isOfType = types.length === 0 || types.includes(action.type)
  return isOfType && mayWrite.value && (action.role === 'Viewer' || !onlyLooks.value)
}
