import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { allOf, urlOf, type ItemType } from '../api/client.ts'
import { sentenceOf } from '../api/failure.ts'
import { useChanges } from '../live/follow.ts'
import { forget, tell, tellFailure } from '../ui/notes.tsx'
import { editsOf, isEmpty, noteTitle, same, without, type Edits } from './edits.ts'
import { storedAt, type GroupValues, type Stored } from './groups.ts'
import { fieldNames, FieldsFailure, idsOf, pathOf, readItem, valueOf, type Version } from './item.ts'
import { Conflict, saveItem, type Clash, type Saved } from './save.ts'
import { inverseOf, nameOfField, takeBack } from './take-back.ts'

export interface Editing {
  readonly type: ItemType
  readonly id: string
  readonly version: ReadonlySignal<Version | null>
  /** The values of custom fields; null until they are loaded. */
  readonly stored: ReadonlySignal<Stored | null>
  readonly edits: Signal<Edits>
  readonly failure: ReadonlySignal<string | null>
  readonly wrong: ReadonlySignal<Readonly<Record<string, string>>>
  readonly conflict: Signal<Conflict | null>
  readonly isSaving: ReadonlySignal<boolean>
  /** Counts the changes of this item, so that its parts know when to load again. */
  readonly heard: ReadonlySignal<number>
  readonly save: () => Promise<void>
  readonly reload: () => Promise<void>
  /** Applies the edits to what another user has saved. Of the clashes, only those of `mine` are kept. */
  readonly settle: (conflict: Conflict, mine: (clash: Clash) => boolean) => void
}

/** An item that is shown and edited, perhaps by several users. */
export function useItem (type: ItemType, id: string): Editing {
  const version = useSignal<Version | null>(null)
  const stored = useSignal<Stored | null>(null)
  const failure = useSignal<string | null>(null)
  const wrong = useSignal<Readonly<Record<string, string>>>({})
  const conflict = useSignal<Conflict | null>(null)
  const isSaving = useSignal(false)
  const heard = useSignal(0)
  const edits = editsOf(type, id)
  /** Counts writes. A read that began before a write is not shown. */
  const writes = useRef(0)

  async function reload (): Promise<void> {
    const known = writes.current
    try {
      const [now, fields] = await Promise.all([readItem(type, id), readFields(type, id)])
      if (known !== writes.current) return
      tellOfOthers(now, fields)
      version.value = now
      stored.value = fields
      failure.value = null
      noteTitle(id, now.item.title)
    } catch (error) {
      failure.value = sentenceOf(error)
    }
  }

  /** Says what another user has changed of what is being edited here. */
  function tellOfOthers (now: Version, fields: Stored): void {
    const [before, had] = [version.value, stored.value]
    if (before === null || had === null) return
    const names = [
      ...Object.entries(edits.value.fields)
        .filter(([name]) => name !== 'tags' && !same(valueOf(before.item, name), valueOf(now.item, name)))
        .map(([name]) => fieldNames[name] ?? name),
      ...Object.entries(edits.value.groups).flatMap(([group, changes]) => Object.keys(changes)
        .filter((name) => !same(storedAt(had[group], name), storedAt(fields[group], name)))
        .map((name) => nameOfField(group, name)))
    ]
    if (names.length > 0) tell(`Somebody else has changed ${names.join(', ')} too.`)
  }

  function take (saved: Saved): void {
    writes.current++
    version.value = saved.version
    stored.value = { ...stored.value, ...saved.groups }
    heard.value++
  }

  async function save (): Promise<void> {
    if (isEmpty(edits.value) || version.value === null || isSaving.value) return
    isSaving.value = true
    wrong.value = {}
    // The save before cannot be undone while this one is running.
    forget(id)
    const sent = edits.value
    try {
      const saved = await saveItem(type, id, version.value, sent)
      take(saved)
      edits.value = without(edits.value, sent)
      const inverse = inverseOf(sent, saved)
      const undo = inverse === null ? undefined : async () => take(await takeBack(type, id, saved, inverse))
      tell('Saved.', undo, id)
    } catch (error) {
      if (error instanceof Conflict) conflict.value = error
      else {
        if (error instanceof FieldsFailure) wrong.value = error.fields
        tellFailure(error)
      }
    } finally {
      isSaving.value = false
    }
  }

  function settle ({ clashes, theirs, groups }: Conflict, isMine: (clash: Clash) => boolean): void {
    const now = { fields: { ...edits.value.fields }, groups: { ...edits.value.groups } }
    for (const clash of clashes) {
      const { group, name } = clash
      const { [name]: edit, ...others } = (group === null ? now.fields : now.groups[group]) ?? {}
      const changes = edit === undefined || !isMine(clash)
        ? others
        : { ...others, [name]: { ...edit, base: clash.theirs } }
      if (group === null) now.fields = changes
      else if (Object.keys(changes).length === 0) delete now.groups[group]
      else now.groups[group] = changes
    }
    writes.current++
    version.value = theirs
    stored.value = { ...stored.value, ...groups }
    edits.value = now
    conflict.value = null
  }

  useEffect(() => { reload() }, [type, id])
  useChanges(({ targets }) => targets[`${type}_id`] === id, async () => {
    heard.value++
    if (!isSaving.value) await reload()
  })
  return { type, id, version, stored, edits, failure, wrong, conflict, isSaving, heard, save, reload, settle }
}

async function readFields (type: ItemType, id: string): Promise<Stored> {
  const groups = await allOf(urlOf(pathOf(type, '/custom_fields'), { path: idsOf(id) }), 'custom_fields')
  return Object.fromEntries(groups.map(({ field_group_id: group, values }) => [group, values as GroupValues]))
}
