import { signal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, read, urlOf, type Asset, type Schemas, type Url } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import { hear } from '../live/follow.ts'

export type MediaFile = Schemas['AnalysedMediaFile']
export type Preview = Schemas['Preview']

/** Many small pictures of a film: the n-th shows it after n intervals. */
export type Filmstrip = Preview & Readonly<Record<'columns' | 'rows' | 'tile_width' | 'tile_height' | 'interval' | 'count', number>>

const PARALLEL = 6
/** Signed URLs are valid for an hour. */
const GOOD_MS = 50 * 60_000

/** The part of an asset that is needed to load its files. */
export type WithFiles = Pick<Asset, 'id' | 'original_filename' | 'modification_date'>

/** What the review of an asset has come to. */
export type Review = NonNullable<Schemas['ListedAsset']['review']>

interface Known {
  readonly files: Signal<readonly MediaFile[] | null>
  readonly review: Signal<Review | null>
  /** Whether the review is to be read again. */
  isReviewOld: boolean
  /** Counts the changes of the files, and of the review. */
  readonly heard: Signal<number>
  /** The state of the asset that they were loaded for, and when. */
  loadedFor: string
  loadedAt: number
}

const MOST_KNOWN = 5000
const known = new Map<string, Known>()
/** Assets that are shown and whose files are not known, the newest last. */
const waiting: Wanted[] = []
let running = 0

interface Wanted { readonly id: string, readonly entry: Known, readonly state: string, readonly withReview: boolean }

/** From this many assets of a page on, their files are requested together, and always where a review is to be read. */
const LEAST_TOGETHER = 3
/** The request of the page of results on which an asset was, by its id. */
const pages = new Map<string, Url<'/api/v2/search'>>()

/** Notes which request found these assets, so that it can be asked for the files of all. */
export function notePage (path: string, ids: readonly string[], { isFirst }: { isFirst: boolean }): void {
  if (isFirst) pages.clear()
  const params = new URLSearchParams(path.split('?')[1])
  // A cursor is valid only with its whole request. Without one nothing needs to be counted again.
  if (!params.has('cursor')) for (const name of ['facets', 'total']) params.delete(name)
  for (const part of ['media', 'review']) params.append('include', part)
  const withParts = urlOf('/api/v2/search', { query: params })
  for (const id of ids) pages.set(id, withParts)
}

/**
 * The files of an asset, and its review if that is asked for, loaded when it is shown, a few assets at a time. They are
 * loaded again after a change; the old ones stay until then.
 */
export function useFiles (asset: WithFiles | null, withReview = false): readonly MediaFile[] | null {
  // Without a file there may be a review.
  const id = asset === null || (asset.original_filename === null && !withReview) ? null : asset.id
  const entry = id === null ? undefined : entryOf(id)
  const state = entry === undefined ? '' : stateOf(asset!, entry)
  useEffect(() => {
    if (id === null || entry === undefined) return
    const isThere = entry.loadedFor === state && !(withReview && entry.isReviewOld)
    if (isThere && Date.now() - entry.loadedAt < GOOD_MS) return
    const wanted = { id, entry, state, withReview }
    waiting.push(wanted)
    begin()
    // The files of pictures that were scrolled away are not loaded.
    return () => {
      const place = waiting.indexOf(wanted)
      if (place >= 0) waiting.splice(place, 1)
    }
  }, [entry, state])
  return entry?.files.value ?? null
}

function entryOf (id: string): Known {
  const entry = known.get(id) ??
    { files: signal(null), review: signal(null), isReviewOld: true, heard: signal(0), loadedFor: '', loadedAt: 0 }
  if (!known.has(id)) known.set(id, entry)
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!)
  return entry
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Begins when everything that is drawn now has been queued. */
function begin (): void {
  timer ??= setTimeout(() => {
    timer = undefined
    while (running < PARALLEL && waiting.length > 0) work()
  })
}

async function work (): Promise<void> {
  running++
  while (waiting.length > 0) await load(takeNext())
  running--
}

/** One request: for the files of one asset, or for what a page of results has. */
interface Load {
  readonly wanted: readonly [Wanted, ...Wanted[]]
  readonly page: Url<'/api/v2/search'> | null
}

/** The newest, with the others of its page where that is worth it. */
function takeNext (): Load {
  const newest = waiting.pop()!
  const page = pages.get(newest.id)
  const others = page === undefined ? [] : waiting.filter(({ id }) => pages.get(id) === page)
  const isForReview = [newest, ...others].some(({ entry, withReview }) => withReview && entry.isReviewOld)
  const isWorthIt = isForReview || others.length + 1 >= LEAST_TOGETHER
  if (page === undefined || !isWorthIt) return { wanted: [newest], page: null }
  for (const other of others) waiting.splice(waiting.indexOf(other), 1)
  return { wanted: [newest, ...others], page }
}

async function load ({ wanted, page }: Load): Promise<void> {
  try {
    if (page === null) {
      const [{ id, entry }] = wanted
      const { media } = await done(api.GET('/api/v2/assets/{asset_id}/media', { params: { path: { asset_id: id } } }))
      entry.files.value = media
    } else {
      const { data: { results } } = await read(page)
      for (const { asset } of results) if (asset !== undefined) put(asset)
    }
  } catch {}
  for (const { entry, state } of wanted) {
    entry.files.value ??= []
    note(entry, state)
  }
}

/** Keeps what an asset has, also one that is not drawn yet. */
function put (asset: Schemas['ListedAsset']): void {
  const entry = entryOf(asset.id)
  entry.files.value = asset.media!
  entry.review.value = asset.review!
  entry.isReviewOld = false
  note(entry, stateOf(asset, entry))
}

function stateOf ({ modification_date: date }: Pick<Asset, 'modification_date'>, { heard }: Known): string {
  return `${date} ${heard.value}`
}

function note (entry: Known, state: string): void {
  entry.loadedFor = state
  entry.loadedAt = Date.now()
}

/** The review of an asset in a page of results; null until it is loaded. */
export function reviewOf ({ id }: WithFiles): Review | null {
  return entryOf(id).review.value
}

/** Reloads the files of an asset after an ingest or an analysis. */
export function hearOfFiles (id: string): void {
  const entry = known.get(id)
  if (entry !== undefined) entry.heard.value++
}

hear((change) => {
  const id = change?.targets.asset_id
  const entry = id === undefined ? undefined : known.get(id)
  if (entry === undefined) return
  // A new file has to be approved anew.
  const isOfFiles = /(?:FINISHED_(?:INGEST|ANALYSIS|IMAGE_THUMBNAIL)|REMOVE_MEDIA_QUEUED)$/.test(change!.event)
  const isOfReview = /COMMENT|APPROV|REJECTED/.test(change!.event) ||
    (isOfFiles && entry.review.value !== null && entry.review.value.approval !== 'none')
  entry.isReviewOld ||= isOfReview
  if (isOfFiles || isOfReview) entry.heard.value++
})

/** The newest file that is ready, or was removed with its previews left. */
export function newestShown (files: readonly MediaFile[]): MediaFile | undefined {
  return files.findLast(({ status }) => status === 'ready' || status === 'removed')
}

export function previewOf (files: readonly MediaFile[], kind: 'thumbnail' | 'preview'): Preview | undefined {
  const previews = newestShown(files)?.previews ?? []
  const found = previews.find((preview) => preview.kind === kind) ?? previews.find((preview) => preview.kind !== 'filmstrip')
  return found === undefined ? undefined : { ...found, url: reachable(found.url) }
}
