import { clockOf, type FilmClock } from '../../src/basics/time-code.ts'
import { api, done, type Schemas } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import { playedOf } from '../film/played.ts'
import { newestShown, type MediaFile } from '../items/previews.ts'
import type { Side } from './compared.tsx'

/** Names a side in the URL of the page: an asset, or one of its versions. */
export function sideOf (assetId: string, mediaId?: string): string {
  return mediaId === undefined ? assetId : `${assetId}/${mediaId}`
}

/** Whether both can be shown over each other. */
export function areComparable (one: MediaFile, other: MediaFile): boolean {
  const kinds = [one, other].map((file) => seen(file)?.kind)
  return kinds[0] !== undefined && kinds[0] === kinds[1]
}

/** Loads a side. Null if there is nothing to see. */
export async function loadSide (name: string): Promise<Side | null> {
  const [id, mediaId] = name.split('/') as [string, string | undefined]
  const path = { asset_id: id }
  const [{ asset }, file] = await Promise.all([
    done(api.GET('/api/v2/assets/{asset_id}', { params: { path } })),
    mediaId === undefined ? present(path) : version(path, mediaId)
  ])
  const picture = file === undefined ? null : seen(file)
  return picture === null ? null : { ...picture, title: asset.title, filename: file!.filename }
}

/** How time codes count the film of a side. */
export async function loadClock (name: string): Promise<FilmClock | null> {
  const path = { asset_id: name.split('/')[0]! }
  const { file_metadata: found } = await done(api.GET('/api/v2/assets/{asset_id}/file_metadata', { params: { path } }))
  return found === null ? null : clockOf(found)
}

async function present (path: { asset_id: string }): Promise<MediaFile | undefined> {
  const { media } = await done(api.GET('/api/v2/assets/{asset_id}/media', { params: { path } }))
  return newestShown(media as MediaFile[])
}

/** A version that was taken back is the file again. */
async function version (path: { asset_id: string }, mediaId: string): Promise<MediaFile | undefined> {
  const { versions } = await done(api.GET('/api/v2/assets/{asset_id}/versions', { params: { path } }))
  const found = versions.find(({ id }: Schemas['Version']) => id === mediaId) as MediaFile | undefined
  return found ?? present(path)
}

function seen (file: MediaFile): Pick<Side, 'kind' | 'src'> | null {
  const played = playedOf(file)
  if (played !== null) return played.kind === 'video' ? { kind: 'video', src: played.src } : null
  const preview = file.previews.find(({ kind }) => kind === 'preview')?.url
  const isPicture = file.content_type?.startsWith('image/') === true
  const src = preview ?? (isPicture ? file.view_url : null)
  return src === null || src === undefined ? null : { kind: 'image', src: reachable(src) }
}
