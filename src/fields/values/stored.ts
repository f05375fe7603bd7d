import type { Caller } from '../../core/caller.js'
import type { Sql } from '../../database/sql.js'
import { record } from '../../core/events/record.js'
import type { ItemKind } from '../../items/kinds.js'
import type { AssetRow, ProjectRow } from '../../items/rows.js'
import type { Transaction } from '../../core/transact.js'
import {
  DOCUMENT_TOO_LARGE, DOCUMENTS_TOO_LARGE, LARGEST_DOCUMENT, LARGEST_DOCUMENTS, MOST_ENTRIES, TOO_MANY_ENTRIES
} from '../limits.js'
import { isEntries, orNull, parseDocument, presentDocument, type FieldDocument } from './documents.js'
import { findDocument, removeDocument, storeDocument, weighDocuments } from './statements.js'

/** The values of an item in a group: as stored and shown text, and parsed. */
export interface StoredDocument {
  readonly text: string
  readonly document: FieldDocument
}

export async function loadText (sql: Sql, caller: Caller, itemId: string, groupId: number): Promise<string | null> {
  const row = await sql.first(findDocument, [itemId, groupId, caller.accountId])
  return row === undefined ? null : row.document
}

export async function loadDocument (
  sql: Sql, caller: Caller, itemId: string, groupId: number
): Promise<StoredDocument | null> {
  const text = await loadText(sql, caller, itemId, groupId)
  return text === null ? null : { text, document: parseDocument(text) }
}

/** The document to store; null if nothing is left. */
export function toStore (document: FieldDocument): StoredDocument | null {
  return orNull(document) === null ? null : { document, text: JSON.stringify(presentDocument(document)) }
}

/** The bytes of the documents of an item, by group. */
export type DocumentSizes = ReadonlyMap<number, number>

export async function weighItem (sql: Sql, caller: Caller, itemId: string): Promise<DocumentSizes> {
  const rows = await sql.all(weighDocuments, [itemId, caller.accountId])
  return new Map(rows.map(({ groupId, bytes }) => [groupId, bytes]))
}

/**
 * Why a change exceeds the limits of a group, or of all groups of its item, or null. What was larger before the limits
 * may be made smaller in steps. The sizes of the item are read only if a document grows.
 */
export async function excessOf (
  groupId: number,
  before: StoredDocument | null,
  after: StoredDocument | null,
  weigh: () => Promise<DocumentSizes>
): Promise<string | null> {
  if (countEntries(after) > Math.max(MOST_ENTRIES, countEntries(before))) return TOO_MANY_ENTRIES
  const bytes = countBytes(after)
  if (bytes <= countBytes(before)) return null
  if (bytes > LARGEST_DOCUMENT) return DOCUMENT_TOO_LARGE
  let together = bytes
  for (const [other, size] of await weigh()) if (other !== groupId) together += size
  return together > LARGEST_DOCUMENTS ? DOCUMENTS_TOO_LARGE : null
}

function countEntries (stored: StoredDocument | null): number {
  return stored !== null && isEntries(stored.document) ? stored.document.length : 0
}

export function countBytes (stored: StoredDocument | null): number {
  return stored === null ? 0 : Buffer.byteLength(stored.text)
}

/** Replaces a stored document, and records it; does nothing if both are the same. */
export async function replaceDocument<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>,
  tx: Transaction,
  row: Row,
  groupId: number,
  before: StoredDocument | null,
  after: StoredDocument | null
): Promise<void> {
  if (before?.text === after?.text) return
  const { accountId } = tx.caller
  if (after === null) await tx.sql.run(removeDocument, [row.id, groupId, accountId])
  else await tx.sql.run(storeDocument, [row.id, groupId, accountId, kind.type, after.text])
  const change = after === null ? 'REMOVED_FIELD_GROUP' : before === null ? 'ADDED_FIELD_GROUP' : 'EDITED_FIELD_GROUP'
  await record(tx, kind.event(change, row, { targets: { field_group_id: groupId }, severity: after === null ? 2 : 1 }))
}
