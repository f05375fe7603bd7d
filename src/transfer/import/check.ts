import type { TSchema } from '@sinclair/typebox'
import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler'
import type { Caller } from '../../core/caller.js'
import { itemTypes, type ItemType } from '../../core/item-type.js'
import type { Sql } from '../../database/sql.js'
import { FieldGroupNotFound, InvalidFileUrl, MissingParameter } from '../../errors.js'
import { createChecker, type SentValues, type SharedTools } from '../../fields/values/check.js'
import type { Changes, EntryChanges } from '../../fields/values/documents.js'
import { requireGroup, type Group } from '../../fields/values/group.js'
import { mustBeOneOf } from '../../http/rules.js'
import { Description, Name, Reference, Text, TextList } from '../../http/schemas.js'
import { ruleFor } from '../../http/validation.js'
import type { ItemChanges } from '../../items/update.js'
import type { NewMedia } from '../../media/files.js'
import { parseHttpUrl } from '../../outbound/index.js'
import { fieldColumn, fieldOf } from '../columns.js'
import type { ColumnField } from '../fields.js'
import { checkPrivate, GROUPS_RULE, listGroups, readCell, readEditable } from './cells.js'
import { isColumn, isObject, type Cells, type RowError } from './parse.js'
import type { ImportFormat } from './rows.js'

/** Values of a group, checked against its fields. */
export interface CheckedGroup {
  readonly group: Group
  readonly column: string
  readonly object?: Changes
  readonly entries?: readonly EntryChanges[]
  /** Whether the values are cells: an empty one clears the value. */
  readonly isCells: boolean
}

/** A row, checked as far as possible without the database. */
export interface CheckedRow {
  readonly type: ItemType | null
  readonly cells: Cells
  readonly changes: ItemChanges
  readonly groups: readonly CheckedGroup[]
  readonly media: NewMedia | null
  /** Null if the row does not say it. */
  readonly isPrivate: boolean | null
  readonly errors: readonly RowError[]
}

/** A failure: the key as sent, and its text. */
type FieldFailure = readonly [key: string, text: string]

/** Maximum number of failures that are kept for a row. */
const MOST_FAILURES = 100

type GroupChecker = ReturnType<typeof createChecker> & { readonly group: Group, readonly failures: FieldFailure[] }

/** The fields that a row may change, as a PUT may. */
export const editable: Record<keyof ItemChanges, TSchema> = {
  title: Name, description: Description, category: Name, tags: TextList, external_id: Reference
}
const references = ['project', 'project_id', 'id'] as const
const UNKNOWN_COLUMN = 'Unknown column'

export interface RowCheckerDependencies {
  readonly sql: Sql
  readonly caller: Caller
  readonly tools: SharedTools
  readonly format: ImportFormat
  readonly fields: ReadonlyMap<number, ColumnField>
}

