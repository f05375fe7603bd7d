import { signal, type ReadonlySignal } from '@preact/signals'
import type { FilmClock } from '../../src/basics/time-code.ts'

/** Further apart while they play, the second film is put to the moment of the first. */
const APART_SECONDS = 0.08

/** The two films of the page, which play as one: the first leads, and is heard. */
export function createPair () {
  const films: [HTMLVideoElement | null, HTMLVideoElement | null] = [null, null]
  const isPlaying = signal(false)
  const time = signal(0)
  const duration = signal(0)
  const clock = signal<FilmClock | null>(null)
  let frame = 0

  const ready = () => films.filter((film) => film !== null)
  /** The last picture of a film that is shorter stays. */
  const within = (film: HTMLVideoElement, seconds: number) =>
    Number.isFinite(film.duration) ? Math.min(seconds, film.duration) : seconds

  function seek (seconds: number): void {
    time.value = Math.max(0, seconds)
    for (const film of ready()) film.currentTime = within(film, time.value)
  }

  function follow (): void {
    const [first, second] = films
    if (first !== null && isPlaying.peek()) {
      time.value = first.currentTime
      if (second !== null && Math.abs(second.currentTime - within(second, first.currentTime)) > APART_SECONDS) {
        second.currentTime = within(second, first.currentTime)
      }
      if (first.ended) pause()
    }
    frame = requestAnimationFrame(follow)
  }

  function pause (): void {
    isPlaying.value = false
    for (const film of ready()) film.pause()
    seek(time.peek())
  }

  return {
    isPlaying,
    time,
    duration,
    clock: clock as ReadonlySignal<FilmClock | null>,
    countBy (known: FilmClock | null): void { clock.value = known },
    seek,
    pause,
    /** Tells of a film when it is known how long it is. */
    hold (index: 0 | 1, film: HTMLVideoElement | null): void {
      films[index] = film
      if (film === null) return
      film.muted = index === 1
      film.onloadedmetadata = () => {
        duration.value = Math.max(...ready().map((each) => Number.isFinite(each.duration) ? each.duration : 0))
        film.currentTime = within(film, time.peek())
      }
    },
    async play (): Promise<void> {
      seek(films[0]?.ended === true ? 0 : time.peek())
      isPlaying.value = true
      await Promise.all(ready().map(async (film) => film.play().catch(() => {})))
    },
    /** Follows the first film until the returned function is called. */
    begin (): () => void {
      frame = requestAnimationFrame(follow)
      return () => cancelAnimationFrame(frame)
    }
  }
}

export type Pair = ReturnType<typeof createPair>
