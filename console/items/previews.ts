import { signal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, type Asset, type Schemas } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import { hear } from '../live/follow.ts'

/** A file of `GET media`, with fields that only newer services have. */
export type MediaFile = Schemas['MediaFile'] & {
  readonly analysis?: 'pending' | 'running' | 'done' | 'failed' | 'unsupported'
  readonly previews?: ReadonlyArray<Preview>
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
const waiting: Array<() => Promise<void>> = []
let running = 0

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
    const load = async () => {
      try {
        const { media } = await done(api.GET('/api/v2/assets/{asset_id}/media', { params: { path: { asset_id: id } } }))
        entry.files.value = media as MediaFile[]
      } catch {
        entry.files.value ??= []
      }
      entry.loadedFor = state
      entry.loadedAt = Date.now()
    }
    waiting.push(load)
    work()
    // The files of pictures that were scrolled away are not loaded.
    return () => {
      const place = waiting.indexOf(load)
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

async function work (): Promise<void> {
  if (running >= PARALLEL) return
  running++
  for (let load = waiting.pop(); load !== undefined; load = waiting.pop()) await load()
  running--
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
  const found = previews.find((preview) => preview.kind === kind) ?? previews[0]
  return found === undefined ? undefined : { ...found, url: reachable(found.url) }
}
