import { countAmong } from '../collections/among.js'
import { lockCollection, requireChange, requireCollection } from '../collections/require.js'
import type { Caller } from '../core/caller.js'
import type { EventDraft } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import type { Sql } from '../database/sql.js'
import type { DropFolderRow } from '../drop-folders/definitions/rows.js'
import { lockDropFolder, mayUse, requireDropFolder } from '../drop-folders/definitions/seen.js'
import { DropFolderOutgoing, DropFolderPrivate } from '../drop-folders/errors.js'
import { RoleRefused } from '../errors.js'
import { aboutAsset, assetKind, projectKind, type ItemKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import { isAllowed } from '../items/standing.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import type { LinkType, TargetType } from './rows.js'

/** The locked target of a new link. */
export interface LockedTarget {
  readonly id: string | number
  readonly title: string
  /** Makes the event of a new link, if there is one. */
  readonly event?: (linkId: number) => EventDraft
  /** Of a collection: how many assets the link shows now. */
  readonly count?: () => Promise<number>
}

/** What the revoking of links asks. Functions with the id of a missing thing throw its 404, and RoleRefused. */
interface Revocable {
  /** Makes sure that the caller may revoke a link of it, an own one or another's. Returns its id. */
  readonly lockToRevoke: (tx: Transaction, id: string) => Promise<string | number>
  /** Whether the caller may revoke links of others, too. */
  readonly mayRevokeOthers: (sql: Sql, caller: Caller, id: string | number) => Promise<boolean>
}

/** The kinds of things that have links of their own. */
interface LinkTarget extends Revocable {
  /** Makes sure that the caller may list its links. Returns its id. */
  readonly require: (sql: Sql, caller: Caller, id: string) => Promise<string | number>
  /** Locks it, for somebody who makes a link of it. */
  readonly lock: (tx: Transaction, id: string) => Promise<LockedTarget>
}

function ofItems<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>): LinkTarget {
  return {
    require: async (sql, caller, id) => (await requireItem(kind, sql, caller, id)).id,
    async lock (tx, sentId) {
      const row = await lockItem(kind, tx, sentId, 'change')
      const { id, title } = row
      // The contract has no kind of event for links of projects.
      if (kind.type === 'project') return { id, title }
      const { targets, data } = aboutAsset(row as AssetRow)
      return {
        id,
        title,
        event: (linkId) => ({ event: 'ASSET_ADDED_SHAREABLE_LINK', targets: { ...targets, link_id: linkId }, data })
      }
    },
    lockToRevoke: async (tx, id) => (await lockItem(kind, tx, id, 'read')).id,
    mayRevokeOthers: (sql, caller, id) => isAllowed(kind.type, sql, caller, String(id), 'moderate')
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
    return { id, title, count: () => countAmong(tx.sql, tx.caller, 'change', id) }
  },
  async lockToRevoke (tx, id) {
    const row = await lockCollection(tx, id)
    requireChange(tx.caller, row)
    return row.id
  },
  mayRevokeOthers: async () => true
}

async function requireUse (sql: Sql, caller: Caller, row: DropFolderRow): Promise<number> {
  if (!await mayUse(sql, caller, row)) throw new RoleRefused()
  return row.id
}

/** By links of a drop folder guests send files into it. Its `Member`s may do everything with them. */
const ofDropFolders: LinkTarget = {
  require: async (sql, caller, id) => requireUse(sql, caller, await requireDropFolder(sql, caller, id)),
  async lock (tx, sentId) {
    const row = await lockDropFolder(tx, sentId)
    const id = await requireUse(tx.sql, tx.caller, row)
    if (row.direction === 'out') throw new DropFolderOutgoing()
    if (!row.is_public) throw new DropFolderPrivate()
    return { id, title: row.title }
  },
  lockToRevoke: async (tx, id) => requireUse(tx.sql, tx.caller, await lockDropFolder(tx, id)),
  mayRevokeOthers: async () => true
}

export const linkTargets: Readonly<Record<TargetType, LinkTarget>> = {
  asset: ofItems(assetKind),
  project: ofItems(projectKind),
  collection: ofCollections,
  drop_folder: ofDropFolders
}

export const revocable: Readonly<Record<LinkType, Revocable>> = {
  ...linkTargets,
  selection: {
    lockToRevoke: async (_tx, id) => Number(id),
    mayRevokeOthers: async (_sql, { admin }) => admin
  }
}
