import { pagesOf } from '../api/client.ts'
import { foundIn } from './results.ts'
import { selected } from './selection.ts'

const PAGE = 1000

/** Selects everything that a search finds, page by page, until there is no more or somebody stops it. */
export async function selectHits (search: URLSearchParams, signal: AbortSignal): Promise<void> {
  const params = new URLSearchParams(search)
  params.set('limit', String(PAGE))
  for await (const page of pagesOf<unknown>(`/api/v2/search?${params.toString()}`, { signal })) {
    const now = new Map(selected.value)
    for (const found of foundIn(page)) now.set(found.item.id, found)
    selected.value = now
  }
}
