import type { Verb } from '../../access/roles.js'
import type { DocumentSizes, StoredDocument } from '../../fields/values/stored.js'
import type { ItemKind } from '../../items/kinds.js'
import type { ProjectRow, AssetRow } from '../../items/rows.js'
import type { ItemChanges } from '../../items/update.js'
import type { NewMedia } from '../../media/files.js'
import type { ItemType } from '../../core/item-type.js'

/** An existing item. */
export interface Known {
  readonly kind: ItemKind<AssetRow | ProjectRow>
  readonly row: AssetRow | ProjectRow
}

/** The holder of an external id. */
export interface Holder {
  readonly id: string
  readonly type: ItemType
}

export interface DocumentChange {
  readonly groupId: number
  readonly before: StoredDocument | null
  readonly after: StoredDocument | null
}

/** The plan of a row. */
export interface Plan {
  /** Null for a new item. */
  readonly known: Known | null
  readonly kind: ItemKind<AssetRow | ProjectRow>
  /** The content of a new item, or the changes of an existing one: only what differs. */
  readonly changes: ItemChanges & { readonly media_type?: 'live', readonly original_filename?: string }
  /** The new project, or null for none; undefined if the place stays. */
  readonly place: string | null | undefined
  readonly documents: readonly DocumentChange[]
  readonly media: NewMedia | null
  /** Whether a project is to become private, or public; undefined if that stays. */
  readonly isPrivate: boolean | undefined
  /** The name of a new item in the file. */
  readonly fileId: string
}

/** Where rows are read from and written to: the database, or the notes of a dry run. */
export interface ImportTarget {
  /** An item that the caller sees. `locked` locks the item until the transaction ends. */
  find (id: string, options?: { readonly type?: ItemType, readonly locked?: boolean }): Promise<Known | undefined>
  /** Whether the caller's roles allow it. The item was found. */
  allows (item: Known, verb: Verb): Promise<boolean>
  /** Whether the caller may make an existing project private, or public. */
  maySetPrivate (project: Known): Promise<boolean>
  /** Looks up the holders of external ids by one statement, ahead of `holder`. */
  expect? (externalIds: readonly string[]): Promise<void>
  /** The holder of an external id. */
  holder (externalId: string): Promise<Holder | undefined>
  document (itemId: string, groupId: number): Promise<StoredDocument | null>
  /** The bytes of all documents of an item. */
  weigh (itemId: string): Promise<DocumentSizes>
  /** Whether this file is attached, or about to be. */
  hasFile (assetId: string, media: NewMedia): Promise<boolean>
  /** The ready file of an asset. */
  readyFile (assetId: string): Promise<{ readonly size: number, readonly sha256: string } | undefined>
  /** The item that an earlier row has given this name. */
  itemOf (fileId: string): Promise<string | undefined>
  /** Names an existing item, for later rows. */
  name (fileId: string, itemId: string): Promise<void>
  /** Whether a project is the other one, or below it. */
  isWithin (projectId: string, otherId: string): Promise<boolean>
  apply (plan: Plan): Promise<void>
}
