import { filmClock, stepped } from '../film/clock.ts'
import { timecode } from '../film/timecode.ts'
import type { Pair } from './pair.ts'

/** One bar for both films. */
export function PlayBar ({ pair }: { pair: Pair }) {
  const { isPlaying, time, duration, seek, pause, play } = pair
  const step = (frames: number) => {
    pause()
    seek(stepped(time.peek(), frames))
  }
  return (
    <div class='compare-bar'>
      <button type='button' class='button' onClick={() => { if (isPlaying.peek()) pause(); else play() }}>
        {isPlaying.value ? 'Pause' : 'Play'}
      </button>
      <button type='button' class='button' onClick={() => step(-1)}>Previous frame</button>
      <button type='button' class='button' onClick={() => step(1)}>Next frame</button>
      <input
        type='range' aria-label='Position' min={0} max={duration.value} step='any' value={time.value}
        aria-valuetext={timecode(time.value, filmClock.value)}
        onInput={(event) => { seek(event.currentTarget.valueAsNumber) }}
      />
      <output aria-label='Time code' class='mono'>{timecode(time.value, filmClock.value)}</output>
    </div>
  )
}
