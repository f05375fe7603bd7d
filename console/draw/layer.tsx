import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Drawing, Shape } from '../room/sketch.ts'
import { useOnePointer } from '../ui/one-pointer.ts'
import { within } from '../ui/part.ts'
import { pathOf, UNITS } from './shapes.ts'
import { thin } from './thin.ts'
import './draw.css'

/** What a drawing may have: src/comments/drawing.ts. */
const MOST_SHAPES = 100
const MOST_POINTS = 5000
const MOST_PEN_POINTS = 2000
/** Of the lines that are drawn here, as a fraction of the picture's width. */
const WIDTH = 0.006
/** A pen that has moved less has not moved. */
const STEP = 0.0015
/** How far a key of an arrow moves, and with Shift. */
const KEY_STEP = 0.01
const LARGE_STEP = 0.05

export type Tool = 'pen' | 'line' | 'arrow' | 'rectangle' | 'ellipse'

interface DrawingLayerProps {
  readonly drawing: Drawing
  /** Width to height of the picture as one sees it, which the layer covers. */
  readonly ratio: number
  /** If the user draws. */
  readonly pencil?: Pencil | null
}

interface Pencil {
  readonly tool: Tool
  readonly color: string
  /** Gets the drawing with one more shape. */
  readonly onChange: (drawing: Drawing) => void
  /** Puts the pencil away. */
  readonly onEnd: () => void
}

/**
 * A drawing over a picture. The user draws with a mouse, a finger or a pen; by keys the arrows move a cross, and Enter
 * begins and ends a shape there.
 */
export function DrawingLayer ({ drawing, ratio, pencil = null }: DrawingLayerProps) {
  const begun = useSignal<Shape | null>(null)
  const cross = useSignal<readonly [number, number] | null>(null)
  const whole = useRef<SVGSVGElement>(null)
  const points = drawing.reduce((sum, shape) => sum + shape.points.length, 0)

  function placeOf ({ clientX, clientY }: MouseEvent): number[] {
    const { left, top, width, height } = whole.current!.getBoundingClientRect()
    return [within((clientX - left) / width), within((clientY - top) / height)]
  }

  function begin (place: number[]): void {
    const isFull = drawing.length >= MOST_SHAPES || points > MOST_POINTS - 2
    if (pencil === null || isFull) return
    const { tool, color } = pencil
    begun.value = { tool, color, width: WIDTH, points: tool === 'pen' ? [place] : [place, place] }
  }

  function goOn (places: readonly number[][]): void {
    const shape = begun.value
    if (shape === null) return
    let way = shape.points
    for (const place of places) {
      if (shape.tool !== 'pen') way = [way[0]!, place]
      else if (Math.hypot(place[0]! - way.at(-1)![0]!, place[1]! - way.at(-1)![1]!) >= STEP) way = [...way, place]
    }
    begun.value = { ...shape, points: way }
  }

  function end (): void {
    const shape = begun.value
    begun.value = null
    if (shape === null || pencil === null) return
    const isPoint = shape.points.every((place) => place[0] === shape.points[0]![0] && place[1] === shape.points[0]![1])
    if (shape.tool !== 'pen' && isPoint) return
    const way = shape.tool === 'pen'
      ? thin(shape.points, Math.min(MOST_PEN_POINTS, MOST_POINTS - points))
      : shape.points
    pencil.onChange([...drawing, { ...shape, points: way.map((place) => place.map(rounded)) }])
  }

  function press (event: KeyboardEvent): void {
    const step = event.shiftKey ? LARGE_STEP : KEY_STEP
    const [x, y] = cross.value ?? [0.5, 0.5]
    const moves: Readonly<Record<string, [number, number]>> = {
      ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step]
    }
    const move = moves[event.key]
    if (move !== undefined) {
      cross.value = [within(x + move[0]), within(y + move[1])]
      goOn([[...cross.value]])
    } else if (event.key === 'Enter' || event.key === ' ') {
      cross.value = [x, y]
      if (begun.value === null) begin([x, y])
      else end()
    } else if (event.key === 'Escape') {
      if (begun.value === null) pencil?.onEnd()
      else begun.value = null
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const { handlers } = useOnePointer({
    begin: (event) => {
      cross.value = null
      begin(placeOf(event))
    },
    move: (event) => {
      const all = event.getCoalescedEvents?.() ?? []
      goOn((all.length === 0 ? [event] : all).map(placeOf))
    },
    end,
    cancel: () => { begun.value = null }
  })
  const height = UNITS / ratio
  const takes = pencil !== null && {
    tabIndex: 0,
    role: 'application' as const,
    'aria-label': 'Draw on the picture',
    onKeyDown: press,
    onBlur: () => { cross.value = null },
    // The field of the comment keeps the focus.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    ...handlers
  }
  return (
    <svg
      ref={whole} class={pencil === null ? 'drawing' : 'drawing drawn-on'}
      viewBox={`0 0 ${UNITS} ${height}`} preserveAspectRatio='none'
      {...takes === false ? { 'aria-hidden': 'true' } : takes}
    >
      {drawing.map((shape, index) => <Drawn key={index} shape={shape} ratio={ratio} />)}
      {begun.value !== null && <Drawn shape={begun.value} ratio={ratio} />}
      {cross.value !== null && (
        <path class='drawing-cross' d={`M${cross.value[0] * UNITS - 15} ${cross.value[1] * height}h30m-15 -15v30`} />
      )}
    </svg>
  )
}

/** A shape, with an edge that is seen on any picture. */
function Drawn ({ shape, ratio }: { shape: Shape, ratio: number }) {
  const d = pathOf(shape, ratio)
  const width = shape.width * UNITS
  return (
    <g>
      <path d={d} stroke={edgeOf(shape.color)} stroke-opacity='.55' stroke-width={width * 1.5} />
      <path class='drawing-shape' d={d} stroke={shape.color} stroke-width={width} />
    </g>
  )
}

/** White around dark colours, black around light ones. */
function edgeOf (color: string): string {
  const part = (from: number) => Number.parseInt(color.slice(from, from + 2), 16)
  return part(1) * 0.3 + part(3) * 0.59 + part(5) * 0.11 < 110 ? '#ffffff' : '#000000'
}

function rounded (part: number): number {
  return Math.round(part * 10_000) / 10_000
}
