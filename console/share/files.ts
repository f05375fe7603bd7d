import { reachable } from '../api/home.ts'
import type { IconName } from '../ui/icon.tsx'
import type { SharedAsset, SharedFile } from './api.ts'

/** The file that an asset shows: the newest that is ready, or was removed with its previews left. */
export function newest ({ media }: SharedAsset): SharedFile | undefined {
  return media.findLast(({ status }) => status === 'ready' || status === 'removed')
}

export type Kind = 'video' | 'audio' | 'image' | 'other'

export function kindOf (file: SharedFile | undefined): Kind {
  const [kind] = file?.content_type?.split('/') ?? []
  if (file?.proxies.some((proxy) => proxy.kind === 'mp4') === true) return 'video'
  if (file?.proxies.some((proxy) => proxy.kind === 'audio') === true) return 'audio'
  return kind === 'video' || kind === 'audio' || kind === 'image' ? kind : 'other'
}

/** The URL to play: that of the proxy, or of the file itself. */
export function sourceOf (file: SharedFile): string | null {
  const made = file.proxies.find(({ kind }) => kind === 'mp4' || kind === 'audio')
  const url = made?.url ?? file.view_url
  return url === null || url === undefined ? null : reachable(url)
}

export function pictureOf (file: SharedFile | undefined) {
  const preview = file?.previews.find(({ kind }) => kind === 'preview')
  if (preview !== undefined) return { url: reachable(preview.url), width: preview.width, height: preview.height }
  const view = file?.view_url
  return view != null && kindOf(file) === 'image' ? { url: reachable(view), width: undefined, height: undefined } : null
}

/** Whether both are films, or both are pictures, that can be shown over each other. */
export function areComparable (one: SharedFile, other: SharedFile): boolean {
  const kind = kindOf(one)
  const isSeen = (file: SharedFile) => kindOf(file) === kind &&
    (kind === 'video' ? sourceOf(file) !== null : kind === 'image' && pictureOf(file) !== null)
  return isSeen(one) && isSeen(other)
}

const signs: Readonly<Record<Kind, IconName>> = { video: 'film', audio: 'sound', image: 'picture', other: 'file' }

export function signOf (file: SharedFile | undefined): IconName {
  return signs[kindOf(file)]
}
