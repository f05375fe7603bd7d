import { signal, type Signal } from '@preact/signals'
import type { ItemType } from '../api/client.ts'

/** What somebody has put in place of what was stored when they began. */
export interface Edit {
  readonly value: unknown
  readonly base: unknown
}

export type Changes = Readonly<Record<string, Edit>>

/** Unsaved edits of an item. */
export interface Edits {
  readonly fields: Changes
  /** Edits of custom fields by group; `groups.ts` says what their names are. */
  readonly groups: Readonly<Record<string, Changes>>
}

export interface Unsaved {
  readonly type: ItemType
  readonly id: string
  readonly title: string
}

const PREFIX = 'cutroom.unsaved '
const NOTHING: Edits = { fields: {}, groups: {} }
const open = new Map<string, Signal<Edits>>()
const titles = new Map<string, string>()

/** The items that have unsaved edits in this tab. */
export const unsaved = signal<readonly Unsaved[]>(Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX))
  .map((name) => unsavedOf(name)))

/** Kept in the tab, also when it is loaded again. */
export function editsOf (type: ItemType, id: string): Signal<Edits> {
  const name = `${PREFIX}${type} ${id}`
  const known = open.get(name)
  if (known !== undefined) return known
  const { fields, groups } = read(name)
  const edits = signal<Edits>({ fields, groups })
  edits.subscribe((value) => {
    const others = unsaved.peek().filter((other) => other.id !== id)
    if (isEmpty(value)) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify({ ...value, title: titles.get(id) ?? read(name).title }))
    const isListed = others.length < unsaved.peek().length
    if (isEmpty(value) === isListed) unsaved.value = isListed ? others : [...others, unsavedOf(name)]
  })
  open.set(name, edits)
  return edits
}

/** Notes the title of an item, for the list of what is not saved. */
export function noteTitle (id: string, title: string): void {
  titles.set(id, title)
  if (unsaved.peek().some((other) => other.id === id && other.title !== title)) {
    unsaved.value = unsaved.peek().map((other) => other.id === id ? { ...other, title } : other)
  }
}

function unsavedOf (name: string): Unsaved {
  const [type, id] = name.slice(PREFIX.length).split(' ') as [ItemType, string]
  return { type, id, title: titles.get(id) ?? read(name).title ?? '' }
}

function read (name: string): Edits & { title?: string } {
  try {
    return { ...NOTHING, ...JSON.parse(sessionStorage.getItem(name) ?? '{}') as Partial<Edits> }
  } catch {
    return NOTHING
  }
}

export function isEmpty ({ fields, groups }: Edits): boolean {
  return Object.keys(fields).length === 0 && Object.keys(groups).length === 0
}

/** The changes with one more. A value that is stored already, or was at the beginning, is no change. */
export function withEdit (changes: Changes, name: string, value: unknown, stored: unknown): Changes {
  const { [name]: before, ...others } = changes
  const base = before === undefined ? stored : before.base
  return same(value, stored) || same(value, base) ? others : { ...others, [name]: { value, base } }
}

/** `anew`: the earlier edit is already part of the stored value, as with merged tags. */
export function editField (
  edits: Signal<Edits>, name: string, value: unknown, stored: unknown, { anew = false } = {}
): void {
  const { [name]: _, ...others } = edits.value.fields
  edits.value = { ...edits.value, fields: withEdit(anew ? others : edits.value.fields, name, value, stored) }
}

export function editGroup (edits: Signal<Edits>, group: string, changes: Changes): void {
  const { [group]: _, ...others } = edits.value.groups
  edits.value = { ...edits.value, groups: Object.keys(changes).length === 0 ? others : { ...others, [group]: changes } }
}

export function forgetEdits (edits: Signal<Edits>): void {
  edits.value = NOTHING
}

/** The edits that are left after `saved` was saved: those that were typed during the save. */
export function without (edits: Edits, saved: Edits): Edits {
  const groups = Object.entries(edits.groups)
    .map(([group, changes]) => [group, rest(changes, saved.groups[group] ?? {})] as const)
  return {
    fields: rest(edits.fields, saved.fields),
    groups: Object.fromEntries(groups.filter(([, changes]) => Object.keys(changes).length > 0))
  }
}

function rest (changes: Changes, saved: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).flatMap(([name, edit]) => {
    const done = saved[name]
    if (done === undefined) return [[name, edit]]
    return same(done.value, edit.value) ? [] : [[name, { value: edit.value, base: done.value }]]
  }))
}

export function same (one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
