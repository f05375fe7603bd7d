import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { isOver, type SharedAsset } from './api.ts'
import type { ShownProps } from './only.tsx'

/** Assets of the first page. Others are loaded when they are asked for. */
const PAGE = 60
/**
 * The assets of a project come by their last changes, from all of its folders. So that these are whole, up to this
 * number are loaded without being asked for, in larger pages.
 */
const READ_ON = 1000
const LARGE_PAGE = 200

/** The assets that the link shows, as far as they are loaded. */
export function useAssets ({ api, link, onFailure }: Omit<ShownProps, 'token'>) {
  const assets = useSignal<readonly SharedAsset[] | null>(null)
  const next = useSignal<string | null>(`/api/v2/shared/assets?limit=${PAGE}`)
  /** Why no more were loaded. */
  const failure = useSignal('')
  const isLoading = useRef(false)

  async function more (): Promise<void> {
    if (next.value === null || isLoading.current) return
    isLoading.current = true
    try {
      const { data, next: following } = await api.ask<{ assets: SharedAsset[] }>('GET', next.value)
      const known = new Set(assets.value?.map(({ id }) => id))
      isLoading.current = false
      failure.value = ''
      next.value = following?.replace(/limit=\d+/, `limit=${link.type === 'project' ? LARGE_PAGE : PAGE}`) ?? null
      // One that was changed meanwhile may come twice.
      assets.value = [...assets.value ?? [], ...data.assets.filter(({ id }) => !known.has(id))]
    } catch (error) {
      isLoading.current = false
      // What is shown, and what is being written beside it, stays while the connection is away.
      if (assets.value === null || isOver(error)) onFailure(error)
      else failure.value = (error as Error).message
    }
  }
  const count = assets.value?.length ?? 0
  useEffect(() => {
    if (assets.value === null || (link.type === 'project' && count < READ_ON)) more()
  }, [assets.value])
  return { assets: assets.value, isWhole: next.value === null, failure: failure.value, more }
}
