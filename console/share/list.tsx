import { useSignal } from '@preact/signals'
import { reachable } from '../api/home.ts'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { count as counted } from '../ui/words.ts'
import type { LinkApi, SharedAsset, SharedLink } from './api.ts'
import { newest, signOf } from './files.ts'
import type { Level } from './folders.ts'

interface ListProps {
  readonly api: LinkApi
  readonly link: SharedLink
  readonly level: Level
  /** Whether all assets of the link are loaded. */
  readonly isWhole: boolean
  /** Why no more were loaded. */
  readonly failure: string
  readonly onChoose: (id: string) => void
  readonly onOpen: (title: string) => void
  readonly onMore: () => Promise<void>
}

/** The folders and the assets of a level. */
export function List (
  { api, link, level: { folders, assets }, isWhole, failure, onChoose, onOpen, onMore }: ListProps
) {
  const refusal = useSignal('')
  async function downloadAll (): Promise<void> {
    try {
      const { download } = await api.request<{ download: { url: string } }>('POST', '/api/v2/shared/downloads', {})
      Object.assign(document.createElement('a'), { href: reachable(download.url), download: '' }).click()
      refusal.value = ''
    } catch (error) {
      refusal.value = (error as Error).message
    }
  }
  return (
    <>
      {link.download && (
        <p class='all'>
          <button type='button' class='button' onClick={downloadAll}><Icon name='import' />Download all</button>
          <span class='wrong' role='alert'>{refusal.value}</span>
        </p>
      )}
      {isWhole && folders.length + assets.length === 0 && <Empty title='There is nothing in this folder any more' />}
      <ul class='cards'>
        {folders.map(([title, count]) => (
          <li key={`folder ${title}`}>
            <button type='button' class='card' onClick={() => onOpen(title)}>
              <span class='thumb'><Icon name='folder' /></span>
              <span class='name' dir='auto' title={title}>{title}</span>
              {/* More may come with what is not loaded yet. */}
              <span class='quiet'>{isWhole ? counted(count, 'asset') : `${count}+ assets`}</span>
            </button>
          </li>
        ))}
        {assets.map((asset) => <li key={asset.id}><Card asset={asset} onChoose={() => onChoose(asset.id)} /></li>)}
      </ul>
      {!isWhole && (
        <p class='more'>
          <button type='button' class='button' onClick={onMore}>Show more</button>
          <span class='wrong' role='alert'>{failure}</span>
        </p>
      )}
    </>
  )
}

function Card ({ asset, onChoose }: { asset: SharedAsset, onChoose: () => void }) {
  const file = newest(asset)
  const picture = file?.previews.find(({ kind }) => kind === 'thumbnail')
  return (
    <button type='button' class='card' onClick={onChoose}>
      <span class='thumb'>
        {picture === undefined
          ? <Icon name={signOf(file)} />
          : <img src={reachable(picture.url)} width={picture.width} height={picture.height} alt='' loading='lazy' />}
      </span>
      <span class='name' dir='auto' title={asset.title}>{asset.title}</span>
    </button>
  )
}
