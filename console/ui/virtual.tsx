import { useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface VirtualProps {
  /** The scrolling element. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  /** The height of each row, in pixels. */
  readonly height: number
  /** A row that is always rendered, as it has the focus. */
  readonly always: number
  readonly row: (index: number) => ComponentChildren
  /** Called near the end. */
  readonly onEnd: () => void
}

/** Rows rendered outside of the view, for quick scrolling. */
const SPARE_ROWS = 6
const NEAR_ROWS = 60

/** Renders only the visible rows, however many there are. */
export function Virtual ({ scroller, count, height, always, row, onEnd }: VirtualProps) {
  const seen = useSignal({ from: 0, to: 30 })
  const look = () => {
    const { scrollTop, clientHeight } = scroller.current!
    const from = Math.max(0, Math.floor(scrollTop / height) - SPARE_ROWS)
    const to = Math.ceil((scrollTop + clientHeight) / height) + SPARE_ROWS
    if (from !== seen.value.from || to !== seen.value.to) seen.value = { from, to }
    // In a short list at most its second half counts as near, so that the first screen loads only its first page.
    if (to > count - Math.min(NEAR_ROWS, count / 2)) onEnd()
  }
  useLayoutEffect(() => {
    const element = scroller.current!
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [count, height])
  const keys = useRef(new Map<number, number>())
  const { from, to } = seen.value
  const rows = []
  for (let index = from; index < Math.min(to, count); index++) rows.push(index)
  if (always >= 0 && always < count && (always < from || always >= to)) rows.push(always)
  keys.current = reuse(keys.current, rows)
  return (
    <div class='virtual' role='presentation' style={{ height: `${count * height}px` }}>
      {rows.map((index) => (
        <div key={keys.current.get(index)} class='virtual-row' role='presentation' style={{ transform: `translateY(${index * height}px)`, height: `${height}px` }}>
          {row(index)}
        </div>
      ))}
    </div>
  )
}

/**
 * A key for each row: its earlier key if it has one, otherwise that of a row that has left. Its elements are then
 * reused, as making new ones takes long.
 */
function reuse (before: ReadonlyMap<number, number>, rows: readonly number[]): Map<number, number> {
  const free = new Set(before.values())
  for (const index of rows) free.delete(before.get(index)!)
  // In their order, so that none has to be moved if all rows are new.
  const left = free.values()
  let most = Math.max(-1, ...before.values())
  return new Map(rows.map((index) => [index, before.get(index) ?? left.next().value ?? ++most]))
}

/** Scrolls as little as possible to show a row. */
export function revealRow (scroller: HTMLElement, index: number, height: number, headHeight = 0): void {
  const top = index * height
  const { scrollTop, clientHeight } = scroller
  if (top < scrollTop) scroller.scrollTop = top
  else {
    const bottom = top + height + headHeight - clientHeight
    if (bottom > scrollTop) scroller.scrollTop = bottom
  }
}
