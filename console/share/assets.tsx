import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { addressOf, addressOfFolder, named, namedFolder, type Folder } from './address.ts'
import type { SharedAsset } from './api.ts'
import { Asset } from './asset.tsx'
import { levelOf } from './folders.ts'
import { List } from './list.tsx'
import type { ShownProps } from './only.tsx'
import { Steps } from './steps.tsx'
import { useAssets } from './use-assets.ts'
import { NothingHere, Waiting } from './waiting.tsx'
import { Way } from './way.tsx'
import './assets.css'

/** The assets that the link shows, in their folders. A single one is shown at once, of several the chosen one. */
export function Assets ({ api, link, onFailure }: ShownProps) {
  const { assets, isWhole, failure, more } = useAssets({ api, link, onFailure })
  const chosen = useSignal(named('asset'))
  const folder = useSignal(namedFolder())
  /** The chosen asset, if the address names one that is not on the first page. */
  const asked = useSignal<SharedAsset | null>(null)

  useEffect(() => {
    if (chosen.value !== null) {
      api.request<{ asset: SharedAsset }>('GET', `/api/v2/shared/assets/${encodeURIComponent(chosen.value)}`)
        .then(({ asset }) => { asked.value = asset }, () => {})
    }
    const goBack = () => {
      chosen.value = named('asset')
      folder.value = namedFolder()
    }
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [])

  /** The back button of the browser, or of the phone, leads back to the list. */
  function choose (id: string): void {
    history.pushState({ isInside: true }, '', addressOf(id))
    chosen.value = id
    scrollTo(0, 0)
  }
  /** Takes the place of the asset before, so that Back leads to the list from here, too. */
  function stepTo (id: string): void {
    history.replaceState(history.state, '', addressOf(id))
    chosen.value = id
  }
  function open (to: Folder): void {
    history.pushState(null, '', addressOfFolder(to))
    chosen.value = null
    folder.value = to
    scrollTo(0, 0)
  }
  /** From an asset to the list that it is in. By an address that leads to it there is nothing to go back to. */
  function leave (to: Folder): void {
    if ((history.state as { isInside?: boolean } | null)?.isInside === true) history.back()
    else open(to)
  }

  const only = assets?.length === 1 && isWhole ? assets[0] : undefined
  const shown = only ?? assets?.find(({ id }) => id === chosen.value) ??
    (asked.value?.id === chosen.value ? asked.value : null)
  const path = shown?.path ?? []
  const beside = shown === null || assets === null ? [] : levelOf(assets, path).assets
  const place = beside.findIndex(({ id }) => id === shown?.id)
  useEffect(() => { if (place >= 0 && place === beside.length - 1) more() }, [place])

  if (assets === null) return <Waiting />
  if (assets.length === 0) return <NothingHere />
  if (shown === null) {
    return (
      <>
        <Way folder={folder.value} isIn={false} onOpen={open} />
        <List
          api={api} link={link} level={levelOf(assets, folder.value)} isWhole={isWhole} failure={failure}
          onChoose={choose} onOpen={(title) => open([...folder.value, title])} onMore={more}
        />
      </>
    )
  }
  return (
    <>
      {only === undefined && (
        <div class='way-line'>
          <Way folder={path} isIn onOpen={(to) => { if (to.length === path.length) leave(to); else open(to) }} />
          <Steps before={beside[place - 1]} after={place < 0 ? undefined : beside[place + 1]} onStep={stepTo} />
        </div>
      )}
      <Asset key={shown.id} api={api} link={link} known={shown} onFailure={onFailure} isAlone={only !== undefined} />
    </>
  )
}
