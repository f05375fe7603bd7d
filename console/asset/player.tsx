import type { Asset } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import { newestReady, previewOf, type MediaFile } from '../items/previews.ts'
import { signOf } from '../items/thumbnail.tsx'
import { Icon } from '../ui/icon.tsx'
import { useRenewed } from './use-renewed.ts'

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
  const kind = file?.content_type?.split('/')[0]
  if (file !== undefined && view !== null && (kind === 'video' || kind === 'audio')) {
    return <Playing key={file.id} kind={kind} file={file} src={view} poster={preview?.url} reload={reload} />
  }
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

interface PlayingProps {
  readonly kind: 'video' | 'audio'
  readonly file: MediaFile
  readonly src: string
  readonly poster: string | undefined
  readonly reload: () => Promise<void>
}

function Playing ({ kind, file, src: newest, poster, reload }: PlayingProps) {
  const { src, renew, goOn, note } = useRenewed(newest, reload)
  const still = useRenewed(poster ?? '', reload).src
  const props = {
    src,
    controls: true,
    preload: 'metadata' as const,
    'aria-label': file.filename,
    onError: renew,
    onLoadedMetadata: goOn,
    onTimeUpdate: note,
    onPause: note,
    onPlay: note
  }
  return kind === 'video'
    ? <div class='stage'><video {...props} poster={still === '' ? undefined : still} playsInline /></div>
    : <div class='stage sound'><Icon name='sound' /><audio {...props} /></div>
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

function whyNothing ({ analysis }: MediaFile): string {
  if (analysis === 'pending' || analysis === 'running') return 'The preview is being made'
  if (analysis === 'failed') return 'No preview could be made of this file'
  return 'There is no preview of this kind of file'
}
