import type { StoredValue } from '../types/index.js'

/** The largest id of an entry; the smallest is its negative. */
export const LARGEST_CFG_ID = 2 ** 31 - 1

/** Values by field id. */
export type Values = Readonly<Record<string, StoredValue>>

/** One entry of a group that stores several: its values under its id. */
export interface GroupEntry {
  readonly cfgId: number
  readonly values: Values
}

/** The values of an item in a group: one object, or entries. */
export type FieldDocument = Values | readonly GroupEntry[]

/** The changes of a request: `null` clears a value. An entry without a cfg_id is new. */
export type Changes = ReadonlyMap<string, StoredValue | null>
export interface EntryChanges {
  readonly cfgId: number | null
  readonly changes: Changes
}

export function isEntries (document: FieldDocument): document is readonly GroupEntry[] {
  return Array.isArray(document)
}

/**
 * Applies a sent object. In a group that stores entries it adds one. Returns the values for the answer.
 */
export function applyObject (
  stored: FieldDocument | null, changes: Changes
): { document: FieldDocument, shown: Values } {
  if (stored !== null && isEntries(stored)) {
    const entry = { cfgId: cfgIdsBeside(stored)(), values: merge({}, changes) }
    return { document: [...stored, entry].filter(holdsValues), shown: entry.values }
  }
  const values = merge(stored ?? {}, changes)
  return { document: values, shown: values }
}

/** Applies a sent array. Values that were stored as one object become the first entry. */
export function applyEntries (stored: FieldDocument | null, sent: readonly EntryChanges[]): readonly GroupEntry[] {
  const before = stored === null ? [] : isEntries(stored) ? stored : [{ cfgId: null, values: stored }]
  const nextCfgId = cfgIdsBeside([...before, ...sent])
  const entries = new Map<number, Values>()
  for (const { cfgId, values } of before) entries.set(cfgId ?? nextCfgId(), values)
  for (const { cfgId, changes } of sent) {
    const id = cfgId ?? nextCfgId()
    entries.set(id, merge(entries.get(id) ?? {}, changes))
  }
  return [...entries].map(([cfgId, values]) => ({ cfgId, values })).filter(holdsValues)
}

/** The document without one of its entries, which is named as in a path. Null if there is no such entry. */
export function withoutEntry (
  document: FieldDocument, cfgId: string
): { document: FieldDocument, removed: Values } | null {
  const entry = isEntries(document) ? document.find((entry) => String(entry.cfgId) === cfgId) : undefined
  if (entry === undefined) return null
  return {
    document: (document as readonly GroupEntry[]).filter((other) => other !== entry && holdsValues(other)),
    removed: entry.values
  }
}

/** Null if nothing is left to store. */
export function withoutField (document: FieldDocument, fieldId: string): FieldDocument | null {
  const cleared = new Map([[fieldId, null]])
  if (!isEntries(document)) return orNull(merge(document, cleared))
  return orNull(document.map(({ cfgId, values }) => ({ cfgId, values: merge(values, cleared) })).filter(holdsValues))
}

/** An object without values is not stored, and neither is a list without entries. */
export function orNull (document: FieldDocument): FieldDocument | null {
  return Object.keys(document).length === 0 ? null : document
}

/** The contract's form of a document, which is also the stored form: section 4.6. */
export function presentDocument (document: FieldDocument): object {
  return isEntries(document) ? document.map(({ cfgId, values }) => ({ ...values, cfg_id: cfgId })) : document
}

export function parseDocument (text: string): FieldDocument {
  const stored = JSON.parse(text) as Record<string, StoredValue> | Array<
    Record<string, StoredValue> & { cfg_id: number }
  >
  return Array.isArray(stored)
    ? stored.map(({ cfg_id: cfgId, ...values }) => ({ cfgId, values: values as Values }))
    : stored
}

/** Generates ids for new entries: after the largest one, or free ones if that is the maximum. */
function cfgIdsBeside (entries: ReadonlyArray<{ readonly cfgId: number | null }>): () => number {
  const taken = new Set(entries.map(({ cfgId }) => cfgId))
  let last = entries.reduce((largest, { cfgId }) => Math.max(largest, cfgId ?? 0), 0)
  return () => {
    do last = last < LARGEST_CFG_ID ? last + 1 : 1
    while (taken.has(last))
    return last
  }
}

/** An entry without values is removed. */
function holdsValues ({ values }: GroupEntry): boolean {
  return Object.keys(values).length > 0
}

function merge (values: Values, changes: Changes): Values {
  const merged: Record<string, StoredValue> = { ...values }
  for (const [fieldId, value] of changes) {
    if (value === null) delete merged[fieldId]
    else merged[fieldId] = value
  }
  return merged
}
