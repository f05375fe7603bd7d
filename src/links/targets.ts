import { lockCollection, requireChange, requireCollection } from '../collections/require.js'
import type { Caller } from '../core/caller.js'
import type { EventDraft } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import type { Sql } from '../database/sql.js'
import { assetKind, projectKind, type ItemKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import { requireRight } from '../items/sight.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { countShown } from './collection.js'
import type { LinkType } from './rows.js'

/** The locked target of a new link. */
export interface LockedTarget {
  readonly id: string | number
  readonly title: string
  /** The event of a new link, if there is one. */
  readonly event?: Pick<EventDraft, 'event' | 'targets' | 'data'>
  /** Of a collection: how many assets the link shows now. */
  readonly count?: () => Promise<number>
}

/** The kinds of things that links show. Functions with the id of a missing one throw its 404, and RoleRefused. */
export interface LinkTarget {
  /** Makes sure that the caller may list its links. Returns its id. */
  readonly require: (sql: Sql, caller: Caller, id: string) => Promise<string | number>
  /** Locks it, for somebody who makes a link of it. */
  readonly lock: (tx: Transaction, id: string) => Promise<LockedTarget>
  /** Makes sure that the caller may revoke a link of it, an own one or another's. Returns its id. */
  readonly lockToRevoke: (tx: Transaction, id: string) => Promise<string | number>
  /** Throws RoleRefused if the caller may not revoke links of others. */
  readonly requireOthers: (tx: Transaction, id: string | number) => Promise<void>
}

function ofItems<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>): LinkTarget {
  return {
    require: async (sql, caller, id) => (await requireItem(kind, sql, caller, id)).id,
    async lock (tx, sentId) {
      const row = await lockItem(kind, tx, sentId, 'change')
      const { id, title } = row
      // The contract has no kind of event for links of projects.
      if (kind.type === 'project') return { id, title }
      return { id, title, event: { event: 'ASSET_ADDED_SHAREABLE_LINK', targets: kind.targets(id), data: kind.data(row) } }
    },
    lockToRevoke: async (tx, id) => (await lockItem(kind, tx, id, 'read')).id,
    requireOthers: (tx, id) => requireRight(kind, tx.sql, tx.caller, String(id), 'moderate')
  }
}

/** Users who may change a collection may do everything with its links. */
const ofCollections: LinkTarget = {
  async require (sql, caller, id) {
    const row = await requireCollection(sql, caller, id)
    requireChange(caller, row)
    return row.id
  },
  async lock (tx, sentId) {
    const row = await lockCollection(tx, sentId)
    requireChange(tx.caller, row)
    const { id, title } = row
    return { id, title, count: () => countShown(tx.sql, tx.caller, id) }
  },
  async lockToRevoke (tx, id) {
    const row = await lockCollection(tx, id)
    requireChange(tx.caller, row)
    return row.id
  },
  requireOthers: async () => {}
}

export const linkTargets: Readonly<Record<LinkType, LinkTarget>> = {
  asset: ofItems(assetKind),
  project: ofItems(projectKind),
  collection: ofCollections
}
