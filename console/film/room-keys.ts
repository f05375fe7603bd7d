import { useEffect, useRef } from 'preact/hooks'
import { keyOf } from '../ui/keys.ts'

/** Where letters are written, or keys choose something. */
const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog *'
/** What a space presses, opens or ticks. */
const PRESSED = 'button, summary, a, input'

/**
 * The keys of the player count wherever the focus is on the page, but for fields. `press` says whether it does
 * anything with a key. Keys that are heard at the document are those that the player leaves.
 */
export function useRoomKeys (press: (key: string) => boolean, place: GlobalEventHandlers = document.body): void {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.matches(FIELDS)) return
      if (document.querySelector('dialog[open]') !== null) return
      const key = keyOf(event)
      if ((key === ' ' && target.matches(PRESSED)) || !latest.current(key)) return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the page, whose keys lead to other results.
    place.addEventListener('keydown', onKey)
    return () => place.removeEventListener('keydown', onKey)
  }, [])
}
