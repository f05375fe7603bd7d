import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { placeOf } from '../film/clock.ts'
import type { Stage } from '../room/stage.ts'
import { DrawingLayer } from './layer.tsx'
import { color, tool } from './pencil.ts'

/** A film that was moved by less still shows the picture of a drawing, in seconds. */
const SAME_PICTURE = 0.02

interface StageDrawingProps {
  readonly stage: Stage
  readonly ratio: number
  /** Of a document; null for a film or a picture. */
  readonly page: number | null
}

/** What a picture or a page shows of drawings: that of the chosen comment, or the one that is being made. */
export function StageDrawing ({ stage, ratio, page }: StageDrawingProps) {
  const { sketch } = stage
  const drawn = stage.chosen.value?.drawn ?? null
  const isAway = useIsAway(stage, drawn?.time ?? null)
  const mine = page === null || (sketch.page.value ?? 1) === page ? sketch.drawing.value : null
  if (mine !== null) {
    const pencil = sketch.isDrawing.value
      ? { tool: tool.value, color: color.value, onChange: sketch.change, onEnd: () => sketch.take(false) }
      : null
    return <DrawingLayer drawing={mine} ratio={ratio} pencil={pencil} />
  }
  const isHere = drawn !== null && (page === null || (drawn.page ?? 1) === page)
  if (!isHere || isAway || sketch.drawing.value !== null) return null
  const { drawing, version } = drawn
  if (version === null) return <DrawingLayer drawing={drawing} ratio={ratio} />
  return (
    <div class='drawn-earlier'>
      <DrawingLayer drawing={drawing} ratio={ratio} />
      <span>Drawn on {version.charAt(0).toLowerCase() + version.slice(1)}</span>
    </div>
  )
}

/** Whether the film shows another picture than that of a moment. */
function useIsAway ({ player, clock }: Stage, time: number | null): boolean {
  const isAway = useSignal(false)
  useEffect(() => {
    const film = player.value
    isAway.value = false
    if (film === null || time === null) return
    const look = () => {
      const distance = Math.abs(film.currentTime - placeOf(clock.peek(), time))
      isAway.value = !film.paused || distance > SAME_PICTURE
    }
    const names = ['play', 'pause', 'seeked', 'timeupdate']
    for (const name of names) film.addEventListener(name, look)
    return () => { for (const name of names) film.removeEventListener(name, look) }
  }, [time, player.value])
  return isAway.value
}
