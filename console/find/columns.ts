import { signal } from '@preact/signals'
import { fieldNames } from '../items/item.ts'
import { groups, type CustomField } from './names.ts'
import { keep, readKept } from './kept.ts'

/** A column of the table, besides the title. */
export interface Column {
  readonly key: string
  readonly name: string
  /** The order of a search that is sorted by it, at first. */
  readonly sort?: string
  /** The custom field of its cells, and the group of that. */
  readonly custom?: { readonly field: CustomField, readonly group: string }
}

export const TITLE: Column = { key: 'title', name: 'Title', sort: 'title' }

const OWN: readonly Column[] = [
  { key: 'category', name: 'Category' },
  { key: 'owner', name: 'Owner' },
  { key: 'kind', name: 'Type' },
  { key: 'size', name: 'Size' },
  { key: 'duration', name: 'Duration' },
  { key: 'created_date', name: 'Created', sort: '-created_date' },
  { key: 'modified_date', name: 'Changed', sort: '-modified_date' }
]
const USUAL: readonly string[] = ['category', 'owner', 'modified_date']

/** Types of custom fields that are edited only on the page of the item. */
const LONG = new Set(['textarea', 'rich_text'])

/** All columns to choose from. Groups with entries have no single value for a cell. */
export function allColumns (): readonly Column[] {
  const custom = (groups.value ?? []).filter(({ group_type: type }) => type === 'default')
    .flatMap((group) => group.fields.map((field) =>
      ({ key: `field.${field.id}`, name: field.name, custom: { field, group: String(group.id) } })))
  return [...OWN, ...custom]
}

/** The columns that were chosen, in their order. */
export function chosenColumns (): readonly Column[] {
  const { columns = USUAL } = readKept()
  return allColumns().filter(({ key }) => columns.includes(key))
}

/** Whether the table has columns whose names have to be loaded. */
export function namesCustomFields (): boolean {
  return readKept().columns?.some((key) => key.startsWith('field.')) === true
}

export function toggleColumn (key: string): void {
  const { columns = USUAL } = readKept()
  keep({ columns: columns.includes(key) ? columns.filter((other) => other !== key) : [...columns, key] })
}

/** The cell that is being edited. */
export interface Edited { readonly id: string, readonly key: string }
export const edited = signal<Edited | null>(null)

/** Whether values of this column are edited in their cells. */
export function isEditable ({ key, custom }: Column, isAdmin: boolean): boolean {
  if (custom === undefined) return fieldNames[key] !== undefined
  return !LONG.has(custom.field.field_type) && (!custom.field.read_only || isAdmin)
}
