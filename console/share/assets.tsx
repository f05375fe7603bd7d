import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reachable } from '../api/home.ts'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import type { LinkApi, SharedAsset, SharedLink } from './api.ts'
import { Asset } from './asset.tsx'
import { newest, signOf } from './files.ts'

interface AssetsProps {
  readonly api: LinkApi
  readonly link: SharedLink
  readonly onFailure: (error: unknown) => void
}

/** Assets of a page: more are loaded when they are asked for. */
const PAGE = 60

/** The assets that the link shows. A single one is shown at once, of several the chosen one. */
export function Assets ({ api, link, onFailure }: AssetsProps) {
  const assets = useSignal<readonly SharedAsset[] | null>(null)
  const next = useSignal<string | null>(null)
  const chosen = useSignal<string | null>((history.state as { asset?: string } | null)?.asset ?? null)

  const refusal = useSignal('')

  async function load (path: string, before: readonly SharedAsset[]): Promise<void> {
    try {
      const { data, next: following } = await api.ask<{ assets: SharedAsset[] }>('GET', path)
      assets.value = [...before, ...data.assets]
      next.value = following
    } catch (error) {
      onFailure(error)
    }
  }
  useEffect(() => {
    load(`/api/v2/shared/assets?limit=${PAGE}`, [])
    const goBack = () => { chosen.value = (history.state as { asset?: string } | null)?.asset ?? null }
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [])

  /** The back button of the browser, or of the phone, leads back to all. */
  function choose (id: string): void {
    history.pushState({ asset: id }, '')
    chosen.value = id
    scrollTo(0, 0)
  }

  if (assets.value === null) return <p class='quiet waiting' aria-busy='true'>One moment</p>
  if (assets.value.length === 0) return <Empty title='There is nothing to see at the moment' />
  const only = assets.value.length === 1 && next.value === null ? assets.value[0] : undefined
  const shown = only ?? assets.value.find(({ id }) => id === chosen.value)
  if (shown !== undefined) {
    return (
      <>
        {only === undefined && (
          <button type='button' class='button back' onClick={() => history.back()}><Icon name='left' />All</button>
        )}
        <Asset key={shown.id} api={api} link={link} known={shown} onFailure={onFailure} isAlone={only !== undefined} />
      </>
    )
  }
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
      <ul class='cards'>
        {assets.value.map((asset) => <li key={asset.id}><Card asset={asset} onChoose={() => choose(asset.id)} /></li>)}
      </ul>
      {next.value !== null && (
        <p class='more'>
          <button type='button' class='button' onClick={() => load(next.value!, assets.value!)}>Show more</button>
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
