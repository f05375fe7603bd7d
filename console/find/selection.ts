import { computed, signal } from '@preact/signals'
import type { Found } from './results.ts'

/** The selected results by id: the selection stays while other pages are shown. */
export const selected = signal<ReadonlyMap<string, Found>>(new Map())
export const selectedCount = computed(() => selected.value.size)

/** The index of the result that has the focus, or had it last. */
export const active = signal(0)
let anchor = 0

export function toggle (results: readonly Found[], index: number): void {
  const found = results[index]
  if (found === undefined) return
  const now = new Map(selected.value)
  if (!now.delete(found.item.id)) now.set(found.item.id, found)
  selected.value = now
  anchor = index
}

/** Selects everything between the last selected result and this one. */
export function selectTo (results: readonly Found[], index: number): void {
  const now = new Map(selected.value)
  for (const found of results.slice(Math.min(anchor, index), Math.max(anchor, index) + 1)) now.set(found.item.id, found)
  selected.value = now
}

/** Selects everything between two results, in addition to what was selected before. */
export function selectRange (
  results: readonly Found[], from: number, to: number, before: ReadonlyMap<string, Found>
): void {
  const now = new Map(before)
  for (const found of results.slice(Math.min(from, to), Math.max(from, to) + 1)) now.set(found.item.id, found)
  selected.value = now
  anchor = from
}

/** Shows a selected result as it is now. */
export function refreshSelected (found: Found): void {
  const now = selected.peek() as Map<string, Found>
  // Without notifying anybody: there may be 100,000, and as many changes.
  if (now.has(found.item.id)) now.set(found.item.id, found)
}

export function selectAll (results: readonly Found[]): void {
  selected.value = new Map(results.map((found) => [found.item.id, found]))
}

export function selectNone (): void {
  selected.value = new Map()
}
