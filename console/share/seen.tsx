import { clockOf } from '../../src/basics/time-code.ts'
import { reachable } from '../api/home.ts'
import { filmstripOf } from '../film/filmstrip.ts'
import { isDamaged } from '../items/file-state.ts'
import type { Stage } from '../room/stage.ts'
import { Still } from '../room/still.tsx'
import { Icon } from '../ui/icon.tsx'
import { Lazy } from '../ui/lazy.tsx'
import type { OpenedAsset, SharedFile } from './api.ts'
import { kindOf, pictureOf, signOf, sourceOf } from './files.ts'

const loadPages = async () => (await import('../pdf/pages.tsx')).Pages
const loadFilm = async () => (await import('../film/film.tsx')).Film

export function isPlayed (file: SharedFile): boolean {
  return (kindOf(file) === 'video' || kindOf(file) === 'audio') && sourceOf(file) !== null
}

interface SeenProps {
  readonly stage: Stage
  readonly asset: OpenedAsset
  readonly file: SharedFile | undefined
  readonly reload: () => Promise<void>
  readonly renew: () => Promise<void>
  readonly onLoaded: () => void
}

/** The player, the pages or the picture of a file. */
export function Seen ({ stage, asset: { title, film }, file, reload, renew, onLoaded }: SeenProps) {
  const picture = pictureOf(file)
  const kind = kindOf(file)
  if (file !== undefined && isPlayed(file)) {
    const waveform = file.proxies.find((proxy) => proxy.kind === 'waveform')?.url
    const filmstrip = filmstripOf(file)
    const props = {
      stage,
      kind: kind === 'audio' ? 'audio' as const : 'video' as const,
      name: title,
      src: sourceOf(file)!,
      width: picture?.width,
      height: picture?.height,
      clock: film === undefined || kind === 'audio' ? null : clockOf(film),
      waveform: waveform === undefined ? null : reachable(waveform),
      filmstrip: filmstrip === undefined ? null : { ...filmstrip, url: reachable(filmstrip.url) },
      reload,
      isDamaged: isDamaged(file),
      onUpload: null
    }
    return <Lazy key={file.id} load={loadFilm} props={props} waiting={<div class='stage skeleton' />} />
  }
  if (file?.content_type === 'application/pdf' && file.view_url !== null) {
    const download = file.download_url == null ? null : reachable(file.download_url)
    const props = { stage, url: reachable(file.view_url), name: file.filename, download }
    return <Lazy key={file.id} load={loadPages} props={props} waiting={<div class='stage skeleton' />} />
  }
  if (picture !== null) {
    const { url, width, height } = picture
    return (
      <Still
        key={file!.id} stage={stage} src={url} width={width} height={height} alt={title}
        onError={renew} onLoad={onLoaded}
      />
    )
  }
  return (
    <div class='stage without'>
      <Icon name={signOf(file)} />
      <p class='quiet'>{file === undefined ? 'There is no file yet' : 'There is no preview of this kind of file'}</p>
    </div>
  )
}
