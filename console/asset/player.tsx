import type { Asset } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import { newestReady, previewOf, type MediaFile } from '../items/previews.ts'
import { signOf } from '../items/thumbnail.tsx'
import { Icon } from '../ui/icon.tsx'

/** The picture or the player: the file itself if a browser can show it, otherwise its preview. */
export function Player ({ files, asset }: { files: readonly MediaFile[] | null, asset: Asset }) {
  if (files === null) return <div class='stage' />
  const file = newestReady(files)
  const preview = previewOf(files, 'preview')
  const view = file?.view_url === undefined || file.view_url === null ? null : reachable(file.view_url)
  const kind = file?.content_type?.split('/')[0]
  if (file !== undefined && view !== null && kind === 'video') {
    return <div class='stage'><video key={file.id} src={view} poster={preview?.url} controls playsInline preload='metadata' aria-label={file.filename} /></div>
  }
  if (file !== undefined && view !== null && kind === 'audio') {
    return <div class='stage sound'><Icon name='sound' /><audio key={file.id} src={view} controls preload='metadata' aria-label={file.filename} /></div>
  }
  const picture = preview?.url ?? (kind === 'image' ? view : null)
  if (file !== undefined && picture !== null) {
    const image = <img src={picture} width={preview?.width} height={preview?.height} alt={`Preview of ${file.filename}`} />
    return (
      <div class='stage'>
        {view === null ? image : <a href={view} target='_blank' rel='noreferrer' aria-label={`Open ${file.filename}`}>{image}</a>}
      </div>
    )
  }
  return (
    <div class='stage without'>
      <Icon name={signOf(file?.filename ?? asset.original_filename)} />
      <p class='quiet'>{file === undefined ? 'No file yet' : whyNothing(file)}</p>
    </div>
  )
}

function whyNothing ({ analysis }: MediaFile): string {
  if (analysis === 'pending' || analysis === 'running') return 'The preview is being made'
  if (analysis === 'failed') return 'No preview could be made of this file'
  return 'There is no preview of this kind of file'
}
