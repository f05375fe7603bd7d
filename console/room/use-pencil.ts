import { useEffect, useRef } from 'preact/hooks'
import type { About } from './about.tsx'
import type { Stage } from './stage.ts'

/** Draws for a new comment: on what is shown when the drawing begins. Returns what takes the pencil or puts it away. */
export function usePencil ({ sketch, offerPencil }: Stage, about: About, begin: () => void): () => void {
  function draw (): void {
    begin()
    sketch.take(!sketch.isDrawing.value)
    if (sketch.drawing.value !== null) return
    about.renew()
    sketch.begin(about.page.value)
  }
  const latest = useRef(draw)
  latest.current = draw
  useEffect(() => {
    const leave = offerPencil(() => latest.current())
    return () => {
      leave()
      sketch.end()
    }
  }, [])
  return draw
}
