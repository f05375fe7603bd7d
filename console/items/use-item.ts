import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { sentenceOf } from '../api/failure.ts'
import type { Item, ItemType } from '../api/client.ts'
import { useChanges } from '../live/follow.ts'
import { tell, tellFailure } from '../ui/notes.tsx'
import { edit, editsOf, forgetEdits, isEmpty, type Edits } from './edits.ts'
import { assign, Conflict, fieldNames, FieldsFailure, readItem, saveItem, type Version } from './item.ts'

export interface Editing {
  readonly type: ItemType
  readonly id: string
  readonly version: ReadonlySignal<Version | null>
  readonly edits: Signal<Edits>
  readonly failure: ReadonlySignal<string | null>
  readonly wrong: ReadonlySignal<Readonly<Record<string, string>>>
  readonly conflict: Signal<Version | null>
  readonly isSaving: ReadonlySignal<boolean>
  /** Counts the changes of this item, so that its parts know when to load again. */
  readonly heard: ReadonlySignal<number>
  readonly save: (over?: Version) => Promise<void>
  readonly reload: () => Promise<void>
  readonly rebase: (theirs: Version) => void
}

/** An item that is shown and edited, perhaps by several users. */
export function useItem (type: ItemType, id: string): Editing {
  const version = useSignal<Version | null>(null)
  const failure = useSignal<string | null>(null)
  const wrong = useSignal<Readonly<Record<string, string>>>({})
  const conflict = useSignal<Version | null>(null)
  const isSaving = useSignal(false)
  const heard = useSignal(0)
  const edits = editsOf(type, id)

  async function reload (): Promise<void> {
    try {
      take(await readItem(type, id))
      failure.value = null
    } catch (error) {
      failure.value = sentenceOf(error)
    }
  }

  /** Shows what is stored now, unless another user has changed an edited field: saving reports this. */
  function take (now: Version): void {
    const before = version.value
    const both = before === null
      ? []
      : Object.keys(edits.value.fields).filter((name) => !same(valueOf(before.item, name), valueOf(now.item, name)))
    if (both.length === 0) version.value = now
    else if (before!.tag !== now.tag) tell(`Somebody else has changed ${both.map((name) => fieldNames[name] ?? name).join(', ')} too.`)
  }

  async function save (over: Version | null = null): Promise<void> {
    if (isEmpty(edits.value)) return
    isSaving.value = true
    wrong.value = {}
    const base = over ?? version.value!
    const saved = edits.value
    try {
      await saveItem(type, id, base.tag, saved)
      forgetEdits(edits)
      version.value = await readItem(type, id)
      tell('Saved.', Object.keys(saved.groups).length > 0 ? undefined : () => takeBack(base.item, saved))
      heard.value++
    } catch (error) {
      if (error instanceof Conflict) conflict.value = error.theirs
      else {
        if (error instanceof FieldsFailure) wrong.value = error.fields
        tellFailure(error)
      }
    } finally {
      isSaving.value = false
    }
  }

  async function takeBack (before: Item, { fields }: Edits): Promise<void> {
    const { project_id: _, ...own } = fields
    const values = Object.fromEntries(Object.keys(own).map((name) => [name, valueOf(before, name) ?? '']))
    await saveItem(type, id, '*', { fields: values, groups: {} })
    if ('project_id' in fields) await assign(type, id, before.project_id)
    await reload()
  }

  function rebase (theirs: Version): void {
    version.value = theirs
    for (const [name, value] of Object.entries(edits.value.fields)) edit(edits, 'fields', name, value, valueOf(theirs.item, name))
    conflict.value = null
  }

  useEffect(() => { reload() }, [type, id])
  useChanges((change) => {
    const { asset_id: assetId, project_id: projectId } = change?.targets ?? {}
    if (change !== null && (type === 'asset' ? assetId : projectId) !== id) return
    heard.value++
    if (!isSaving.value) reload()
  })
  return { type, id, version, edits, failure, wrong, conflict, isSaving, heard, save, reload, rebase }
}

export function valueOf (item: Item, name: string): unknown {
  return (item as unknown as Record<string, unknown>)[name]
}

function same (one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