export function createRowChecker ({ sql, caller, tools, format, fields }: RowCheckerDependencies) {
  const known = new Map<string, Promise<GroupChecker | null>>()
  // Whether a value may be set by administrators only is checked when it is known to change.
  const everyone: Caller = { ...caller, admin: true }

  function checkerOf (id: string): Promise<GroupChecker | null> {
    let checker = known.get(id)
    if (checker === undefined) known.set(id, checker = openChecker(id))
    return checker
  }

  async function openChecker (id: string): Promise<GroupChecker | null> {
    try {
      const group = await requireGroup(sql, caller, id)
      const failures: FieldFailure[] = []
      return {
        group,
        failures,
        ...createChecker(group.fields, everyone, tools, {
          add: (key, text) => {
            if (failures.length < MOST_FAILURES) failures.push([key, text])
          }
        })
      }
    } catch (error) {
      if (error instanceof FieldGroupNotFound) return null
      throw error
    }
  }

  async function checkGroup (
    id: string, column: string, sent: unknown, isCells: boolean, errors: RowError[]
  ): Promise<CheckedGroup[]> {
    const checker = await checkerOf(id)
    if (checker === null) {
      errors.push({ column, error: new FieldGroupNotFound().message })
      return []
    }
    const { group, failures, checkObject, checkEntries } = checker
    failures.length = 0
    const isList = Array.isArray(sent) && sent.every(isObject)
    if (!isList && !isObject(sent)) {
      errors.push({ column, error: GROUPS_RULE })
      return []
    }
    const checked = isList
      ? { entries: await checkEntries(group.id, sent as SentValues[]) }
      : { object: await checkObject(sent as SentValues) }
    for (const [key, error] of failures) {
      errors.push({ column: /^\d{1,10}$/.test(key) && key !== id ? fieldColumn(Number(key)) : column, error })
    }
    return failures.length > 0 ? [] : [{ group, column, isCells, ...checked }]
  }

  async function checkFields (cells: Cells, errors: RowError[]): Promise<CheckedGroup[]> {
    const byGroup = new Map<number, Record<string, unknown>>()
    for (const [name, value] of cells) {
      const field = fields.get(fieldOf(name) ?? -1)
      if (field === undefined) continue
      const values = byGroup.get(field.field_group_id) ?? {}
      byGroup.set(field.field_group_id, values)
      values[field.id] = format === 'csv' ? readCell(value as string, field) : value
    }
    const checked: CheckedGroup[] = []
    for (const [id, values] of byGroup) {
      checked.push(...await checkGroup(String(id), fieldColumn(Number(Object.keys(values)[0])), values, true, errors))
    }
    for (const [id, values] of listGroups(cells.get('custom_fields'), errors)) {
      checked.push(...await checkGroup(id, 'custom_fields', values, false, errors))
    }
    return checked
  }

  return async function check (cells: Cells): Promise<CheckedRow> {
    const errors: RowError[] = []
    for (const name of format === 'ndjson' ? cells.keys() : []) {
      if (!isColumn(name, fields, format)) errors.push({ column: name.slice(0, 100), error: UNKNOWN_COLUMN })
    }
    const changes: Record<string, unknown> = {}
    for (const [name, schema] of Object.entries(editable)) {
      if (!cells.has(name)) continue
      const value = readEditable(name, cells.get(name), format)
      const rule = ruleBroken(schema, value)
      if (rule === null) changes[name] = value
      else errors.push({ column: name, error: rule })
    }
    for (const name of references) {
      const rule = cells.get(name) == null ? null : ruleBroken(Text, cells.get(name))
      if (rule !== null) errors.push({ column: name, error: rule })
    }
    const sentType = cells.get('type') ?? ''
    const type = itemTypes.find((name) => name === sentType) ?? null
    if (sentType !== '' && type === null) errors.push({ column: 'type', error: mustBeOneOf(itemTypes) })
    const groups = await checkFields(cells, errors)
    return {
      type, cells, changes, groups, media: checkMedia(cells, errors), isPrivate: checkPrivate(cells, errors), errors
    }
  }
}

function checkMedia (cells: Cells, errors: RowError[]): NewMedia | null {
  const [url, filename] = [cells.get('file_url') ?? '', cells.get('filename') ?? '']
  if (url === '' && filename === '') return null
  const wrong: RowError[] = []
  if (url === '') wrong.push({ column: 'file_url', error: new MissingParameter('file_url').message })
  if (filename === '') wrong.push({ column: 'filename', error: new MissingParameter('filename').message })
  for (const [column, value, schema] of [['file_url', url, Reference], ['filename', filename, Name]] as const) {
    const rule = ruleBroken(schema, value)
    if (rule !== null) wrong.push({ column, error: rule })
  }
  if (wrong.length === 0 && parseHttpUrl(url as string) === null) {
    wrong.push({ column: 'file_url', error: new InvalidFileUrl().message })
  }
  errors.push(...wrong)
  return wrong.length > 0 ? null : { file_url: url as string, filename: filename as string }
}

const compiled = new Map<TSchema, TypeCheck<TSchema>>()

function ruleBroken (schema: TSchema, value: unknown): string | null {
  let check = compiled.get(schema)
  if (check === undefined) compiled.set(schema, check = TypeCompiler.Compile(schema))
  return check.Check(value) ? null : ruleFor(schema, value)
}
