import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { LinkApi, SharedAsset, SharedLink } from './api.ts'
import { Asset } from './asset.tsx'
import { NothingHere, Waiting } from './waiting.tsx'

export interface ShownProps {
  readonly api: LinkApi
  readonly link: SharedLink
  readonly token: string
  readonly onFailure: (error: unknown) => void
}

/** The asset of a link that shows one. */
export function Only ({ api, link, onFailure }: ShownProps) {
  const assets = useSignal<readonly SharedAsset[] | null>(null)
  useEffect(() => {
    api.request<{ assets: SharedAsset[] }>('GET', '/api/v2/shared/assets')
      .then((data) => { assets.value = data.assets }, onFailure)
  }, [])
  if (assets.value === null) return <Waiting />
  const [asset] = assets.value
  if (asset === undefined) return <NothingHere />
  return <Asset api={api} link={link} known={asset} onFailure={onFailure} isAlone />
}
