import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { FieldGroupNotFound } from '../../errors.js'
import { assetKind } from '../../items/kinds.js'
import { FindingOutdated, type Follower } from '../../media/analysis/settle.js'
import type { FileMetadata } from '../../media/analysis/task.js'
import type { Transaction } from '../../core/transact.js'
import type { AssetRow } from '../../items/rows.js'
import { fieldTypes, type FieldTypeName, type StoredValue } from '../types/index.js'
import { valueAt } from '../metadata-source.js'
import type { SharedTools } from './check.js'
import { applyObject, isEntries } from './documents.js'
import { holdGroup } from './group.js'
import { excessOf, loadDocument, replaceDocument, toStore, weighItem } from './stored.js'

interface SourcedField {
  readonly id: number
  readonly field_group_id: number
  readonly revision: number
  readonly field_type: FieldTypeName
  readonly dropdown_options: string
  readonly metadata_source: string
}

/** The values for the fields of a group. */
interface GroupValues {
  readonly groupId: number
  readonly revision: number
  readonly values: Map<string, StoredValue>
}

/** $1 account: fields whose values come from files, group by group */
const findSourced = statement<SourcedField>('fields_sourced', () => `
  SELECT f.id, f.field_group_id, g.revision, f.field_type, f.dropdown_options, f.metadata_source
  FROM fields AS f JOIN field_groups AS g ON g.id = f.field_group_id
  WHERE f.account_id = $1 AND f.metadata_source IS NOT NULL AND g.group_type = 'default' AND NOT g.removed
  ORDER BY f.field_group_id, f.id`)

/** Sets the fields whose values come from files, unless they have a value. */
export function createMetadataValues ({ database, tools }: { database: Database, tools: SharedTools }) {
  /** Cleans rich text before the transaction, which is rolled back if a group has changed since. */
  async function prepare (accountId: number, metadata: FileMetadata): Promise<Follower> {
    const groups = new Map<number, GroupValues>()
    for (const field of await database.reads.sql.all(findSourced, [accountId])) {
      const value = await toValue(accountId, field, valueAt(metadata, field.metadata_source))
      if (value === null) continue
      const { field_group_id: groupId, revision } = field
      const group = groups.get(groupId) ?? { groupId, revision, values: new Map() }
      groups.set(groupId, group)
      group.values.set(String(field.id), value)
    }
    return async (tx, asset) => { for (const group of groups.values()) await fill(tx, asset, group) }
  }

  /** Null if it does not fit the type. */
  async function toValue (
    accountId: number, field: SourcedField, found: string | number | null
  ): Promise<StoredValue | null> {
    if (found === null) return null
    const dropdownOptions = JSON.parse(field.dropdown_options) as unknown[]
    const checked = await fieldTypes[field.field_type].check(asWanted(field.field_type, String(found)),
      { dropdownOptions }, { cleanRichText: (html) => tools.cleanRichText(html, { accountId, userId: 0 }) })
    return 'value' in checked ? checked.value : null
  }

  return { prepare }
}

/**
 * Converts a text to the form of the type. Text in a file is not markup, so it is escaped; a date is cut out of a time.
 */
function asWanted (type: FieldTypeName, text: string): string {
  if (type === 'rich_text') return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  if (type === 'date') return text.replace(/^(\d{4}-\d{2}-\d{2})T.*$/, '$1')
  const isMoment = type === 'datetime' && /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text)
  return isMoment && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : text
}

async function fill (tx: Transaction, asset: AssetRow, { groupId, revision, values }: GroupValues): Promise<void> {
  const group = await holdGroup(tx, groupId).catch((error: unknown) => {
    if (error instanceof FieldGroupNotFound) return null
    throw error
  })
  if (group === null) return
  if (group.revision !== revision) throw new FindingOutdated()
  const before = await loadDocument(tx.sql, tx.caller, asset.id, groupId)
  const stored = before?.document ?? {}
  // Somebody has put entries into a default group: there is no single value.
  if (isEntries(stored)) return
  const missing = new Map([...values].filter(([fieldId]) => stored[fieldId] === undefined))
  if (missing.size === 0) return
  const after = toStore(applyObject(stored, missing).document)
  const excess = await excessOf(groupId, before, after, () => weighItem(tx.sql, tx.caller, asset.id))
  if (excess === null) await replaceDocument(assetKind, tx, asset, groupId, before, after)
}

export type MetadataValues = ReturnType<typeof createMetadataValues>
