import { signal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { read, urlOf, type ItemType } from '../api/client.ts'
import { hear } from '../live/follow.ts'
import type { GroupValues, Stored } from './groups.ts'
import { idsOf, pathOf } from './item.ts'

/** The parts of an item that cells show, but that lists do not contain. */
const parts = {
  fields: (type: ItemType, id: string) => urlOf(pathOf(type, '/custom_fields'), { path: idsOf(id) }),
  facts: (id: string) => urlOf('/api/v2/assets/{asset_id}/file_metadata', { path: { asset_id: id } })
}

type PartUrl = ReturnType<typeof parts.fields | typeof parts.facts>
type Found = Awaited<ReturnType<typeof readPart>>

interface Known {
  readonly value: Signal<Found | null>
  /** Counts the changes of the item. */
  readonly heard: Signal<number>
  loadedFor: number
}

interface Wanted { readonly url: PartUrl, readonly entry: Known, readonly state: number }

const PARALLEL = 6
const MOST_KNOWN = 2000
const known = new Map<string, Known>()
/** Parts that are shown but not loaded, the newest last. */
const waiting: Wanted[] = []
let running = 0

/** The values of an item's custom fields by their groups; null until they are loaded. */
export function useCustomFields (type: ItemType, id: string, isShown: boolean): Stored | null {
  const found = usePart(parts.fields(type, id), isShown)
  if (found === null || !('custom_fields' in found)) return null
  return Object.fromEntries(found.custom_fields.map(({ field_group_id: id, values }) => [id, values as GroupValues]))
}

/** The length of an asset's newest file in seconds; null where it has none, or until it is loaded. */
export function useDuration (type: ItemType, id: string, isShown: boolean): number | null {
  const found = usePart(parts.facts(id), isShown && type === 'asset')
  return found !== null && 'file_metadata' in found ? found.file_metadata?.duration ?? null : null
}

/** Loaded when it is shown, a few at a time, and again after a change. */
function usePart (url: PartUrl, isShown: boolean): Found | null {
  const entry = isShown ? entryOf(url) : undefined
  const state = entry?.heard.value ?? 0
  useEffect(() => {
    if (entry === undefined || entry.loadedFor === state) return
    const wanted = { url, entry, state }
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

function entryOf (url: PartUrl): Known {
  const entry = known.get(url) ?? { value: signal(null), heard: signal(0), loadedFor: -1 }
  if (!known.has(url)) known.set(url, entry)
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!)
  return entry
}

async function work (): Promise<void> {
  running++
  for (let wanted = waiting.pop(); wanted !== undefined; wanted = waiting.pop()) {
    const { url, entry, state } = wanted
    entry.loadedFor = state
    try {
      entry.value.value = await readPart(url)
    } catch {
      // Asked again when it is shown again.
      entry.loadedFor = -1
    }
  }
  running--
}

async function readPart (url: PartUrl) {
  return (await read(url)).data
}

/** Loads what the cells of an item show again. */
export function forgetCells (type: ItemType, id: string): void {
  for (const url of [parts.fields(type, id), parts.facts(id)]) {
    const entry = known.get(url)
    if (entry !== undefined) entry.heard.value++
  }
}

hear((change) => {
  const { asset_id: asset, project_id: project } = change?.targets ?? {}
  if (asset !== undefined) forgetCells('asset', asset)
  else if (project !== undefined) forgetCells('project', project)
})
