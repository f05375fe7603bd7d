import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { isAdmin } from '../api/session.ts'
import { useCustomFields, useDuration } from '../items/cells.ts'
import type { Values } from '../items/groups.ts'
import { loadUsers, whoHas } from '../items/people.ts'
import { newestShown, useFiles } from '../items/previews.ts'
import { rightsOf } from '../items/rights.ts'
import { Lazy } from '../ui/lazy.tsx'
import { ago, bytes, date, duration } from '../ui/words.ts'
import { edited, isEditable, type Column } from './columns.ts'
import { indexAt } from './drag-select.ts'
import { nameOfValue } from './names.ts'
import type { Found } from './results.ts'
import { active } from './selection.ts'

interface CellProps {
  readonly column: Column
  readonly result: Found
}

const loadEditor = async () => (await import('./cell-editor.tsx')).CellEditor

/** A cell of the table: its value, or the input in which it is edited. */
export function Cell ({ column, result }: CellProps) {
  return (
    <span role='gridcell' class='cell-quiet column'>
      <Editable column={column} result={result}><Value column={column} result={result} /></Editable>
    </span>
  )
}

/** Has a button to edit the value, if that is possible. */
export function Editable ({ column, result, children }: CellProps & { readonly children: ComponentChildren }) {
  const { type, item } = result
  if (edited.value !== null && edited.value.id === item.id && edited.value.key === column.key) {
    return <Lazy load={loadEditor} props={{ column, result }} />
  }
  return (
    <>
      {children}
      {!item.deleted && isEditable(column, isAdmin.value) && rightsOf(type, item).change && (
        <button
          type='button' class='cell-edit' tabIndex={-1} title={`Edit ${column.name}`}
          onClick={(event) => {
            active.value = indexAt(event) ?? active.value
            edited.value = { id: item.id, key: column.key }
          }}
        />
      )}
    </>
  )
}

function Value ({ column: { key, custom }, result: { type, item } }: CellProps) {
  if (custom !== undefined) {
    return <CustomValue type={type} item={item} group={custom.group} field={String(custom.field.id)} />
  }
  if (type === 'project' && (key === 'kind' || key === 'size')) return <>{key === 'kind' ? 'Project' : ''}</>
  if (key === 'kind' || key === 'size') return <FileValue item={item} part={key} />
  if (key === 'duration') return <DurationValue type={type} item={item} />
  if (key === 'created_date') return <Time value={item.created_date} />
  if (key === 'modified_date') return <Time value={item.modification_date} />
  return key === 'owner' ? <Owner email={item.owner} /> : <>{item.category}</>
}

function Owner ({ email }: { email: string }) {
  useEffect(() => { loadUsers() }, [])
  return <bdi title={email}>{whoHas(email)}</bdi>
}

function Time ({ value }: { value: string }) {
  return <time dateTime={value} title={date(value)}>{ago(value)}</time>
}

function FileValue ({ item, part }: { item: Found['item'], part: 'kind' | 'size' }) {
  const file = newestShown(useFiles(item) ?? [])
  return <>{part === 'size' ? bytes(file?.size ?? null) : file?.content_type ?? ''}</>
}

function DurationValue ({ type, item }: Found) {
  const seconds = useDuration(type, item.id, item.original_filename !== null)
  return <>{seconds === null ? '' : duration(seconds)}</>
}

function CustomValue ({ type, item, group, field }: Found & { group: string, field: string }) {
  const value = (useCustomFields(type, item.id, true)?.[group] as Values | undefined)?.[field] ?? null
  return <>{value === null ? '' : wordsOf(field, value)}</>
}

function wordsOf (field: string, value: unknown): string {
  const text = nameOfValue(`field.${field}`, String(value))
  return /^\d{4}-\d\d-\d\dT/.test(text) ? date(text) : text.replace(/<[^<>]*>/g, ' ')
}
