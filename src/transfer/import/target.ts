import type { StoredDocument } from '../../fields/values/stored.js'
import type { ItemKind } from '../../items/kinds.js'
import type { ProjectRow, AssetRow } from '../../items/rows.js'
import type { ItemChanges } from '../../items/update.js'
import type { NewMedia } from '../../media/files.js'

export type ItemType = 'asset' | 'project'

/** An item that is there. */
export interface Known {
  readonly kind: ItemKind<AssetRow | ProjectRow>
  readonly row: AssetRow | ProjectRow
}

/** The item that has an external id. */
export interface Holder {
  readonly id: string
  readonly type: ItemType
}

export interface DocumentChange {
  readonly groupId: number
  readonly before: StoredDocument | null
  readonly after: StoredDocument | null
}

/** What a row does. */
export interface Plan {
  /** Null where it makes a new item. */
  readonly known: Known | null
  readonly kind: ItemKind<AssetRow | ProjectRow>
  /** What a new item is made of, or what changes of the one that is there: then only what differs. */
  readonly changes: ItemChanges & { readonly media_type?: 'live', readonly original_filename?: string }
  /** The project that it is put into, or null; undefined where its place stays. */
  readonly place: string | null | undefined
  readonly documents: readonly DocumentChange[]
  readonly media: NewMedia | null
  /** What the file calls a new item. */
  readonly fileId: string
}

/** What rows find, and what becomes of them: in the database, or in what a dry run imagines. */
export interface ImportTarget {
  /** Locked where it is to be changed: nobody else changes it then before the row is done. */
  find (id: string, options?: { readonly type?: ItemType, readonly locked?: boolean }): Promise<Known | undefined>
  /** Finds out who has these external ids, by one statement, before they are asked for. */
  expect? (externalIds: readonly string[]): Promise<void>
  /** Who has an external id. */
  holder (externalId: string): Promise<Holder | undefined>
  document (itemId: string, groupId: number): Promise<StoredDocument | null>
  /** Whether this file is attached already, or about to be. */
  hasFile (assetId: string, media: NewMedia): Promise<boolean>
  /** The file of an asset that can be downloaded. */
  readyFile (assetId: string): Promise<{ readonly size: number | string, readonly sha256: string } | undefined>
  /** Which item an earlier row was about that the file calls so. */
  itemOf (fileId: string): Promise<string | undefined>
  /** Later rows find an item, which was there already, by what the file calls it. */
  name (fileId: string, itemId: string): Promise<void>
  /** Whether a project is the other one, or stands below it. */
  isWithin (projectId: string, otherId: string): Promise<boolean>
  apply (plan: Plan): Promise<void>
}
