import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { clockOf } from '../../src/basics/time-code.ts'
import { reachable } from '../api/home.ts'
import type { Filmstrip } from '../film/bar.tsx'
import { Still } from '../room/still.tsx'
import { Icon } from '../ui/icon.tsx'
import { Lazy } from '../ui/lazy.tsx'
import { bytes } from '../ui/words.ts'
import type { LinkApi, OpenedAsset, SharedAsset, SharedFile, SharedLink } from './api.ts'
import { Comments } from './comments.tsx'
import { kindOf, newest, pictureOf, signOf, sourceOf } from './files.ts'

const loadPages = async () => (await import('../pdf/pages.tsx')).Pages
const loadFilm = async () => (await import('../film/film.tsx')).Film

interface AssetProps {
  readonly api: LinkApi
  readonly link: SharedLink
  /** As it was listed. */
  readonly known: SharedAsset
  /** Whether the link shows nothing else. */
  readonly isAlone: boolean
  readonly onFailure: (error: unknown) => void
}

/** An asset: its player or its picture, its file, and its comments. */
export function Asset ({ api, link, known, isAlone, onFailure }: AssetProps) {
  const asset = useSignal<OpenedAsset>(known)
  const hasRenewed = useRef(false)
  const file = newest(asset.value)

  async function load (): Promise<void> {
    try {
      asset.value = (await api.request<{ asset: OpenedAsset }>('GET', `/api/v2/shared/assets/${known.id}`)).asset
    } catch (error) {
      onFailure(error)
    }
  }
  /** URLs last for an hour: they are read again, once for each time that one has failed. */
  async function renew (): Promise<void> {
    if (hasRenewed.current) return
    hasRenewed.current = true
    await load()
  }
  const onLoaded = () => { hasRenewed.current = false }
  // A list does not tell how time codes count a film.
  useEffect(() => { if (file !== undefined && isPlayed(file)) load() }, [])
  const download = file?.download_url

  return (
    <article class='one'>
      <div class='seen'>
        <Seen asset={asset.value} file={file} reload={load} renew={renew} onLoaded={onLoaded} />
        <div class='facts-line'>
          {!isAlone && <h2>{asset.value.title}</h2>}
          {file !== undefined && <span class='quiet'>{file.filename} · {bytes(file.size)}</span>}
          {download != null && <a class='button' href={reachable(download)} download={file!.filename}>Download</a>}
        </div>
      </div>
      {link.comments && (
        <div class='beside'>
          <Comments api={api} assetId={known.id} isSeen={file !== undefined && kindOf(file) !== 'other'} onFailure={onFailure} />
        </div>
      )}
    </article>
  )
}

function isPlayed (file: SharedFile): boolean {
  return (kindOf(file) === 'video' || kindOf(file) === 'audio') && sourceOf(file) !== null
}

interface SeenProps {
  readonly asset: OpenedAsset
  readonly file: SharedFile | undefined
  readonly reload: () => Promise<void>
  readonly renew: () => Promise<void>
  readonly onLoaded: () => void
}

function Seen ({ asset: { title, film }, file, reload, renew, onLoaded }: SeenProps) {
  const picture = pictureOf(file)
  const kind = kindOf(file)
  if (file !== undefined && isPlayed(file)) {
    const waveform = file.proxies.find((proxy) => proxy.kind === 'waveform')?.url
    const filmstrip = file.previews.find((preview) => preview.kind === 'filmstrip') as Filmstrip | undefined
    const props = {
      kind: kind === 'audio' ? 'audio' as const : 'video' as const,
      name: title,
      src: sourceOf(file)!,
      width: picture?.width,
      height: picture?.height,
      clock: film === undefined || kind === 'audio' ? null : clockOf(film),
      waveform: waveform === undefined ? null : reachable(waveform),
      filmstrip: filmstrip === undefined ? null : { ...filmstrip, url: reachable(filmstrip.url) },
      reload
    }
    return <Lazy key={file.id} load={loadFilm} props={props} waiting={<div class='stage skeleton' />} />
  }
  if (file?.content_type === 'application/pdf' && file.view_url !== null) {
    const download = file.download_url == null ? null : reachable(file.download_url)
    const props = { url: reachable(file.view_url), name: file.filename, download }
    return <Lazy key={file.id} load={loadPages} props={props} waiting={<div class='stage skeleton' />} />
  }
  if (picture !== null) {
    const { url, width, height } = picture
    return <Still src={url} width={width} height={height} alt={title} onError={renew} onLoad={onLoaded} />
  }
  return (
    <div class='stage without'>
      <Icon name={signOf(file)} />
      <p class='quiet'>{file === undefined ? 'There is no file yet' : 'There is no preview of this kind of file'}</p>
    </div>
  )
}
