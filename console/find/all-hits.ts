import { ask, nextPage } from '../api/client.ts'
import { foundIn, type Found } from './results.ts'
import { selected } from './selection.ts'

const PAGE = 1000

/** Selects everything that a search finds, page by page, until there is no more or somebody stops it. */
export async function selectHits (search: URLSearchParams, signal: AbortSignal): Promise<void> {
  const params = new URLSearchParams(search)
  params.set('limit', String(PAGE))
  for (let path: string | null = `/api/v2/search?${params.toString()}`; path !== null;) {
    const answer: Response = await ask('GET', path, undefined, { signal })
    const page: Found[] = foundIn(await answer.json())
    const now = new Map(selected.value)
    for (const found of page) now.set(found.item.id, found)
    selected.value = now
    path = nextPage(answer)
  }
}
