import { signal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { request, type ItemType } from '../api/client.ts'
import { hear } from '../live/follow.ts'
import type { GroupValues, Stored } from './groups.ts'
import { pathOf } from './item.ts'

/** Parts of an item that cells show, but that lists do not contain. */
type Part = 'custom_fields' | 'file_metadata'

interface Known {
  readonly value: Signal<unknown>
  /** Counts the changes of the item. */
  readonly heard: Signal<number>
  loadedFor: number
}

interface Wanted { readonly path: string, readonly entry: Known, readonly state: number }

const PARALLEL = 6
const MOST_KNOWN = 2000
const known = new Map<string, Known>()
/** Parts that are shown but not loaded, the newest last. */
const waiting: Wanted[] = []
let running = 0

/** The values of an item's custom fields by their groups; null until they are loaded. */
export function useCustomFields (type: ItemType, id: string, isShown: boolean): Stored | null {
  const found = usePart(type, id, 'custom_fields', isShown) as FieldGroup[] | null
  return found === null ? null : Object.fromEntries(found.map(({ field_group_id: group, values }) => [group, values]))
}

/** The length of an asset's newest file in seconds; null where it has none, or until it is loaded. */
export function useDuration (type: ItemType, id: string, isShown: boolean): number | null {
  const found = usePart(type, id, 'file_metadata', isShown && type === 'asset') as { duration?: number | null } | null
  return found?.duration ?? null
}

interface FieldGroup { readonly field_group_id: number, readonly values: GroupValues }

/** Loaded when it is shown, a few at a time, and again after a change. */
function usePart (type: ItemType, id: string, part: Part, isShown: boolean): unknown {
  const path = `${pathOf(type, id)}/${part}`
  const entry = isShown ? entryOf(path) : undefined
  const state = entry?.heard.value ?? 0
  useEffect(() => {
    if (entry === undefined || entry.loadedFor === state) return
    const wanted = { path, entry, state }
    waiting.push(wanted)
    if (running < PARALLEL) work()
    // Parts that were scrolled away are not loaded.
    return () => {
      const at = waiting.indexOf(wanted)
      if (at >= 0) waiting.splice(at, 1)
    }
  }, [entry, state])
  return entry?.value.value ?? null
}

function entryOf (path: string): Known {
  const entry = known.get(path) ?? { value: signal(null), heard: signal(0), loadedFor: -1 }
  if (!known.has(path)) known.set(path, entry)
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!)
  return entry
}

async function work (): Promise<void> {
  running++
  for (let wanted = waiting.pop(); wanted !== undefined; wanted = waiting.pop()) {
    const { path, entry, state } = wanted
    entry.loadedFor = state
    try {
      const body = await request<Record<Part, unknown>>('GET', path)
      entry.value.value = body[path.endsWith('custom_fields') ? 'custom_fields' : 'file_metadata']
    } catch {
      // Asked again when it is shown again.
      entry.loadedFor = -1
    }
  }
  running--
}

/** Loads what the cells of an item show again. */
export function forgetCells (type: ItemType, id: string): void {
  for (const part of ['custom_fields', 'file_metadata']) {
    const entry = known.get(`${pathOf(type, id)}/${part}`)
    if (entry !== undefined) entry.heard.value++
  }
}

hear((change) => {
  const { asset_id: asset, project_id: project } = change?.targets ?? {}
  if (asset !== undefined) forgetCells('asset', asset)
  else if (project !== undefined) forgetCells('project', project)
})
