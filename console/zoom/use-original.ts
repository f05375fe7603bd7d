import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useRenewed } from '../asset/use-renewed.ts'

/** The URL of the file itself, from when it was wanted and has loaded: until then its preview is shown. */
export function useOriginal (view: string | null, isWanted: boolean, reload: () => Promise<void>): string | null {
  const { src, renew } = useRenewed(view ?? '', reload)
  const loaded = useSignal<string | null>(null)
  useEffect(() => {
    if (view === null || !isWanted || loaded.value !== null) return
    let isOver = false
    const image = new Image()
    image.src = src
    // A picture that is decoded takes the other's place at once.
    image.decode().then(
      () => { if (!isOver) loaded.value = src },
      () => { if (!isOver) renew() }
    )
    return () => { isOver = true }
  }, [src, view === null, isWanted])
  return loaded.value
}
