/** After this time the next first attempt starts, even if the one before has no answer yet. */
const PATIENCE_MS = 5

export interface ThrottleOptions {
  readonly mostAtOnce: number
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  /** Called when an attempt may be able to start. */
  readonly wake: () => void
}

/**
 * Decides when the next first attempt of a webhook may start: when the one before was answered, or has been under way
 * for a moment. A receiver that answers quickly gets one event after the other, in their order. A slow one gets several
 * at a time, begun in their order. One that hangs on an event delays the next for that moment only.
 */
export function createThrottle ({ mostAtOnce, now, wake }: ThrottleOptions) {
  let underway = 0
  let latest = 0
  let isLatestEnded = true
  let latestStartedAt = -Infinity
  let timer: NodeJS.Timeout | undefined

  function mayStart (): boolean {
    if (underway >= mostAtOnce) return false
    const restMs = isLatestEnded ? 0 : latestStartedAt + PATIENCE_MS - now()
    if (restMs > 0 && timer === undefined) timer = setTimeout(rested, restMs)
    return restMs <= 0
  }

  function rested (): void {
    timer = undefined
    wake()
  }

  /** Counts a started attempt. Returns the function to call at its end. */
  function started (): () => void {
    const number = ++latest
    underway++
    isLatestEnded = false
    latestStartedAt = now()
    return () => {
      underway--
      if (number === latest) isLatestEnded = true
    }
  }

  return { mayStart, started, underway: () => underway, stop: () => clearTimeout(timer) }
}
