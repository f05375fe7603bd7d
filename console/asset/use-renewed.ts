import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** How often a URL that does not load is replaced by the newest one. */
const MOST_RENEWALS = 3
/** URLs that are signed within a second are the same. */
const NEXT_MS = 1500

export interface Renewed {
  readonly src: string
  /** Whether it loads by no URL. */
  readonly isLost: boolean
  /** For `onError`: loads the file again, with a new URL. */
  readonly renew: () => Promise<void>
  /** Begins again, when a user asks for it. */
  readonly retry: () => void
  /** For `onLoadedMetadata`: continues at the position where it was. */
  readonly goOn: (event: { currentTarget: HTMLMediaElement }) => void
  /** For `onTimeUpdate` and `onPause`. */
  readonly note: (event: { currentTarget: HTMLMediaElement }) => void
}

/**
 * Keeps the first signed URL of a file, as with another one it would begin from 0. When the URL no longer loads, the
 * newest one replaces it; of a damaged file none does.
 */
export function useRenewed (newest: string, reload: () => Promise<void>, isDamaged = false): Renewed {
  const src = useSignal(newest)
  const isLost = useSignal(false)
  const next = useRef<ReturnType<typeof setTimeout>>(undefined)
  const renewals = useRef(0)
  const at = useRef({ time: 0, isPlaying: false })
  /** Set while a new URL is on its way. */
  const isWaiting = useRef(false)
  useEffect(() => {
    if (!isWaiting.current || newest === src.value) return
    isWaiting.current = false
    src.value = newest
  }, [newest])
  useEffect(() => () => clearTimeout(next.current), [])

  async function renew (): Promise<void> {
    if (isDamaged || renewals.current++ >= MOST_RENEWALS) {
      isLost.value = true
      return
    }
    isWaiting.current = true
    await reload()
    next.current = setTimeout(() => { if (isWaiting.current) renew() }, NEXT_MS)
  }
  return {
    src: src.value,
    isLost: isLost.value,
    renew,
    retry: () => {
      renewals.current = 0
      isLost.value = false
      renew()
    },
    goOn: ({ currentTarget: player }) => {
      if (at.current.time > 0 && player.currentTime === 0) player.currentTime = at.current.time
      if (at.current.isPlaying && player.paused) player.play().catch(() => {})
      renewals.current = 0
    },
    note: ({ currentTarget: player }) => {
      if (player.error !== null || player.readyState === 0) return
      at.current = { time: player.currentTime, isPlaying: !player.paused }
    }
  }
}
