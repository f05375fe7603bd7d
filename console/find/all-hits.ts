import { pagesOf, urlOf } from '../api/client.ts'
import { sentOf } from './days.ts'
import { foundIn } from './results.ts'
import { selected } from './selection.ts'

const PAGE = 1000

/** Selects everything that a search finds, page by page, until there is no more or somebody stops it. */
export async function selectHits (search: URLSearchParams, signal: AbortSignal): Promise<void> {
  const params = sentOf(search)
  params.set('limit', String(PAGE))
  for await (const page of pagesOf(urlOf('/api/v2/search', { query: params }), signal)) {
    const now = new Map(selected.value)
    for (const found of foundIn(page)) now.set(found.item.id, found)
    selected.value = now
  }
}
