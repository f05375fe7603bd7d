import { Flag } from '../../http/schemas.js'
import { ruleFor } from '../../http/validation.js'
import { readTags } from '../columns.js'
import type { ColumnField } from '../fields.js'
import { isObject, type Cells, type RowError } from './parse.js'
import type { ImportFormat } from './rows.js'

export const GROUPS_RULE = 'Must be an array of Hash'

/** A cell has the type of its field. Spreadsheets write `TRUE`. */
export function readCell (cell: string, { field_type: type }: ColumnField): unknown {
  if (cell === '') return null
  return type === 'boolean' && /^(?:true|false)$/i.test(cell) ? cell.toLowerCase() === 'true' : cell
}

export function readEditable (name: string, value: unknown, format: ImportFormat): unknown {
  if (name === 'external_id' && value === null) return ''
  return name === 'tags' && format === 'csv' ? readTags(value as string) : value
}

/** A list as `GET …/custom_fields` answers it, or an object by ids of groups. */
export function listGroups (sent: unknown, errors: RowError[]): Array<[id: string, values: unknown]> {
  if (sent == null) return []
  if (isObject(sent)) return Object.entries(sent)
  const isList = Array.isArray(sent) && sent.every((group) => isObject(group) && group.field_group_id !== undefined)
  if (!isList) errors.push({ column: 'custom_fields', error: GROUPS_RULE })
  return isList
    ? (sent as Array<Record<string, unknown>>).map((group) => [String(group.field_group_id), group.values])
    : []
}

/** Whether a row makes its project private; null if it does not say. Spreadsheets write `TRUE`. */
export function checkPrivate (cells: Cells, errors: RowError[]): boolean | null {
  const sent = cells.get('private') ?? ''
  const value = typeof sent === 'string' ? sent.toLowerCase() : sent
  if (value === '') return null
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  errors.push({ column: 'private', error: ruleFor(Flag, sent) })
  return null
}
