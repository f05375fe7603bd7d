import { toItemId } from '../../basics/ids.js'
import type { ItemType } from '../../core/item-type.js'
import { assetKind, projectKind } from '../../items/kinds.js'
import type { RunRow } from '../runs/rows.js'
import type { OpenStep } from './open.js'

const OF_ITEM = /^\/api\/v2\/(asset|project)s\/([^/?#]+)/

export const kinds = { asset: assetKind, project: projectKind }

/**
 * A program writes to the item of its run alone: of others it is told that they are not there, and so it is of its own
 * when the user of the run may do nothing any more. What the path says of the item itself is left to the route.
 */
export function requireItemOf ({ item_type: type, item_id: id }: RunRow, { isEnabled }: OpenStep) {
  return (path: string): void => {
    const [, sentType, sentId] = OF_ITEM.exec(path) ?? []
    if (sentType === undefined) return
    const isOwn = sentType === type && toItemId(decoded(sentId!)) === id
    if (!isOwn || !isEnabled) throw new kinds[sentType as ItemType].NotFound()
  }
}

/** The segment as the router reads it. */
function decoded (segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
