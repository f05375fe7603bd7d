import { clockOf } from '../../src/basics/time-code.ts'
import type { Asset } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import { filmstripOf } from '../film/filmstrip.ts'
import { playedOf } from '../film/played.ts'
import { isDamaged } from '../items/file-state.ts'
import { newestShown, previewOf, type MediaFile } from '../items/previews.ts'
import { signOf } from '../items/thumbnail.tsx'
import type { Stage } from '../room/stage.ts'
import { Icon } from '../ui/icon.tsx'
import { Lazy } from '../ui/lazy.tsx'
import type { Facts } from './use-facts.ts'

const loadPages = async () => (await import('../pdf/pages.tsx')).Pages
const loadPhoto = async () => (await import('../zoom/photo.tsx')).Photo
const loadFilm = async () => (await import('../film/film.tsx')).Film

interface PlayerProps {
  readonly stage: Stage
  readonly files: readonly MediaFile[] | null
  readonly asset: Asset
  readonly facts: Facts | null
  /** Loads the files again, with new URLs. */
  readonly reload: () => Promise<void>
  /** Sends another file; null where that is not allowed. */
  readonly onUpload: (() => void) | null
}

/** The picture or the player: the file itself if a browser can show it, otherwise its preview. */
export function Player ({ stage, files, asset, facts, reload, onUpload }: PlayerProps) {
  const file = newestShown(files ?? [])
  if (files === null) return <div class='stage skeleton' />
  const preview = previewOf(files, 'preview')
  const view = file?.view_url === undefined || file.view_url === null ? null : reachable(file.view_url)
  const played = playedOf(file)
  if (file !== undefined && played !== null) {
    const waveform = file.proxies.find(({ kind }) => kind === 'waveform')?.url
    const filmstrip = filmstripOf(file)
    const props = {
      stage,
      ...played,
      name: file.filename,
      width: preview?.width,
      height: preview?.height,
      clock: played.kind === 'video' && facts !== null ? clockOf(facts) : null,
      waveform: waveform === undefined ? null : reachable(waveform),
      filmstrip: filmstrip === undefined ? null : { ...filmstrip, url: reachable(filmstrip.url) },
      reload,
      isDamaged: isDamaged(file),
      onUpload
    }
    return <Lazy key={file.id} load={loadFilm} props={props} waiting={<div class='stage skeleton' />} />
  }
  if (file !== undefined && view !== null && file.content_type === 'application/pdf') {
    const props = { stage, url: view, name: file.filename, download: reachable(file.download_url ?? view) }
    return <Lazy key={file.id} load={loadPages} props={props} waiting={<div class='stage skeleton' />} />
  }
  const kind = file?.content_type?.split('/')[0]
  const picture = preview?.url ?? (kind === 'image' ? view : null)
  if (file !== undefined && picture !== null) {
    // A preview that comes after the file was shown takes its place.
    const key = `${file.id} ${preview === undefined ? 'file' : 'preview'}`
    const props = {
      stage,
      name: file.filename,
      src: picture,
      width: preview?.width,
      height: preview?.height,
      view,
      hasMore: kind === 'image' && preview !== undefined,
      reload
    }
    return <Lazy key={key} load={loadPhoto} props={props} waiting={<div class='stage skeleton' />} />
  }
  return (
    <div class='stage without'>
      <Icon name={signOf(file?.filename ?? asset.original_filename)} />
      <p class='quiet'>{file === undefined ? 'No file yet' : whyNothing(file)}</p>
      {files.length === 0 && onUpload !== null && (
        <p class='quiet'>Upload a file<span class='by-mouse'>, drop one onto this page,</span> or attach one by its URL.</p>
      )}
    </div>
  )
}

function whyNothing ({ status: state, analysis, proxy_status: status, proxy_progress: progress }: MediaFile): string {
  if (state === 'removed') return 'The file was removed'
  if (status === 'running') return `A film that plays is being made: ${Math.round((progress ?? 0) * 100)} %`
  if (analysis === 'pending' || analysis === 'running') return 'The preview is being made'
  if (analysis === 'failed') return 'No preview could be made of this file'
  return 'There is no preview of this kind of file'
}
