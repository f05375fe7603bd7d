import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Chosen, Stage } from '../room/stage.ts'

/** Brings what the chosen comment is about into the middle of a picture that is larger than its place. */
export function useShown (stage: Stage, frame: RefObject<HTMLDivElement | null>): void {
  const chosen = stage.chosen.value
  useEffect(() => {
    const place = chosen === null ? null : placeOf(chosen)
    if (place === null) return
    const { clientWidth, clientHeight, firstElementChild } = frame.current!
    const { width, height } = firstElementChild!.getBoundingClientRect()
    frame.current!.scrollTo(place.x * width - clientWidth / 2, place.y * height - clientHeight / 2)
  }, [chosen])
}

/** The middle of a mark or of a drawing, in fractions of the picture. */
function placeOf ({ area, drawn }: Chosen): { x: number, y: number } | null {
  if (area !== null) return { x: area.x + area.width / 2, y: area.y + area.height / 2 }
  const points = (drawn?.drawing ?? []).flatMap((shape) => shape.points)
  if (points.length === 0) return null
  const middle = (side: number) => {
    const all = points.map((point) => point[side]!)
    return (all.reduce((one, other) => Math.min(one, other)) + all.reduce((one, other) => Math.max(one, other))) / 2
  }
  return { x: middle(0), y: middle(1) }
}
