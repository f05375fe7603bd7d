import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Icon } from '../ui/icon.tsx'
import { bytes } from '../ui/words.ts'
import { reachable, type LinkApi, type SharedAsset, type SharedFile, type SharedLink } from './api.ts'
import { Comments } from './comments.tsx'
import { kindOf, newest, pictureOf, signOf, sourceOf } from './files.ts'

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
  const asset = useSignal(known)
  const player = useRef<HTMLMediaElement>(null)
  const hasRenewed = useRef(false)
  const file = newest(asset.value)

  /** URLs last for an hour: they are read again, once for each time that one has failed. */
  async function renew (): Promise<void> {
    if (hasRenewed.current) return
    hasRenewed.current = true
    try {
      asset.value = (await api.get<{ asset: SharedAsset }>(`shared/assets/${known.id}`)).asset
    } catch (error) {
      onFailure(error)
    }
  }
  const onLoaded = () => { hasRenewed.current = false }
  const download = file?.download_url

  return (
    <article class='one'>
      <div class='seen'>
        <Stage file={file} title={asset.value.title} player={player} onError={renew} onLoaded={onLoaded} />
        <div class='facts-line'>
          {!isAlone && <h2>{asset.value.title}</h2>}
          {file !== undefined && <span class='quiet'>{file.filename} · {bytes(file.size)}</span>}
          {download != null && <a class='button' href={reachable(download)} download={file!.filename}>Download</a>}
        </div>
      </div>
      {link.comments && (
        <Comments
          api={api} assetId={known.id} player={player} hasTime={file !== undefined && isPlayed(file)}
          onFailure={onFailure}
        />
      )}
    </article>
  )
}

function isPlayed (file: SharedFile): boolean {
  return (kindOf(file) === 'video' || kindOf(file) === 'audio') && sourceOf(file) !== null
}

interface StageProps {
  readonly file: SharedFile | undefined
  readonly title: string
  readonly player: { current: HTMLMediaElement | null }
  readonly onError: () => void
  readonly onLoaded: () => void
}

function Stage ({ file, title, player, onError, onLoaded }: StageProps) {
  const source = file === undefined ? null : sourceOf(file)
  const picture = pictureOf(file)
  const kind = kindOf(file)
  const playing = {
    src: source ?? '', controls: true, preload: 'metadata' as const, 'aria-label': title, onError, onLoadedMetadata: onLoaded
  }
  if (source !== null && kind === 'video') {
    return <div class='stage'><video ref={player as never} {...playing} poster={picture?.url} playsInline /></div>
  }
  if (source !== null && kind === 'audio') {
    return <div class='stage sound'><Icon name='sound' /><audio ref={player as never} {...playing} /></div>
  }
  if (picture !== null) {
    return (
      <div class='stage'>
        <img
          src={picture.url} width={picture.width} height={picture.height} alt={title}
          onError={onError} onLoad={onLoaded}
        />
      </div>
    )
  }
  return (
    <div class='stage without'>
      <Icon name={signOf(file)} />
      <p class='quiet'>{file === undefined ? 'There is no file yet' : 'There is no preview of this kind of file'}</p>
    </div>
  )
}
