import { useRef } from 'preact/hooks'
import { found } from './results.ts'
import { active, selected, selectRange, selectTo, toggle } from './selection.ts'

/** The pointer moves this far before a press becomes a drag. */
const LEAST_MOVE = 8

/**
 * Selects by the mouse: pressing and dragging over results selects all between, a click with Ctrl adds or removes one,
 * a click with Shift selects all up to it.
 */
export function useDragSelect () {
  const from = useRef<{ index: number, id: number, x: number, y: number, before: typeof selected.value } | null>(null)
  const hasDragged = useRef(false)

  function onPointerDown (event: PointerEvent) {
    hasDragged.current = false
    const index = indexAt(event)
    const isOther = (event.target as Element).closest('input, button, select, [draggable=true]') !== null
    if (index === null || isOther || event.button !== 0 || event.pointerType !== 'mouse') return
    from.current = { index, id: event.pointerId, x: event.clientX, y: event.clientY, before: selected.value }
  }

  function onPointerMove (event: PointerEvent) {
    const start = from.current
    if (start === null || event.pointerId !== start.id) return
    if (event.buttons % 2 === 0) { from.current = null; return }
    if (!hasDragged.current && Math.hypot(event.clientX - start.x, event.clientY - start.y) < LEAST_MOVE) return
    const index = indexAt(event)
    if (index === null || (index === start.index && !hasDragged.current)) return
    hasDragged.current = true
    selectRange(found.value, start.index, index, start.before)
  }

  const onPointerUp = (event: PointerEvent) => { if (event.pointerId === from.current?.id) from.current = null }

  // Before the click reaches a link.
  function onClickCapture (event: MouseEvent) {
    const index = indexAt(event)
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey
    if (index === null || (event.target as Element).closest('input') !== null || (!isModified && !hasDragged.current)) return
    event.preventDefault()
    event.stopPropagation()
    if (!hasDragged.current) {
      if (event.shiftKey) selectTo(found.value, index)
      else toggle(found.value, index)
      active.value = index
    }
    hasDragged.current = false
  }
  return { onPointerDown, onPointerMove, onPointerUp, onClickCapture }
}

/** The result at the place of an event. */
export function indexAt (event: MouseEvent): number | null {
  const index = (event.target as Element).closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? null : Number(index)
}
