import { stepped } from '../film/clock.ts'
import { timecode } from '../film/timecode.ts'
import { Slider } from '../ui/slider.tsx'
import type { Pair } from './pair.ts'

/** One bar for both films. */
export function PlayBar ({ pair }: { pair: Pair }) {
  const { isPlaying, time, duration, clock, seek, pause, play } = pair
  const step = (frames: number) => {
    pause()
    seek(stepped(clock.peek(), time.peek(), frames))
  }
  return (
    <div class='compare-bar'>
      <button type='button' class='button' onClick={() => { if (isPlaying.peek()) pause(); else play() }}>
        {isPlaying.value ? 'Pause' : 'Play'}
      </button>
      <button type='button' class='button' onClick={() => step(-1)}>Previous frame</button>
      <button type='button' class='button' onClick={() => step(1)}>Next frame</button>
      <Slider
        name='Position' most={duration.value} step='any' value={time.value} handle={16}
        text={timecode(time.value, clock.value)} onChange={seek}
      />
      <output aria-label='Time code' class='mono'>{timecode(time.value, clock.value)}</output>
    </div>
  )
}
