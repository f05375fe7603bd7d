import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** How often a URL that does not load is replaced by the newest one. */
const MOST_RENEWALS = 3

interface Renewed {
  readonly src: string
  /** For `onError`: what was loading starts again with a URL that was made now. */
  readonly renew: () => void
  /** For `onLoadedMetadata`: goes on where it was. */
  readonly goOn: (event: { currentTarget: HTMLMediaElement }) => void
  /** For `onTimeUpdate` and `onPause`. */
  readonly note: (event: { currentTarget: HTMLMediaElement }) => void
}

/**
 * The first signed URL of a file stays, as another one would begin from 0, until it does not load any more: then the
 * newest one takes its place.
 */
export function useRenewed (newest: string, reload: () => Promise<void>): Renewed {
  const src = useSignal(newest)
  const renewals = useRef(0)
  const at = useRef({ time: 0, isPlaying: false })
  /** Set while a new URL is on its way. */
  const isWaiting = useRef(false)
  useEffect(() => {
    if (!isWaiting.current || newest === src.value) return
    isWaiting.current = false
    src.value = newest
  }, [newest])
  return {
    src: src.value,
    renew: () => {
      if (renewals.current++ >= MOST_RENEWALS) return
      isWaiting.current = true
      reload()
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
