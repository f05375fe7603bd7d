/** A wheel turns by larger steps, in pixels. */
const LEAST_OF_WHEEL = 40
/** Events that are further apart are of two movements. */
const PAUSE_MS = 200

/**
 * Tells whether two fingers move over a trackpad, which scrolls, where a wheel zooms. Both send the same events: how a
 * movement begins decides for all of it, as fingers begin slowly.
 */
export function createSwipe (): (event: WheelEvent) => boolean {
  let isSwipe = false
  let at = -PAUSE_MS
  return (event) => {
    const { deltaMode, deltaX, deltaY, timeStamp } = event
    if (timeStamp - at >= PAUSE_MS) {
      isSwipe = deltaMode === WheelEvent.DOM_DELTA_PIXEL && (deltaX !== 0 || Math.abs(deltaY) < LEAST_OF_WHEEL)
    }
    at = timeStamp
    return isSwipe
  }
}
