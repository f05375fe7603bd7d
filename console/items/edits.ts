import { signal, type Signal } from '@preact/signals'

/** Unsaved edits: only what differs from what is stored. */
export interface Edits {
  readonly fields: Readonly<Record<string, unknown>>
  /** Values of custom fields by group: an object, or all entries. */
  readonly groups: Readonly<Record<string, unknown>>
}

const NOTHING: Edits = { fields: {}, groups: {} }
const open = new Map<string, Signal<Edits>>()

/** Kept in the tab, also when it is loaded again. */
export function editsOf (type: string, id: string): Signal<Edits> {
  const name = `cutroom.edits ${type} ${id}`
  const known = open.get(name)
  if (known !== undefined) return known
  const edits = signal(read(name))
  edits.subscribe((value) => {
    if (isEmpty(value)) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  })
  open.set(name, edits)
  return edits
}

function read (name: string): Edits {
  try {
    return { ...NOTHING, ...JSON.parse(sessionStorage.getItem(name) ?? '{}') as Partial<Edits> }
  } catch {
    return NOTHING
  }
}

export function isEmpty ({ fields, groups }: Edits): boolean {
  return Object.keys(fields).length === 0 && Object.keys(groups).length === 0
}

/** Records an edit; an edit that equals the stored value is dropped. */
export function edit (edits: Signal<Edits>, kind: keyof Edits, name: string, value: unknown, stored: unknown): void {
  const { [name]: _, ...others } = edits.value[kind]
  const isSame = JSON.stringify(value) === JSON.stringify(stored)
  edits.value = { ...edits.value, [kind]: isSame ? others : { ...others, [name]: value } }
}

export function forgetEdits (edits: Signal<Edits>): void {
  edits.value = NOTHING
}
