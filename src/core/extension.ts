import type { TSchema } from '@sinclair/typebox'
import type { Dialect, Sql } from '../database/sql.js'
import type { Caller } from './caller.js'
import type { EventKind } from './events/forms.js'
import type { GuestView } from './guest-view.js'
import type { ItemType } from './item-type.js'

/** What a domain adds to searches. */
export interface SearchExtension {
  /** Its filters by parameter name, in the order in which invalid ones are reported. */
  readonly filters: Readonly<Record<string, AddedFilter>>
  /** What the index entry of an item `i` is made of: SQL expressions by name, which give text or null. */
  readonly columns?: (sql: Dialect, type: ItemType) => Readonly<Record<string, string>>
  /** The exact values of an item by filter, made of these columns. */
  readonly valuesOf?: (type: ItemType, columns: Columns) => ReadonlyArray<readonly [filter: string, value: string]>
  /** The events after which an item has other values. */
  readonly events?: readonly EventKind[]
}

export type Columns = Readonly<Record<string, string | null>>

/** A value in a search. Null, false and an empty list filter nothing. */
export type AddedValue = readonly string[] | string | boolean | null

/** A filter that a domain adds. `byValues` and `byList` make them: src/http/search-parameters.ts. */
export interface AddedFilter {
  readonly query: TSchema
  readonly body: TSchema
  /** Reads a value that was checked, or undefined if none was sent. */
  readonly read: (sent: unknown, isTyped: boolean) => AddedValue
  /** Finds items that have one of these exact values. */
  readonly values?: (value: AddedValue, caller: Caller) => readonly string[]
  /** Finds the items of a list that the domain keeps. Null if the caller sees no such list. */
  readonly list?: (sql: Sql, caller: Caller, value: string) => Promise<KeptList | null>
}

/** A list of assets in a table of its domain. Its assets are looked up one by one. */
export interface KeptList {
  readonly table: string
  readonly keyColumn: string
  readonly assetColumn: string
  readonly key: number
}

/** What a domain adds to the `review` of an asset: in the lists of users, and where guests see the asset. */
export interface ReviewPart {
  readonly name: string
  readonly schema: TSchema
  /** An SQL expression of an asset `i`, which gives text or null. */
  readonly column: (sql: Dialect) => string
  readonly present: (column: string | null) => unknown
  /** What guests see of it, if it is an object. Null: nothing. */
  readonly guests: GuestView | null
}

/** What a domain adds to the line of an item in exports. */
export interface LinePart {
  /** Its name in the line. */
  readonly name: string
  /** The type of items whose lines have it. Default: both. */
  readonly type?: ItemType
  /** An SQL condition: whether an item has some. `item` is the item's id. */
  readonly isThere: (item: string) => string
  /** Reads what an item has, as JSON texts, a few at a time: an item may have tens of megabytes of it. */
  readonly read: (sql: Sql, accountId: number, itemId: string) => AsyncGenerator<readonly string[]>
}
