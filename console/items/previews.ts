import { signal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, type Asset, type Schemas } from '../api/client.ts'
import { reachable } from '../api/home.ts'

/** As `GET media` shows a file, with what only newer services say of it. */
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
/** URLs are good for an hour. */
const GOOD_MS = 50 * 60_000

interface Known { readonly at: number, readonly files: Signal<readonly MediaFile[] | null> }

const known = new Map<string, Known>()
const waiting: Array<() => Promise<void>> = []
let running = 0

/** The files of an asset, asked for when it is looked at, and a few at a time. */
export function useFiles (asset: Asset | null): readonly MediaFile[] | null {
  const id = asset === null || asset.original_filename === null ? null : asset.id
  const entry = id === null ? undefined : entryOf(id, asset!.modification_date)
  useEffect(() => {
    if (id === null || entry === undefined || entry.files.value !== null) return
    const load = async () => {
      try {
        const { media } = await done(api.GET('/api/v2/assets/{asset_id}/media', { params: { path: { asset_id: id } } }))
        entry.files.value = media as MediaFile[]
      } catch {
        entry.files.value = []
      }
    }
    waiting.push(load)
    work()
    // Who has scrolled on is not waited for.
    return () => {
      const place = waiting.indexOf(load)
      if (place >= 0) waiting.splice(place, 1)
    }
  }, [id, entry])
  return entry?.files.value ?? null
}

function entryOf (id: string, version: string): Known {
  const name = `${id} ${version}`
  const entry = known.get(name)
  if (entry !== undefined && Date.now() - entry.at < GOOD_MS) return entry
  const made = { at: Date.now(), files: signal<readonly MediaFile[] | null>(null) }
  known.set(name, made)
  if (known.size > 5000) known.delete(known.keys().next().value!)
  return made
}

async function work (): Promise<void> {
  if (running >= PARALLEL) return
  running++
  for (let load = waiting.pop(); load !== undefined; load = waiting.pop()) await load()
  running--
}

/** Files look different after an analysis: what is known of them is forgotten. */
export function forgetFiles (id: string): void {
  for (const name of known.keys()) if (name.startsWith(`${id} `)) known.delete(name)
}

/** The newest file that is there. */
export function newestReady (files: readonly MediaFile[]): MediaFile | undefined {
  return files.findLast(({ status }) => status === 'ready')
}

export function previewOf (files: readonly MediaFile[], kind: 'thumbnail' | 'preview'): Preview | undefined {
  const previews = newestReady(files)?.previews ?? []
  const found = previews.find((preview) => preview.kind === kind) ?? previews[0]
  return found === undefined ? undefined : { ...found, url: reachable(found.url) }
}
