import { signal } from '@preact/signals'
import type { ItemType } from '../api/client.ts'
import { readItem } from './item.ts'

/** The titles of items that are named somewhere. One that is gone, or not seen, has none. */
export const titles = signal<ReadonlyMap<string, string>>(new Map())

/** A long history asks for no more at once. */
const MOST_ASKED = 50
const asked = new Set<string>()

/** Loads a title, once. */
export async function loadTitle (id: string, type: ItemType = 'asset'): Promise<void> {
  if (asked.has(id)) return
  if (asked.size >= MOST_ASKED) asked.clear()
  asked.add(id)
  try {
    const { item: { title } } = await readItem(type, id)
    titles.value = new Map(titles.value).set(id, title === '' ? 'Untitled' : title)
  } catch {}
}
