import type { Operation } from './operations.js'
import type { BulkRoutes } from './routes.js'

const CHANGES_TREE = /\/projects\/:\w+\/(trash_bin|trashbin|restore|assign|unassign)$/
const PROJECT = /\/projects\/:\w+\/?$/
const PLACES_ASSET = /\/assets\/:\w+\/(assign|unassign)$/

/**
 * How the account's tree of projects has to be held for all of some operations: null where none of them touches its
 * shape.
 */
export function treeModeOf (operations: readonly Operation[], routes: BulkRoutes): 'shared' | 'exclusive' | null {
  let mode: 'shared' | null = null
  for (const { method, path } of operations) {
    const url = routes.find(method, path)?.url ?? ''
    if (CHANGES_TREE.test(url) || (method === 'DELETE' && PROJECT.test(url))) return 'exclusive'
    if (PLACES_ASSET.test(url)) mode = 'shared'
  }
  return mode
}
