import { useSignal } from '@preact/signals'
import type { FilmClock } from '../../src/basics/time-code.ts'
import type { Preview } from '../items/previews.ts'
import { timecode } from './timecode.ts'
import { Waveform } from './waveform.tsx'

/** Many small pictures of a film: the n-th shows it after n intervals. */
export type Filmstrip = Preview & Readonly<Record<'columns' | 'tile_width' | 'tile_height' | 'interval' | 'count', number>>

interface BarProps {
  readonly duration: number
  readonly time: number
  readonly clock: FilmClock | null
  readonly from: number | null
  readonly to: number | null
  readonly waveform: string | null
  readonly filmstrip: Filmstrip | null
  readonly onSeek: (seconds: number) => void
}

/** The whole length, with the current position. Under the pointer it shows the film at that moment. */
export function Bar ({ duration, time, clock, from, to, waveform, filmstrip, onSeek }: BarProps) {
  const hovered = useSignal<number | null>(null)
  const partAt = (event: MouseEvent & { currentTarget: HTMLElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - left) / width))
  }
  const percent = (seconds: number) => `${seconds / duration * 100}%`
  const [begin, end] = [from ?? 0, to ?? duration]
  const at = hovered.value
  return (
    <div
      class='film-bar'
      onPointerMove={(event) => { hovered.value = partAt(event) }}
      onPointerLeave={() => { hovered.value = null }}
      onClick={(event) => onSeek(partAt(event) * duration)}
    >
      {waveform !== null && <Waveform url={waveform} />}
      {(from !== null || to !== null) && <span class='film-range' style={{ left: percent(begin), width: percent(Math.max(0, end - begin)) }} />}
      <span class='film-needle' style={{ left: percent(time) }} />
      {at !== null && (
        <span class='film-hover' style={{ left: `${at * 100}%` }}>
          {filmstrip !== null && <Tile strip={filmstrip} seconds={at * duration} />}
          <span>{timecode(at * duration, clock)}</span>
        </span>
      )}
    </div>
  )
}

function Tile ({ strip, seconds }: { strip: Filmstrip, seconds: number }) {
  const { url, columns, tile_width: width, tile_height: height, interval, count } = strip
  const tile = Math.min(count - 1, Math.floor(seconds / interval))
  const position = `-${tile % columns * width}px -${Math.floor(tile / columns) * height}px`
  return <span class='film-tile' style={{ width, height, backgroundImage: `url("${url}")`, backgroundPosition: position }} />
}
