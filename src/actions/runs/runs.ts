import type { Finder } from '../../search/search.js'
import { runEnds } from './cancel.js'
import { runLists } from './list.js'
import { retryRun } from './retry.js'
import { createStart } from './start.js'

/** Runs of actions, as users start, see and end them. */
export function createRuns ({ finder }: { readonly finder: Pick<Finder, 'findIds'> }) {
  return { start: createStart(finder), ...runLists, ...runEnds, retry: retryRun }
}

export type Runs = ReturnType<typeof createRuns>
