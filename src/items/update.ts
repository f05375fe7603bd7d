import { claimExternalId, releaseExternalIds } from '../external-ids/claims.js'
import { EXTERNAL_ID_TAKEN, InvalidParameter, PreconditionFailed } from '../errors.js'
import { inspect } from '../http/inspect.js'
import { refuseLongerList } from '../http/rules.js'
import { record } from '../core/events/record.js'
import { toItemId } from '../basics/ids.js'
import { comparable } from '../basics/texts.js'
import { toSeconds } from '../basics/time.js'
import type { TransactionOptions } from '../database/database.js'
import type { Caller } from '../core/caller.js'
import type { Transaction } from '../core/transact.js'
import type { ItemKind } from './kinds.js'
import { lockItem } from './require.js'
import type { AssetRow, ProjectRow } from './rows.js'

/** The fields that a PUT may change. Absent fields stay. */
export interface ItemChanges {
  readonly title?: string
  readonly description?: string
  readonly category?: string
  readonly tags?: readonly string[]
  /** `""` clears it. */
  readonly external_id?: string
}

/** Adds or removes single tags, as others may change tags at the same time. */
export interface ItemUpdate extends ItemChanges {
  readonly add_tags?: readonly string[]
  readonly remove_tags?: readonly string[]
}

export interface UpdateResult<Row> {
  readonly row: Row
  /** Empty if the update was done. Otherwise nothing was changed. */
  readonly errors: { readonly external_id?: string }
}

/** Whether the item is as the caller expects. It is called while the item is locked. */
export type Expectation<Row> = (row: Row) => boolean

/**
 * Changes the sent fields, and the modification date if one of them differs. Throws the item's 404, and
 * PreconditionFailed if the item is not as expected.
 */
export async function updateItem<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, id: string, update: ItemUpdate, isExpected?: Expectation<Row>
): Promise<UpdateResult<Row>> {
  const before = await lockItem(kind, tx, id, 'change')
  if (isExpected?.(before) === false) throw new PreconditionFailed()
  const after: Row = { ...kind.shape.edit(before, withTags(before, update)), modification_date: toSeconds(tx.time) }
  const fields = kind.shape.differences(before, after)
  if (fields.length === 0) return { row: before, errors: {} }

  if (after.external_id !== before.external_id) {
    if (after.external_id !== null && !await claimExternalId(tx, after.external_id, kind.type, before.id)) {
      return { row: before, errors: { external_id: EXTERNAL_ID_TAKEN } }
    }
    await releaseExternalIds(tx, [before])
  }
  await tx.sql.run(kind.statements.update, [after.id, tx.caller.accountId, ...kind.shape.updated(after, tx.time)])
  if (tx.held.has(after.id)) tx.held.set(after.id, after)
  await record(tx, kind.event('EDITED_METADATA', after, { fields }))
  return { row: after, errors: {} }
}

/**
 * An update of an item shares its commit with others. An update of an external id may have to wait for the other item
 * that has it, so it has a transaction of its own.
 */
export function sharedUpdate<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, caller: Caller, sentId: string, changes: ItemUpdate
): TransactionOptions {
  return changes.external_id === undefined ? sharedChange(kind, caller, sentId) : {}
}

/** A change of one item, which waits for no other row, shares its commit with others. */
export function sharedChange<Row extends AssetRow | ProjectRow> (
  { statements }: ItemKind<Row>, { accountId }: Caller, sentId: string
): TransactionOptions {
  const id = toItemId(sentId)
  return id === null ? {} : { shared: { hold: { lock: statements.holdList, accountId, id } } }
}

/** Tags are stored as sent, and compared as exact values are. Throws InvalidParameter if there would be too many. */
function withTags<Row extends AssetRow | ProjectRow> (
  { tags }: Row, { add_tags: added = [], remove_tags: removed = [], ...changes }: ItemUpdate
): ItemChanges {
  if (added.length === 0 && removed.length === 0) return changes
  const before = JSON.parse(tags) as string[]
  const leaving = new Set(removed.map(comparable))
  const kept = before.filter((tag) => !leaving.has(comparable(tag)))
  const known = new Set(kept.map(comparable))
  const more = new Map<string, string>()
  for (const tag of added) if (!known.has(comparable(tag)) && !more.has(comparable(tag))) more.set(comparable(tag), tag)
  const after = [...kept, ...more.values()]
  const rule = after.length > before.length ? refuseLongerList(after) : undefined
  if (rule !== undefined) throw new InvalidParameter('add_tags', inspect(added), rule)
  return { ...changes, tags: after }
}
