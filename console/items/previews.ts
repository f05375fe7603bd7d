import { signal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, request, type Asset, type Schemas } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import { hear } from '../live/follow.ts'

/** A file of `GET media`, with fields that only newer services have. */
export type MediaFile = Schemas['MediaFile'] & {
  readonly analysis?: 'pending' | 'running' | 'done' | 'failed' | 'unsupported'
  readonly previews?: ReadonlyArray<Preview>
  readonly proxies?: ReadonlyArray<{ readonly kind: string, readonly url: string }>
  readonly proxy_status?: 'none' | 'pending' | 'running' | 'done' | 'failed'
  readonly proxy_progress?: number | null
  readonly view_url?: string | null
}

export interface Preview {
  readonly kind: string
  readonly width: number
  readonly height: number
  readonly url: string
}

const PARALLEL = 6
/** Signed URLs are valid for an hour. */
const GOOD_MS = 50 * 60_000

/** The part of an asset that is needed to load its files. */
export type WithFiles = Pick<Asset, 'id' | 'original_filename' | 'modification_date'>

interface Known {
  readonly files: Signal<readonly MediaFile[] | null>
  /** Counts the changes of the files. */
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

interface Wanted { readonly id: string, readonly entry: Known, readonly state: string }

/** From this many assets of a page on, their files are requested together. */
const LEAST_TOGETHER = 3
/** The request of the page of results on which an asset was, by its id. */
const pages = new Map<string, string>()

/** Notes which request found these assets, so that it can be asked for the files of all. */
export function notePage (path: string, ids: readonly string[], { isFirst }: { isFirst: boolean }): void {
  if (isFirst) pages.clear()
  const [own, query] = path.split('?') as [string, string]
  const params = new URLSearchParams(query)
  // A cursor is valid only with its whole request. Without one nothing needs to be counted again.
  if (!params.has('cursor')) for (const name of ['facets', 'total']) params.delete(name)
  params.set('include', 'media')
  const withMedia = `${own}?${params.toString()}`
  for (const id of ids) pages.set(id, withMedia)
}

/**
 * The files of an asset, loaded when it is shown, a few assets at a time. They are loaded again after a change; the old
 * ones stay until then.
 */
export function useFiles (asset: WithFiles | null): readonly MediaFile[] | null {
  const id = asset === null || asset.original_filename === null ? null : asset.id
  const entry = id === null ? undefined : entryOf(id)
  const state = entry === undefined ? '' : `${asset!.modification_date} ${entry.heard.value}`
  useEffect(() => {
    if (id === null || entry === undefined) return
    if (entry.loadedFor === state && Date.now() - entry.loadedAt < GOOD_MS) return
    const wanted = { id, entry, state }
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
  const entry = known.get(id) ?? { files: signal(null), heard: signal(0), loadedFor: '', loadedAt: 0 }
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
  while (waiting.length > 0) await load(takeTogether())
  running--
}

/** The newest, with the others of its page. */
function takeTogether (): Wanted[] {
  const newest = waiting.pop()!
  const page = pages.get(newest.id)
  const others = page === undefined ? [] : waiting.filter(({ id }) => pages.get(id) === page)
  if (others.length + 1 < LEAST_TOGETHER) return [newest]
  for (const other of others) waiting.splice(waiting.indexOf(other), 1)
  return [newest, ...others]
}

async function load (wanted: readonly Wanted[]): Promise<void> {
  const [{ id }] = wanted as [Wanted]
  try {
    if (wanted.length === 1) {
      const { media } = await done(api.GET('/api/v2/assets/{asset_id}/media', { params: { path: { asset_id: id } } }))
      put(id, media)
    } else {
      const { results } = await request<{ results: Array<{ asset?: Asset & { media: MediaFile[] } }> }>('GET', pages.get(id)!)
      for (const { asset } of results) if (asset !== undefined) put(asset.id, asset.media)
    }
  } catch {}
  for (const { entry, state } of wanted) {
    entry.files.value ??= []
    entry.loadedFor = state
    entry.loadedAt = Date.now()
  }
}

/** Keeps the files, also those of assets that are not drawn yet. */
function put (id: string, media: readonly MediaFile[]): void {
  entryOf(id).files.value = media
}

/** Reloads the files of an asset after an ingest or an analysis. */
export function hearOfFiles (id: string): void {
  const entry = known.get(id)
  if (entry !== undefined) entry.heard.value++
}

hear((change) => {
  const id = change?.targets.asset_id
  if (id !== undefined && /FINISHED_(?:INGEST|ANALYSIS|IMAGE_THUMBNAIL)$/.test(change!.event)) hearOfFiles(id)
})

/** The newest file that is ready. */
export function newestReady (files: readonly MediaFile[]): MediaFile | undefined {
  return files.findLast(({ status }) => status === 'ready')
}

export function previewOf (files: readonly MediaFile[], kind: 'thumbnail' | 'preview'): Preview | undefined {
  const previews = newestReady(files)?.previews ?? []
  const found = previews.find((preview) => preview.kind === kind) ?? previews.find((preview) => preview.kind !== 'filmstrip')
  return found === undefined ? undefined : { ...found, url: reachable(found.url) }
}
