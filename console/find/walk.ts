import { signal } from '@preact/signals'
import type { ItemType } from '../api/client.ts'
import { place } from '../shell/place.ts'
import { pageOf } from './result.tsx'
import { findMore, found } from './results.ts'

/** A result, as far as it is needed to go to it. */
export interface Step { readonly type: ItemType, readonly item: { readonly id: string } }

const NAME = 'cutroom.walk'
/** How many results around the shown one are kept, for a reload of the page. */
const KEPT = 100

/** The results to walk through. They stay, even if the list changes during the walk. */
const steps = signal<readonly Step[]>(read())

function read (): readonly Step[] {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '[]') as readonly Step[]
  } catch {
    return []
  }
}

/** Begins a walk through the results as they are shown now, where one of them has been opened. */
export function beginWalk (): void {
  if (found.value.some((step) => pageOf(step) === place.value.path)) steps.value = found.value
}

export function neighbours (id: string): { before: Step | undefined, after: Step | undefined } {
  const at = steps.value.findIndex(({ item }) => item.id === id)
  return at < 0 ? { before: undefined, after: undefined } : { before: steps.value[at - 1], after: steps.value[at + 1] }
}

/** Keeps the walk for a reload of the page, and loads more results at its end. */
export async function walkOn (id: string): Promise<void> {
  const at = steps.value.findIndex(({ item }) => item.id === id)
  if (at < 0) return
  const kept = steps.value.slice(Math.max(0, at - KEPT), at + KEPT)
    .map(({ type, item }) => ({ type, item: { id: item.id } }))
  sessionStorage.setItem(NAME, JSON.stringify(kept))
  // Another search may have been made since.
  const last = steps.value.at(-1)!.item.id
  if (at < steps.value.length - 1 || !found.value.some(({ item }) => item.id === last)) return
  await findMore()
  const known = new Set(steps.value.map(({ item }) => item.id))
  const more = found.value.filter(({ item }) => !known.has(item.id))
  if (more.length > 0) steps.value = [...steps.value, ...more]
}
