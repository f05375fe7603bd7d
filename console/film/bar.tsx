import { useSignal, type ReadonlySignal } from '@preact/signals'
import type { TargetedPointerEvent } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import type { Stage } from '../room/stage.ts'
import type { Filmstrip } from '../items/previews.ts'
import { useOnePointer } from '../ui/one-pointer.ts'
import { partAt } from '../ui/part.ts'
import { placed } from './marks.ts'
import { momentCode, timecode } from './timecode.ts'
import { Waveform } from './waveform.tsx'

interface BarProps {
  readonly stage: Stage
  readonly duration: number
  readonly time: ReadonlySignal<number>
  readonly waveform: string | null
  readonly filmstrip: Filmstrip | null
  readonly onSeek: (seconds: number) => void
  /** Gets the two ends of a part. */
  readonly onSpan: (one: number, other: number) => void
}

/**
 * The whole length, with the current position, the part between In and Out, and the moments of comments. Under the
 * pointer it shows the film at that moment; who drags it with Shift sets In and Out.
 */
export function Bar ({ stage, duration, time, waveform, filmstrip, onSeek, onSpan }: BarProps) {
  const hovered = useSignal<number | null>(null)
  /** Where a drag with Shift has begun. */
  const begun = useRef<number | null>(null)
  const seek = (event: TargetedPointerEvent<Element>) => onSeek(partAt(event) * duration)
  const { isFree, handlers } = useOnePointer({
    begin: (event) => {
      begun.current = event.shiftKey ? partAt(event) * duration : null
      seek(event)
    },
    move: (event) => {
      seek(event)
      if (begun.current !== null) onSpan(begun.current, partAt(event) * duration)
    }
  })
  const percent = (seconds: number) => percentOf(seconds, duration)
  const { from, to } = stage.part.value
  const range = from === null && to === null
    ? stage.chosen.value?.passage ?? null
    : { time: from ?? 0, duration: (to ?? duration) - (from ?? 0) }
  const at = hovered.value
  // So that it does not leave the bar at its ends.
  const half = `${(filmstrip?.tile_width ?? 88) / 2 + 4}px`
  const clock = stage.clock.value
  const marks = useMemo(() => placed(stage.marks.value, duration), [stage.marks.value, duration])
  // There may be hundreds, while the pointer moves.
  const shown = useMemo(() => marks.map(({ id, time, duration: length, name, done, show }) => (
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
  )), [marks, duration, clock])
  return (
    <div
      class='film-bar'
      {...handlers}
      // The browser would choose all text up to here.
      onMouseDown={(event) => { if (event.shiftKey) event.preventDefault() }}
      onPointerMove={(event) => {
        if (isFree(event)) hovered.value = partAt(event)
        handlers.onPointerMove(event)
      }}
      onPointerLeave={(event) => { if (isFree(event)) hovered.value = null }}
    >
      {waveform !== null && <Waveform url={waveform} />}
      {range !== null && <span class='film-range' style={{ left: percent(range.time), width: percent(range.duration) }} />}
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
