import { useSignal } from '@preact/signals'
import type { TargetedPointerEvent } from 'preact'
import { reachable } from '../api/home.ts'
import { filmstripOf } from '../film/filmstrip.ts'
import { newestShown, type Filmstrip, type MediaFile } from '../items/previews.ts'
import { partAt } from '../ui/part.ts'

/** Over the picture of a film: where the mouse is, the film at that moment, from its begin on the left to its end. */
export function Scrub ({ files }: { files: readonly MediaFile[] }) {
  const strip = filmstripOf(newestShown(files))
  const part = useSignal<number | null>(null)
  if (strip === undefined) return null
  const move = (event: TargetedPointerEvent<HTMLElement>) => {
    // A finger scrolls.
    if (event.pointerType !== 'touch') part.value = partAt(event)
  }
  return (
    <span class='scrub' onPointerMove={move} onPointerLeave={() => { part.value = null }}>
      {part.value !== null && <Moment strip={strip} part={part.value} />}
    </span>
  )
}

function Moment ({ strip, part }: { strip: Filmstrip, part: number }) {
  const { url, columns, rows, tile_width: width, tile_height: height, count } = strip
  const tile = Math.min(count - 1, Math.floor(part * count))
  const style = {
    '--ratio': String(width / height),
    backgroundImage: `url("${reachable(url)}")`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${percent(tile % columns, columns)} ${percent(Math.floor(tile / columns), rows)}`
  }
  return (
    <>
      <span class='scrub-tile' style={style} />
      <span class='scrub-needle' style={{ left: `${part * 100}%` }} />
    </>
  )
}

/** The position of the n-th of some pictures side by side. */
function percent (index: number, count: number): string {
  return `${count === 1 ? 0 : index / (count - 1) * 100}%`
}
