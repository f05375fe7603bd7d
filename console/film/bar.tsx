import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { marks } from '../room/stage.ts'
import type { Preview } from '../items/previews.ts'
import { filmClock } from './clock.ts'
import { momentCode, timecode } from './timecode.ts'
import { Waveform } from './waveform.tsx'

/** Many small pictures of a film: the n-th shows it after n intervals. */
export type Filmstrip = Preview & Readonly<Record<'columns' | 'tile_width' | 'tile_height' | 'interval' | 'count', number>>

interface BarProps {
  readonly duration: number
  readonly time: ReadonlySignal<number>
  readonly from: number | null
  readonly to: number | null
  readonly waveform: string | null
  readonly filmstrip: Filmstrip | null
  readonly onSeek: (seconds: number) => void
}

/**
 * The whole length, with the current position and the moments of comments. Under the pointer it shows the film at that
 * moment.
 */
export function Bar ({ duration, time, from, to, waveform, filmstrip, onSeek }: BarProps) {
  const hovered = useSignal<number | null>(null)
  const partAt = (event: MouseEvent & { currentTarget: HTMLElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - left) / width))
  }
  const percent = (seconds: number) => percentOf(seconds, duration)
  const [begin, end] = [from ?? 0, to ?? duration]
  const at = hovered.value
  // So that it does not leave the bar at its ends.
  const half = `${(filmstrip?.tile_width ?? 88) / 2 + 4}px`
  const clock = filmClock.value
  // There may be thousands, while the pointer moves.
  const shown = useMemo(() => marks.value.map(({ id, time, duration: length, name, done, show }) => (
    <button
      key={id} type='button' class={done ? 'film-mark done' : 'film-mark'}
      style={{ left: percent(time), '--length': length === null ? '0px' : percent(length) }}
      aria-label={`${momentCode(time, clock)}: ${name}`} title={name}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() => {
        // The picture itself is to be seen.
        hovered.value = null
        show()
      }}
    />
  )), [marks.value, duration, clock])
  return (
    <div
      class='film-bar'
      onPointerMove={(event) => {
        hovered.value = partAt(event)
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onSeek(hovered.value * duration)
      }}
      onPointerLeave={() => { hovered.value = null }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        onSeek(partAt(event) * duration)
      }}
    >
      {waveform !== null && <Waveform url={waveform} />}
      {(from !== null || to !== null) && <span class='film-range' style={{ left: percent(begin), width: percent(Math.max(0, end - begin)) }} />}
      <Needle time={time} duration={duration} />
      {shown}
      {at !== null && (
        <span class='film-hover' style={{ left: `clamp(${half}, ${at * 100}%, calc(100% - ${half}))` }}>
          {filmstrip !== null && <Tile strip={filmstrip} seconds={at * duration} />}
          <span>{timecode(at * duration, clock)}</span>
        </span>
      )}
    </div>
  )
}

/** Alone, as it moves with each picture. */
function Needle ({ time, duration }: Pick<BarProps, 'time' | 'duration'>) {
  return <span class='film-needle' style={{ left: percentOf(time.value, duration) }} />
}

function percentOf (seconds: number, duration: number): string {
  return `${Math.min(100, seconds / duration * 100)}%`
}

function Tile ({ strip, seconds }: { strip: Filmstrip, seconds: number }) {
  const { url, columns, tile_width: width, tile_height: height, interval, count } = strip
  const tile = Math.min(count - 1, Math.floor(seconds / interval))
  const position = `-${tile % columns * width}px -${Math.floor(tile / columns) * height}px`
  return <span class='film-tile' style={{ width, height, backgroundImage: `url("${url}")`, backgroundPosition: position }} />
}
