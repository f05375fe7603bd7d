import type { Caller } from '../../core/caller.js'
import { ADMINISTRATORS_ONLY } from '../../fields/values/check.js'
import {
  applyEntries, applyObject, isEntries, type Changes, type FieldDocument, type Values
} from '../../fields/values/documents.js'
import { countBytes, excessOf, toStore, type DocumentSizes, type StoredDocument } from '../../fields/values/stored.js'
import { fieldColumn } from '../columns.js'
import type { CheckedGroup } from './check.js'
import type { RowError } from './parse.js'
import type { DocumentChange, Known, ImportTarget } from './target.js'

const HOLDS_ENTRIES = 'Must be empty: the group holds entries'

/** Plans the values of an item. */
export async function planDocuments (
  target: ImportTarget, caller: Caller, known: Known | null, groups: readonly CheckedGroup[], errors: RowError[]
): Promise<DocumentChange[]> {
  const documents = new Map<number, DocumentChange>()
  let stored: DocumentSizes | null = known === null ? new Map() : null
  /** The sizes as they are after the groups so far. */
  const weigh = async () => {
    stored ??= await target.weigh(known!.row.id)
    const planned = [...documents].map(([groupId, { after }]) => [groupId, countBytes(after)] as const)
    return new Map([...stored, ...planned])
  }
  for (const checked of groups) {
    const { group, column } = checked
    const earlier = documents.get(group.id)
    const before = earlier?.before ?? (known === null ? null : await target.document(known.row.id, group.id))
    const latest = earlier === undefined ? before : earlier.after
    const document = apply(latest?.document ?? null, checked, errors)
    if (document === null) continue
    const after = toStore(document)
    const excess = await excessOf(group.id, before, after, weigh)
    if (excess !== null) errors.push({ column, error: excess })
    for (const { field_id: id, read_only: readOnly } of caller.admin ? [] : group.fields) {
      if (readOnly && valuesOf(before, id) !== valuesOf(after, id)) {
        errors.push({ column: fieldColumn(id), error: ADMINISTRATORS_ONLY })
      }
    }
    documents.set(group.id, { groupId: group.id, before, after })
  }
  return [...documents.values()].filter(({ before, after }) => before?.text !== after?.text)
}

/** Null if nothing changes. */
function apply (
  stored: FieldDocument | null, { object, entries, isCells, column }: CheckedGroup, errors: RowError[]
): FieldDocument | null {
  if (entries !== undefined) return applyEntries(stored, entries)
  const changes: Changes = object!
  if (!isCells) return applyObject(stored, changes).document
  if (stored === null || !isEntries(stored)) return applyObject(stored, withoutKept(changes, stored ?? {})).document
  if ([...changes.values()].some((value) => value !== null)) errors.push({ column, error: HOLDS_ENTRIES })
  return null
}

/** An empty text and no value are the same cell. */
function withoutKept (changes: Changes, stored: Values): Changes {
  return new Map([...changes].filter(([id, value]) => value !== null || stored[id] !== ''))
}

/** The values of a field in all entries, as one comparable text. */
function valuesOf (stored: StoredDocument | null, fieldId: number): string {
  if (stored === null) return '[]'
  const { document } = stored
  const values = isEntries(document)
    ? document.filter(({ values }) => fieldId in values).map(({ cfgId, values }) => [cfgId, values[fieldId]])
    : [[null, document[fieldId]]]
  return JSON.stringify(values.filter(([, value]) => value !== undefined))
}
