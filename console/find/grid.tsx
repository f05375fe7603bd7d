import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { go } from '../shell/place.ts'
import { keyOf } from '../ui/keys.ts'
import { revealRow, Virtual } from '../ui/virtual.tsx'
import { pageOf } from './result.tsx'
import { findMore, found } from './results.ts'
import { indexAt, useDragSelect } from './drag-select.ts'
import { active, selectAll, selected, selectNone, selectTo, toggle } from './selection.ts'

const HEAD_HEIGHT = 36

interface GridProps {
  readonly columns: number
  readonly height: number
  readonly name: string
  readonly head?: ComponentChildren
  readonly row: (index: number) => ComponentChildren
  readonly class: string
  readonly style?: Readonly<Record<string, string>>
  /** Begins to edit the result that has the focus. */
  readonly onEdit?: (() => void) | undefined
}

/** The scroll position, to return to after looking at a result. */
let scrolledTo = 0

export function forgetScroll (): void {
  scrolledTo = 0
  active.value = 0
}

/** The results as a grid for arrow keys: Enter opens one, Space selects it. */
export function Grid ({ columns, height, name, head, row, class: className, style, onEdit }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const count = found.value.length

  useLayoutEffect(() => {
    const element = scroller.current!
    element.scrollTop = scrolledTo
    const keep = () => { scrolledTo = element.scrollTop }
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [])

  // Set before the row with the focus can be removed: otherwise nothing would handle the next key.
  const isWalking = useRef(false)
  useLayoutEffect(() => {
    if (isWalking.current) focusActive(scroller.current)
    isWalking.current = false
  }, [active.value])

  function move (to: number) {
    active.value = Math.max(0, Math.min(count - 1, to))
    revealRow(scroller.current!, Math.floor(active.value / columns), height, head === undefined ? 0 : HEAD_HEIGHT)
    isWalking.current = true
  }

  function onKeyDown (event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowDown: columns,
      ArrowUp: -columns,
      PageDown: columns * 10,
      PageUp: -columns * 10,
      Home: -Infinity,
      End: Infinity,
      ...(columns > 1 ? { ArrowRight: 1, ArrowLeft: -1 } : {}),
      j: columns,
      k: -columns
    }
    const results = found.value
    const key = keyOf(event)
    const step = steps[key]
    if (step !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (key === 'ArrowUp' && active.value < columns) document.getElementById('search')?.focus()
      else move(active.value + step)
      if (event.shiftKey) selectTo(results, active.value)
    } else if (key === 'Enter' && results[active.value] !== undefined) go(pageOf(results[active.value]!))
    else if (key === 'F2' && onEdit !== undefined) onEdit()
    else if (key === ' ' || key === 'x') toggle(results, active.value)
    else if (key === 'a' && (event.ctrlKey || event.metaKey)) selectAll(results)
    else if (key === 'Escape' && selected.value.size > 0) selectNone()
    else return
    event.preventDefault()
  }

  function onDblClick (event: MouseEvent) {
    const index = indexAt(event)
    const isOther = (event.target as Element).closest('a, input, button, select') !== null
    if (!isOther && index !== null && found.value[index] !== undefined) go(pageOf(found.value[index]))
  }

  const drag = useDragSelect()
  return (
    <div
      {...drag} ref={scroller} class={`grid ${className}`} role='grid' aria-label={name} aria-multiselectable='true'
      aria-rowcount={Math.ceil(count / columns) + (head === undefined ? 0 : 1)} onKeyDown={onKeyDown}
      onDblClick={onDblClick} style={{ ...style, '--content': `${Math.ceil(count / columns) * height + (head === undefined ? 0 : HEAD_HEIGHT) + 2}px` }}
    >
      {head}
      <Virtual
        scroller={scroller} count={Math.ceil(count / columns)} height={height}
        always={Math.floor(active.value / columns)} row={row} onEnd={() => { findMore() }}
      />
    </div>
  )
}

export function focusActive (inside: HTMLElement | null = document.querySelector('.grid')): void {
  inside?.querySelector<HTMLElement>('[data-active]')?.focus({ preventScroll: true })
}
