import { signal } from '@preact/signals'
import { api, done } from '../api/client.ts'

/** The titles of assets that are named somewhere. One that is gone, or not seen, has none. */
export const titles = signal<ReadonlyMap<string, string>>(new Map())

/** A long history asks for no more at once. */
const MOST_ASKED = 50
const asked = new Set<string>()

/** Loads a title, once. */
export async function loadTitle (id: string): Promise<void> {
  if (asked.has(id)) return
  if (asked.size >= MOST_ASKED) asked.clear()
  asked.add(id)
  try {
    const { asset } = await done(api.GET('/api/v2/assets/{asset_id}', { params: { path: { asset_id: id } } }))
    titles.value = new Map(titles.value).set(id, asset.title === '' ? 'Untitled' : asset.title)
  } catch {}
}
