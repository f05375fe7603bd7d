import { reachable } from '../api/home.ts'
import type { MediaFile } from '../items/previews.ts'

interface Played {
  readonly kind: 'video' | 'audio'
  readonly src: string
}

/** What the player plays of a file: the proxy, or the file itself if browsers can play it. Null if neither. */
export function playedOf (file: MediaFile | undefined): Played | null {
  const proxy = file?.proxies.find(({ kind }) => kind === 'mp4' || kind === 'audio')
  if (proxy !== undefined) return { kind: proxy.kind === 'mp4' ? 'video' : 'audio', src: reachable(proxy.url) }
  const kind = file?.content_type?.split('/')[0]
  const view = file?.view_url ?? null
  return view === null || (kind !== 'video' && kind !== 'audio') ? null : { kind, src: reachable(view) }
}
