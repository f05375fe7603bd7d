import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useEvery } from '../ui/use-every.ts'
import { isOver, type LinkApi, type OpenedAsset, type SharedAsset, type SharedLink, type SharedVersion } from './api.ts'
import { newest } from './files.ts'

/** How often the page looks for what others do. */
const LOOK_MS = 10_000

/** An asset that is open, the file of it that is shown, and what has come since. */
export function useAsset (
  api: LinkApi, { approvals, versions }: SharedLink, known: SharedAsset, onFailure: (error: unknown) => void
) {
  const asset = useSignal<OpenedAsset>(known)
  /** The asset with its new file, which is shown when the guest asks for it. */
  const arrived = useSignal<OpenedAsset | null>(null)
  /** The earlier file that is shown in place of the present one. */
  const earlier = useSignal<SharedVersion | null>(null)
  const looks = useSignal(0)
  const path = `/api/v2/shared/assets/${known.id}`
  const read = async () => (await api.request<{ asset: OpenedAsset }>('GET', path)).asset

  async function load (): Promise<void> {
    try {
      const got = await read()
      if (earlier.value !== null) {
        const listed = await api.request<{ versions: SharedVersion[] }>('GET', `${path}/versions`)
        earlier.value = listed.versions.find(({ id }) => id === earlier.value?.id) ?? null
      }
      asset.value = got
    } catch (error) {
      onFailure(error)
    }
  }
  /** Resolves to whether the file is still the newest. */
  async function look (): Promise<boolean> {
    const got = await read()
    const isSame = newest(got)?.id === newest(asset.value)?.id
    arrived.value = isSame ? null : got
    return isSame
  }
  useEvery(LOOK_MS, () => { looks.value++ })
  useEffect(() => {
    if (looks.value === 0 || !(approvals || versions)) return
    look().catch((error: unknown) => { if (isOver(error)) onFailure(error) })
  }, [looks.value])

  return {
    asset: asset.value,
    file: earlier.value ?? newest(asset.value),
    earlier,
    looks: looks.value,
    hasArrived: arrived.value !== null,
    load,
    look,
    showArrived: () => {
      asset.value = arrived.value!
      arrived.value = earlier.value = null
    }
  }
}
