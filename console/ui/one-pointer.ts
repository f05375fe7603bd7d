import type { TargetedPointerEvent } from 'preact'
import { useRef } from 'preact/hooks'

type PointerOf = TargetedPointerEvent<Element>

interface Stroke {
  readonly begin: (event: PointerOf) => void
  readonly move?: (event: PointerOf) => void
  readonly end?: (event: PointerOf) => void
  /** What was begun does not count. */
  readonly cancel?: () => void
}

/**
 * Follows one pointer from its press to its end, wherever it goes. Others that touch meanwhile, such as the palm beside
 * a pen, are passed over. A pen that comes after a finger takes its place, as the finger was the palm.
 */
export function useOnePointer ({ begin, move, end, cancel }: Stroke) {
  const held = useRef<{ readonly id: number, readonly isPen: boolean } | null>(null)
  const isHeld = ({ pointerId }: PointerOf) => held.current?.id === pointerId
  const stop = (event: PointerOf) => {
    if (!isHeld(event)) return
    held.current = null
    cancel?.()
  }
  return {
    /** Whether no pointer, or this one, is followed. */
    isFree: (event: PointerOf) => held.current === null || isHeld(event),
    handlers: {
      onPointerDown: (event: PointerOf) => {
        const isPen = event.pointerType === 'pen'
        if (event.button !== 0 || (held.current !== null && (held.current.isPen || !isPen))) return
        if (held.current !== null) cancel?.()
        held.current = { id: event.pointerId, isPen }
        event.currentTarget.setPointerCapture(event.pointerId)
        begin(event)
      },
      onPointerMove: (event: PointerOf) => { if (isHeld(event)) move?.(event) },
      onPointerUp: (event: PointerOf) => {
        if (!isHeld(event)) return
        held.current = null
        end?.(event)
      },
      onPointerCancel: stop,
      onLostPointerCapture: stop
    }
  }
}
