import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Lazy } from '../ui/lazy.tsx'
import { loadDrawing } from './load-drawing.ts'
import { areas, between, hasPicture, shown, sketch, takeArea, type Point } from './stage.ts'
import './room.css'

interface StageProps {
  /** Width and height of the picture as one sees it; undefined until they are known. */
  readonly width: number | undefined
  readonly height: number | undefined
  /** The largest width of the picture, in pixels: a small one does not get coarse. */
  readonly widest?: number | undefined
  /** The film or the picture, which fills its place. */
  readonly children: ComponentChildren
}

/** A film or a picture as large as there is room for, with marks that keep their places on it. */
export function Stage ({ width = 16, height = 9, widest, children }: StageProps) {
  const ratio = width > 0 && height > 0 ? width / height : 16 / 9
  useEffect(() => {
    hasPicture.value = true
    return () => { hasPicture.value = false }
  }, [])
  return (
    <div class='stage' style={{ '--ratio': String(ratio), '--widest': widest === undefined ? '100cqw' : `${widest}px` }}>
      <div class='stage-picture'>
        {children}
        <Marked />
        {(sketch.value !== null || shown.value !== null) && <Lazy load={loadDrawing} props={{ ratio, page: null }} />}
      </div>
    </div>
  )
}

/** The marked parts of the picture. While a part is asked for, a click or a drag marks one instead of playing. */
function Marked () {
  const begun = useRef<Point | null>(null)
  const take = takeArea.value
  const at = (event: PointerEvent & { currentTarget: HTMLElement }): Point => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    return { x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) }
  }
  return (
    <div
      class={take === null ? 'stage-marks' : 'stage-marks taking'}
      // The field of the comment keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        begun.current = at(event)
      }}
      onPointerUp={(event) => {
        if (begun.current !== null) take?.(between(begun.current, at(event)))
        begun.current = null
      }}
      onPointerCancel={() => { begun.current = null }}
    >
      {areas.value.map(({ x, y, width, height }) => (
        <span
          key={`${x} ${y} ${width} ${height}`} class='stage-area'
          style={{ left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` }}
        />
      ))}
    </div>
  )
}

function within (part: number): number {
  return Math.min(1, Math.max(0, part))
}
