import { useSignal, type Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Stage } from '../room/stage.ts'
import { stepped } from './clock.ts'

export const SPEEDS = [0.25, 0.5, 1, 1.5, 2, 4]
const FASTEST = 8
const BACKWARDS_EVERY_MS = 100

export interface Transport {
  readonly time: Signal<number>
  readonly duration: Signal<number>
  readonly speed: Signal<number>
  readonly isPlaying: Signal<boolean>
  /** Of the picture, once it is known. */
  readonly size: Signal<{ readonly width: number, readonly height: number } | null>
  readonly seek: (seconds: number) => void
  /** By frames, forwards or backwards. */
  readonly step: (pictures: number) => void
  readonly toggle: () => void
  readonly setSpeed: (speed: number) => void
  /** Sets In and Out at two moments, in either order. */
  readonly span: (one: number, other: number) => void
  /** What a key does. Returns whether it does anything. */
  readonly press: (key: string) => boolean
}

/** The controls of a player that editors know: J, K and L, and steps by frames. */
export function useTransport (player: RefObject<HTMLMediaElement | null>, { clock, part, markPart }: Stage): Transport {
  const [time, duration, speed] = [useSignal(0), useSignal(0), useSignal(1)]
  const isPlaying = useSignal(false)
  const size = useSignal<{ width: number, height: number } | null>(null)
  const backwards = useRef<ReturnType<typeof setInterval> | undefined>(undefined)
  /** How often L or J was pressed: each time it goes twice as fast. */
  const shuttle = useRef(0)

  const seek = (seconds: number) => {
    const { current } = player
    // As long as nothing has loaded, the duration is unknown, and the film begins there when it has.
    const end = duration.value > 0 ? duration.value : Infinity
    if (current !== null) current.currentTime = Math.min(end, Math.max(0, seconds))
  }
  const stop = () => {
    clearInterval(backwards.current)
    shuttle.current = 0
    player.current?.pause()
  }
  const setSpeed = (chosen: number) => {
    speed.value = chosen
    if (player.current !== null) player.current.playbackRate = chosen
  }
  const play = () => { player.current?.play().catch(() => {}) }

  function shuttleBy (direction: 1 | -1): void {
    clearInterval(backwards.current)
    shuttle.current = Math.sign(shuttle.current) === direction
      ? Math.sign(shuttle.current) * Math.min(FASTEST, Math.abs(shuttle.current) * 2)
      : direction
    if (direction === 1) {
      setSpeed(shuttle.current)
      return play()
    }
    player.current?.pause()
    const back = () => seek(here() + shuttle.current * BACKWARDS_EVERY_MS / 1000)
    backwards.current = setInterval(back, BACKWARDS_EVERY_MS)
  }

  const step = (pictures: number) => {
    stop()
    seek(stepped(clock.value, player.current?.currentTime ?? 0, pictures))
  }
  /** Where the player is, or is going to: a step that is not shown yet counts. */
  const here = () => player.current?.paused === true ? player.current.currentTime : time.value
  /** Behind the middle of the last picture there is none. */
  const withinFilm = (seconds: number) => duration.value === 0
    ? seconds
    : Math.min(seconds, duration.value - (clock.value === null ? 0 : 0.5 / clock.value.rate.exact))
  const span = (one: number, other: number) =>
    markPart({ from: withinFilm(Math.min(one, other)), to: withinFilm(Math.max(one, other)) })
  /** In behind Out takes it along, and Out before In does so, too. */
  const markIn = () => {
    const from = withinFilm(here())
    const { to } = part.value
    markPart({ from, to: to === null ? null : Math.max(from, to) })
  }
  const markOut = () => {
    const to = withinFilm(here())
    const { from } = part.value
    markPart({ from: from === null ? null : Math.min(from, to), to })
  }
  const toggle = () => {
    if (player.current?.paused === false || shuttle.current < 0) return stop()
    setSpeed(Math.abs(speed.value))
    play()
  }
  const keys: Readonly<Record<string, () => void>> = {
    ',': () => step(-1),
    '.': () => step(1),
    j: () => shuttleBy(-1),
    k: () => { stop(); setSpeed(1) },
    ' ': () => toggle(),
    l: () => shuttleBy(1),
    i: markIn,
    o: markOut
  }

  useEffect(() => {
    const { current } = player
    if (current === null) return
    const note = () => {
      time.value = current.currentTime
      isPlaying.value = !current.paused
      if (Number.isFinite(current.duration)) duration.value = current.duration
      const { videoWidth: width = 0, videoHeight: height = 0 } = current as Partial<HTMLVideoElement>
      if (width > 0 && (size.peek()?.width !== width || size.peek()?.height !== height)) size.value = { width, height }
      // At the end of the marked part it begins again.
      const { from, to } = part.value
      if (!current.paused && from !== null && to !== null && from < to && current.currentTime >= to) seek(from)
    }
    const names = ['timeupdate', 'seeked', 'play', 'pause', 'loadedmetadata', 'durationchange']
    for (const name of names) current.addEventListener(name, note)
    note()
    // The time code of the picture that is shown, not of one that comes.
    const onPause = () => {
      if (!(current instanceof HTMLVideoElement) || current.ended) return
      current.currentTime = stepped(clock.value, current.currentTime, 0)
    }
    current.addEventListener('pause', onPause)
    let frame = 0
    const onFrame = (_now: number, { mediaTime }: { mediaTime: number }) => {
      if (!current.paused) time.value = mediaTime
      frame = (current as HTMLVideoElement).requestVideoFrameCallback(onFrame)
    }
    if (current instanceof HTMLVideoElement) frame = current.requestVideoFrameCallback?.(onFrame) ?? 0
    return () => {
      clearInterval(backwards.current)
      for (const name of names) current.removeEventListener(name, note)
      current.removeEventListener('pause', onPause)
      if (current instanceof HTMLVideoElement) current.cancelVideoFrameCallback?.(frame)
    }
  }, [])

  const press = (key: string): boolean => {
    const act = keys[key]
    act?.()
    return act !== undefined
  }
  return { time, duration, speed, isPlaying, size, seek, step, toggle, setSpeed, span, press }
}
