import type { Caller } from '../core/caller.js'
import { isBounded } from '../items/sight.js'

export interface ChangeFilter {
  readonly events?: ReadonlySet<string>
  readonly types?: ReadonlySet<string>
  /** Ids of projects. */
  readonly within?: ReadonlySet<string>
}

export interface ChangeQuery extends ChangeFilter {
  readonly limit: number
  readonly includeItems: boolean
}

/** Whether some of the changes may be left out. */
export function isFiltered (caller: Caller, { events, types, within }: ChangeFilter): boolean {
  return !caller.admin || isBounded(caller) || events !== undefined || types !== undefined || within !== undefined
}
