import { OutboundFailure } from './failure.js'
import { createLimits } from './limits.js'
import type { LimitOptions, Limits } from './limits.js'

/** Knows the requests that are under way, so that a client can be closed without cutting them off. */
export function createFlights () {
  const underway = new Set<Limits>()
  let isClosed = false
  let onLanded: (() => void) | null = null
  let landed: Promise<void> | null = null

  function begin (options: LimitOptions): Limits {
    const limits = createLimits(options)
    underway.add(limits)
    if (isClosed) limits.end(new OutboundFailure('aborted', 'the client is closed'))
    return limits
  }

  function end (limits: Limits): void {
    limits.clear()
    underway.delete(limits)
    if (underway.size === 0) onLanded?.()
  }

  /** Refuses what begins from now on; resolves when nothing is under way any more, which is at most `graceMs` from now. */
  function land (graceMs: number): Promise<void> {
    isClosed = true
    landed ??= new Promise<void>((resolve) => {
      if (underway.size === 0) return resolve()
      const timer = setTimeout(function giveUp () {
        for (const limits of underway) limits.end(new OutboundFailure('aborted', 'the client was closed'))
      }, graceMs)
      onLanded = function onLastEnd () {
        clearTimeout(timer)
        resolve()
      }
    })
    return landed
  }

  return { begin, end, land }
}
