import { batch, signal } from '@preact/signals'
import { read, urlOf, type Asset, type DataOf, type ItemType, type Project, type Url } from '../api/client.ts'
import { sentenceOf } from '../api/failure.ts'
import { notePage } from '../items/previews.ts'
import type { Change } from '../live/follow.ts'
import { sentOf } from './days.ts'

/** The part of an item that a list shows. The rest, such as descriptions, is dropped: there may be 100,000 items. */
export type Listed = Pick<
  Asset, 'id' | 'title' | 'category' | 'owner' | 'tags' | 'deleted' | 'project_id' | 'created_date' | 'modification_date' | 'original_filename'
>

export interface Found {
  readonly type: ItemType
  readonly item: Listed
}

/** The most frequent values of a filter. `isCapped`: there are more hits than were counted. */
export interface Facet {
  readonly values: ReadonlyArray<{ value: string | boolean, count: number }>
  readonly isCapped: boolean
}

export type SearchUrl = Url<'/api/v2/search'>
type Page = DataOf<'/api/v2/search'>

const FIRST_PAGE = 40
/** Results on each later page. The files of a page come in one request. */
const NEXT_PAGES = 120

/** The loaded results of the last search: they stay while one of them is shown. */
export const found = signal<readonly Found[]>([])
export const facets = signal<Readonly<Record<string, Facet>>>({})
export const total = signal<number | null>(null)
/** Whether only the newest hits are counted. */
export const isCapped = signal(false)
export const isLoading = signal(false)
export const failure = signal<string | null>(null)
/** Why the results could not be loaded again, or the next ones: those that are shown stay. */
export const notUpToDate = signal<string | null>(null)
/** Whether the results are those of an earlier search, while those of this one are being loaded. */
export const isOld = signal(false)
/** Whether there are newer results than those shown. */
export const isStale = signal(false)

/** The project whose content is shown; '' where it is everything. */
export const shownIn = signal('')

let search: SearchUrl | undefined
let next: SearchUrl | null = null
let loading: AbortController | undefined
let known = new Set<string>()

/** The request for the results. A filter that is set is counted by `countOthers`. */
export function requestOf (query: URLSearchParams, facetNames: readonly string[]): SearchUrl {
  const params = sentOf(query)
  for (const name of facetNames) if (!query.has(name)) params.append('facets', name)
  params.set('total', 'true')
  params.set('limit', String(FIRST_PAGE))
  return urlOf('/api/v2/search', { query: params })
}

/** Loads the first results, unless they are loaded. */
export async function find (path: SearchUrl, { again = false, inside = '' } = {}): Promise<void> {
  if (path === search && !again && failure.value === null) return
  const isSame = path === search && shownIn.value === inside
  isOld.value = path !== search && found.value.length > 0
  search = path
  await load(path, isSame, ({ page, link }) => {
    known = new Set()
    found.value = unknown(page)
    facets.value = { ...facets.value, ...facetsOf(page) }
    total.value = page.total ?? null
    isCapped.value = page.complete === false
    isStale.value = false
    shownIn.value = inside
    next = link
  })
}

/** Loads the first results again, after a change. */
export async function findAgain (): Promise<void> {
  await find(search!, { again: true, inside: shownIn.value })
}

/** What a page has counted, by the names of filters. */
export function facetsOf ({ facets: counted = {}, complete }: Page): Record<string, Facet> {
  const isCapped = complete === false
  return Object.fromEntries(Object.entries(counted).map(([name, values]) => [name, { values, isCapped }]))
}

/** Counts the values of each filter that is set, as if it were not: the others can be chosen as well. */
export async function countOthers (query: URLSearchParams, names: readonly string[]): Promise<void> {
  const set = names.filter((name) => query.has(name))
  const pages = await Promise.all(set.map(async (name) => {
    const params = sentOf(query)
    params.delete(name)
    params.append('facets', name)
    params.set('limit', '1')
    return (await read(urlOf('/api/v2/search', { query: params }))).data
  }))
  facets.value = Object.assign({}, facets.value, ...pages.map(facetsOf))
}

/** Loads the next page, unless it is being loaded or there is none. */
export async function findMore (): Promise<void> {
  if (next === null || isLoading.value) return
  const path = next.replace(/([?&]limit=)\d+/, `$1${NEXT_PAGES}`) as SearchUrl
  await load(path, true, ({ page, link }) => {
    found.value = found.value.concat(unknown(page))
    next = link
  })
}

export function hasMore (): boolean {
  return next !== null
}

async function load (
  path: SearchUrl, keepsRows: boolean, show: (loaded: { page: Page, link: SearchUrl | null }) => void
): Promise<void> {
  loading?.abort()
  const mine = loading = new AbortController()
  isLoading.value = true
  try {
    const { data: page, next: link } = await read(path, mine.signal)
    const ids = page.results.flatMap(({ asset }) => asset === undefined ? [] : [asset.id])
    if (loading === mine) notePage(path, ids, { isFirst: !path.includes('cursor=') })
    if (loading === mine) batch(() => { show({ page, link }); failure.value = notUpToDate.value = null })
  } catch (error) {
    if (loading !== mine || mine.signal.aborted) return
    if (keepsRows && found.value.length > 0 && failure.value === null) notUpToDate.value = sentenceOf(error)
    else failure.value = sentenceOf(error)
  } finally {
    if (loading === mine) {
      isLoading.value = false
      isOld.value = false
    }
  }
}

/** An item that changes between two pages may be on both. */
function unknown (page: Page): Found[] {
  return page.results.map(toFound).filter(({ item: { id } }) => {
    const isNew = !known.has(id)
    known.add(id)
    return isNew
  })
}

/** The results of a page that was read elsewhere. */
export function foundIn (page: Page): Found[] {
  return page.results.map(toFound)
}

function toFound ({ type, asset, project }: Page['results'][number]): Found {
  return { type, item: listed((asset ?? project)!) }
}

function listed (item: Asset | Project): Listed {
  const { id, title, category, owner, tags, deleted } = item
  return {
    id,
    title,
    category,
    owner,
    tags,
    deleted,
    project_id: item.project_id,
    created_date: item.created_date,
    modification_date: item.modification_date,
    original_filename: (item as Asset).original_filename ?? null
  }
}

/** Updates an item in its place. Resolves to whether it was shown. */
export function applyChange ({ item }: Change): boolean {
  const changed = item?.asset ?? item?.project
  return changed !== undefined && showItem(changed)
}

/** Shows an item as it is now. Returns whether it was shown. */
export function showItem (changed: Asset | Project): boolean {
  const index = found.value.findIndex(({ item }) => item.id === changed.id)
  if (index < 0) return false
  const now = [...found.value]
  now[index] = { ...now[index]!, item: listed(changed) }
  found.value = now
  return true
}
