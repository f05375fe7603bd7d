import type { Asset } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import { newestReady, previewOf, type MediaFile } from '../items/previews.ts'
import { signOf } from '../items/thumbnail.tsx'
import { playedOf } from '../film/played.ts'
import { Icon } from '../ui/icon.tsx'
import { Lazy } from '../ui/lazy.tsx'
import { useRenewed } from './use-renewed.ts'

const loadFilm = async () => (await import('../film/film.tsx')).Film

interface PlayerProps {
  readonly files: readonly MediaFile[] | null
  readonly asset: Asset
  /** Loads the files again, with new URLs. */
  readonly reload: () => Promise<void>
}

/** The picture or the player: the file itself if a browser can show it, otherwise its preview. */
export function Player ({ files, asset, reload }: PlayerProps) {
  if (files === null) return <div class='stage skeleton' />
  const file = newestReady(files)
  const preview = previewOf(files, 'preview')
  const view = file?.view_url === undefined || file.view_url === null ? null : reachable(file.view_url)
  const played = playedOf(file)
  if (file !== undefined && played !== null) {
    const props = { ...played, assetId: asset.id, file, poster: preview?.url, reload }
    return <Lazy key={file.id} load={loadFilm} props={props} />
  }
  const kind = file?.content_type?.split('/')[0]
  const picture = preview?.url ?? (kind === 'image' ? view : null)
  if (file !== undefined && picture !== null) {
    // A preview that comes after the file was shown takes its place.
    const key = `${file.id} ${preview === undefined ? 'file' : 'preview'}`
    const size = { width: preview?.width, height: preview?.height }
    return <Still key={key} file={file} src={picture} {...size} view={view} reload={reload} />
  }
  return (
    <div class='stage without'>
      <Icon name={signOf(file?.filename ?? asset.original_filename)} />
      <p class='quiet'>{file === undefined ? 'No file yet' : whyNothing(file)}</p>
    </div>
  )
}

interface StillProps {
  readonly file: MediaFile
  readonly src: string
  readonly width: number | undefined
  readonly height: number | undefined
  /** The file itself. */
  readonly view: string | null
  readonly reload: () => Promise<void>
}

function Still ({ file, src: newest, width, height, view, reload }: StillProps) {
  const { src, renew } = useRenewed(newest, reload)
  const image = <img src={src} width={width} height={height} alt={`Preview of ${file.filename}`} onError={renew} />
  return (
    <div class='stage'>
      {view === null ? image : <a href={view} target='_blank' rel='noreferrer' aria-label={`Open ${file.filename}`}>{image}</a>}
    </div>
  )
}

function whyNothing ({ analysis, proxy_status: status, proxy_progress: progress }: MediaFile): string {
  if (status === 'running') return `A film that plays is being made: ${Math.round((progress ?? 0) * 100)} %`
  if (analysis === 'pending' || analysis === 'running') return 'The preview is being made'
  if (analysis === 'failed') return 'No preview could be made of this file'
  return 'There is no preview of this kind of file'
}
