import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { isAdmin } from '../api/session.ts'
import { forgetCells, useCustomFields } from '../items/cells.ts'
import { same, type Edits } from '../items/edits.ts'
import { storedAt } from '../items/groups.ts'
import { FieldsFailure, readItem, valueOf } from '../items/item.ts'
import { Conflict, saveItem } from '../items/save.ts'
import { inverseOf, takeBack } from '../items/take-back.ts'
import { ValueControl } from '../items/value-field.tsx'
import { isSaveKey } from '../ui/keys.ts'
import { tell, tellFailure } from '../ui/notes.tsx'
import { chosenColumns, edited, isEditable, TITLE, type Column } from './columns.ts'
import { focusActive } from './grid.tsx'
import { titleOf } from './result.tsx'
import { showItem, type Found } from './results.ts'

/**
 * Edits a value in its cell. Enter and leaving the cell save, Escape discards the edit, Tab saves and goes on to the
 * next cell. If somebody else has changed the value in between, the user is told, and saving again overwrites it.
 */
export function CellEditor ({ column, result: { type, item } }: { column: Column, result: Found }) {
  const { key, custom } = column
  const values = useCustomFields(type, item.id, custom !== undefined)
  const isLoaded = custom === undefined || values !== null
  const stored = custom === undefined
    ? valueOf(item as never, key)
    : storedAt(values?.[custom.group], String(custom.field.id))
  const base = useSignal<{ value: unknown } | null>(null)
  const typed = useSignal<{ value: unknown } | null>(null)
  const hasFailed = useSignal(false)
  const isBusy = useRef(false)
  const isLeft = useRef(false)
  const box = useRef<HTMLSpanElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    if (!isLoaded) return
    base.value ??= { value: stored }
    const input = box.current?.querySelector<HTMLInputElement>('input, select')
    input?.focus()
    if (input?.type === 'text') input.select()
  }, [isLoaded])

  function leave (next: string | null, isByKey: boolean): void {
    isLeft.current = true
    if (edited.value?.id !== item.id || edited.value.key !== key) return
    edited.value = next === null ? null : { id: item.id, key: next }
    if (next === null && isByKey) focusActive()
  }

  /** Saves, and goes on to another cell of the row. */
  async function save (next: string | null, isByKey: boolean): Promise<void> {
    if (isBusy.current || isLeft.current) return
    const from = base.value?.value ?? null
    if (typed.value === null || same(typed.value.value, from)) { leave(next, isByKey); return }
    const edit = { value: typed.value.value, base: from }
    const edits: Edits = custom === undefined
      ? { fields: { [key]: edit }, groups: {} }
      : { fields: {}, groups: { [custom.group]: { [custom.field.id]: edit } } }
    isBusy.current = true
    try {
      const saved = await saveItem(type, item.id, await readItem(type, item.id), edits)
      const inverse = inverseOf(edits, saved)
      const show = (now: typeof saved) => {
        showItem(now.version.item)
        forgetCells(type, item.id)
      }
      show(saved)
      tell('Saved.', inverse === null ? undefined : async () => show(await takeBack(type, item.id, saved, inverse)), item.id)
      leave(next, isByKey)
    } catch (error) {
      if (error instanceof Conflict) {
        const { theirs } = error.clashes[0]!
        base.value = { value: theirs }
        tellFailure(new Error(`Somebody else has saved “${String(theirs ?? '')}” meanwhile. Enter replaces it, Escape keeps it.`))
      } else tellFailure(error instanceof FieldsFailure ? new Error(Object.values(error.fields).join(' ')) : error)
      hasFailed.value = true
    } finally {
      isBusy.current = false
    }
  }

  function onKeyDown (event: KeyboardEvent): void {
    // Here the keys are text, and do not move through the results.
    event.stopPropagation()
    if (event.key === 'Escape') leave(null, true)
    else if (event.key === 'Enter' || isSaveKey(event)) save(null, true)
    else if (event.key === 'Tab') save(neighbour(key, event.shiftKey ? -1 : 1), true)
    else return
    event.preventDefault()
  }

  const value = typed.value === null ? stored : typed.value.value
  const change = (now: unknown) => { typed.value = { value: now } }
  if (!isLoaded) return null
  return (
    <span
      ref={box} class={hasFailed.value ? 'cell-editor failed' : 'cell-editor'} onKeyDown={onKeyDown}
      onFocusOut={() => { if (!hasFailed.value) save(null, false) }}
    >
      <label class='hidden-text' for={id}>{column.name} of {titleOf({ type, item })}</label>
      {custom === undefined
        ? (
          <input
            id={id} type='text' maxLength={key === 'title' ? 1000 : undefined} value={String(value ?? '')}
            onInput={(event) => change(event.currentTarget.value)}
          />
          )
        : <ValueControl id={id} field={custom.field} value={value} onChange={change} readOnly={false} />}
    </span>
  )
}

/** The next cell of the row that can be edited; null after the last. */
function neighbour (key: string, step: number): string | null {
  const columns = [TITLE, ...chosenColumns()].filter((column) => isEditable(column, isAdmin.value))
  const keys = columns.map((column) => column.key)
  return keys[keys.indexOf(key) + step] ?? null
}
