import { useSignal } from '@preact/signals'
import type { ClassAttributes, ComponentChildren, HTMLAttributes, TargetedPointerEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Lazy } from '../ui/lazy.tsx'
import { useOnePointer } from '../ui/one-pointer.ts'
import { within } from '../ui/part.ts'
import { loadDrawing } from './load-drawing.ts'
import { between, type Area, type Point } from './area.ts'
import type { Stage } from './stage.ts'
import './room.css'

/** How the console zooms a picture. */
export interface StageZoom {
  /** The width of the picture, in pixels; null where it fits. */
  readonly width: number | null
  /** What the frame around the picture does. */
  readonly frame: HTMLAttributes<HTMLDivElement> & ClassAttributes<HTMLDivElement>
}

interface OnStageProps {
  readonly stage: Stage
  /** Width and height of the picture as one sees it; undefined until they are known. */
  readonly width: number | undefined
  readonly height: number | undefined
  /** The largest width of the picture, in pixels: a small one does not get coarse. */
  readonly widest?: number | undefined
  readonly zoom?: StageZoom | undefined
  /** The film or the picture, which fills its place. */
  readonly children: ComponentChildren
}

/** A film or a picture as large as there is room for, with marks that keep their places on it. */
export function OnStage ({ stage, width = 16, height = 9, widest, zoom, children }: OnStageProps) {
  const isZoomed = zoom !== undefined && zoom.width !== null
  const ratio = width > 0 && height > 0 ? width / height : 16 / 9
  const isDrawn = stage.sketch.drawing.value !== null || stage.chosen.value?.drawn != null
  useEffect(stage.showPicture, [])
  return (
    <div
      class={isZoomed ? 'stage zoomed' : 'stage'} {...zoom?.frame}
      style={{
        '--ratio': String(ratio),
        '--widest': widest === undefined ? '100cqw' : `${widest}px`,
        ...isZoomed && { '--zoomed': `${zoom.width}px` }
      }}
    >
      <div class='stage-picture'>
        {children}
        <Marked stage={stage} />
        {isDrawn && <Lazy load={loadDrawing} props={{ stage, ratio, page: null }} />}
      </div>
    </div>
  )
}

/** The marked parts of the picture. While a part is asked for, a click or a drag marks one instead of playing. */
function Marked ({ stage }: { stage: Stage }) {
  const begun = useRef<Point | null>(null)
  const dragged = useSignal<Area | null>(null)
  const take = stage.takeArea.value
  const at = (event: TargetedPointerEvent<Element>): Point => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    return { x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) }
  }
  const { handlers } = useOnePointer({
    begin: (event) => { begun.current = at(event) },
    move: (event) => { dragged.value = between(begun.current!, at(event)) },
    end: (event) => {
      dragged.value = null
      take?.(between(begun.current!, at(event)))
    },
    cancel: () => { dragged.value = null }
  })
  return (
    <div
      class={take === null ? 'stage-marks' : 'stage-marks taking'}
      // The field of the comment keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      {...handlers}
    >
      {(dragged.value === null ? stage.areas.value : [dragged.value]).map(({ x, y, width, height }) => (
        <span
          key={`${x} ${y} ${width} ${height}`} class='stage-area'
          style={{ left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` }}
        />
      ))}
    </div>
  )
}
