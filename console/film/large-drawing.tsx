import { loadTools } from '../room/load-drawing.ts'
import type { Stage } from '../room/stage.ts'
import { Lazy } from '../ui/lazy.tsx'

/** Drawing on the whole screen. The comment is written when one is back on the page. */
export function LargeDrawing ({ stage: { draw, sketch } }: { stage: Stage }) {
  const toggle = draw.value
  if (toggle === null) return null
  return (
    <div class='film-tools'>
      <button type='button' class='button' aria-pressed={sketch.isDrawing.value} onClick={() => toggle()}>Draw</button>
      {sketch.isDrawing.value && (
        <>
          <Lazy load={loadTools} props={{ sketch }} />
          <button type='button' class='button primary' onClick={() => { document.exitFullscreen() }}>Write the comment</button>
        </>
      )}
    </div>
  )
}
