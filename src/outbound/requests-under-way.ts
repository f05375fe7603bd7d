import type { Timers } from '../basics/timers.js'
import { OutboundFailure } from './failure.js'
import { createLimits } from './limits.js'
import type { LimitOptions, Limits } from './limits.js'

/** Counts requests, so that a client can be closed gracefully. */
export function createRequestsUnderWay (timers?: Timers) {
  const underway = new Set<Limits>()
  let isClosed = false
  let onLastEnd: (() => void) | null = null
  let closed: Promise<void> | null = null

  function begin (options: LimitOptions): Limits {
    const limits = createLimits(options, timers)
    underway.add(limits)
    if (isClosed) limits.end(new OutboundFailure('aborted', 'the client is closed'))
    return limits
  }

  function end (limits: Limits): void {
    limits.clear()
    underway.delete(limits)
    if (underway.size === 0) onLastEnd?.()
  }

  /** Refuses new requests. Resolves when none is under way, after `graceMs` at the latest. */
  function close (graceMs: number): Promise<void> {
    isClosed = true
    closed ??= new Promise<void>((resolve) => {
      if (underway.size === 0) return resolve()
      const timer = setTimeout(function giveUp () {
        for (const limits of underway) limits.end(new OutboundFailure('aborted', 'the client was closed'))
      }, graceMs)
      onLastEnd = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    return closed
  }

  return { begin, end, close }
}
