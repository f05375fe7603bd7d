import { setMaxListeners } from 'node:events'
import { nodeTimers, type Timer, type Timers } from '../basics/timers.js'
import { OutboundFailure } from './failure.js'

export interface LimitOptions {
  /** Milliseconds for the whole request, redirects and body included. */
  timeoutMs?: number
  /** Milliseconds of silence. */
  idleTimeoutMs?: number
  signal?: AbortSignal
}

/** Everything that may end a request from outside. */
export interface Limits {
  /** Calls `onEnd` when a limit is reached, or at once if one was. Replaces the callback before. */
  watch: (onEnd: ((failure: OutboundFailure) => void) | null) => void
  /** Restarts the idle time. */
  touch: () => void
  /** Stops the idle time, as the reader is busy. */
  rest: () => void
  end: (failure: OutboundFailure) => void
  /** Stops all timers: the request is over. */
  clear: () => void
}

// Node fires a longer timer at once.
const longestTimerMs = 2 ** 31 - 1

export function createLimits (
  { timeoutMs, idleTimeoutMs, signal }: LimitOptions, timers: Timers = nodeTimers
): Limits {
  let ended: OutboundFailure | null = null
  let isOver = false
  let onEnd: ((failure: OutboundFailure) => void) | null = null
  let idle: Timer | undefined
  const deadline = timeoutMs === undefined ? undefined : startTimer(onDeadline, timeoutMs)
  touch()
  if (signal) heed(signal)

  function heed (signal: AbortSignal): void {
    if (signal.aborted) return onAbort()
    // One signal may end any number of requests, which is no leak.
    setMaxListeners(0, signal)
    signal.addEventListener('abort', onAbort)
  }

  function onDeadline (): void {
    end(new OutboundFailure('timeout', `no complete answer within ${timeoutMs} ms`))
  }

  function onIdle (): void {
    end(new OutboundFailure('timeout', `nothing was received for ${idleTimeoutMs} ms`))
  }

  function onAbort (): void {
    end(new OutboundFailure('aborted', 'the request was given up by its caller'))
  }

  function end (failure: OutboundFailure): void {
    if (isOver) return
    ended = failure
    clear()
    onEnd?.(failure)
  }

  function clear (): void {
    isOver = true
    timers.clearTimeout(deadline)
    rest()
    signal?.removeEventListener('abort', onAbort)
  }

  function watch (next: typeof onEnd): void {
    onEnd = next
    if (ended) next?.(ended)
  }

  function touch (): void {
    if (idleTimeoutMs === undefined || isOver) return
    if (idle) idle.refresh()
    else idle = startTimer(onIdle, idleTimeoutMs)
  }

  function rest (): void {
    timers.clearTimeout(idle)
    idle = undefined
  }

  function startTimer (onTime: () => void, delayMs: number): Timer {
    return timers.setTimeout(onTime, Math.min(delayMs, longestTimerMs))
  }

  return { watch, touch, rest, end, clear }
}
