import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { FilmClock } from '../../src/basics/time-code.ts'
import { Slider } from '../ui/slider.tsx'
import { createPair, type Pair } from './pair.ts'
import { PlayBar } from './play-bar.tsx'
import './compare.css'

/** A film or a picture to compare. */
export interface Side {
  readonly title: string
  readonly filename: string
  readonly kind: 'video' | 'image'
  readonly src: string
}

const MODES = ['Side by side', 'Slider', 'Difference'] as const

export type Mode = typeof MODES[number]

/** The buttons that choose how two are compared. */
export function Modes ({ mode }: { mode: Signal<Mode> }) {
  return MODES.map((each) => (
    <button
      key={each} type='button' class='button' aria-pressed={mode.value === each} onClick={() => { mode.value = each }}
    >
      {each}
    </button>
  ))
}

interface ComparedProps {
  /** Both are of one kind. */
  readonly one: Side
  readonly other: Side
  readonly mode: Mode
  /** How time codes count the films; null until it is known. */
  readonly clock: FilmClock | null
  /** The moment at which the films begin, in seconds. */
  readonly at: number
}

/** Two films or two pictures beside each other, over each other with a slider, or as their difference. */
export function Compared ({ one, other, mode, clock, at }: ComparedProps) {
  const divider = useSignal(50)
  /** Width to height of the first picture: what lies over it has its shape. */
  const ratio = useSignal(16 / 9)
  const pair = useMemo(createPair, [])
  useEffect(() => pair.countBy(clock), [clock])
  useEffect(() => {
    pair.seek(at)
    return pair.begin()
  }, [])
  return (
    <>
      <div
        class='compare' data-mode={mode} style={{ '--divider': `${divider.value}%`, '--ratio': String(ratio.value) }}
      >
        <Shown side={one} index={0} pair={pair} onShape={(shape) => { ratio.value = shape }} />
        <Shown side={other} index={1} pair={pair} />
        {mode === 'Slider' && (
          <Slider
            class='compare-divider' name='Divider' most={100} step={0.1} value={divider.value} handle={32}
            onChange={(value) => { divider.value = value }}
          />
        )}
      </div>
      {one.kind === 'video' && <PlayBar pair={pair} />}
    </>
  )
}

interface ShownProps {
  readonly side: Side
  readonly index: 0 | 1
  readonly pair: Pair
  /** Gets width to height when they are known. */
  readonly onShape?: (ratio: number) => void
}

function Shown ({ side: { title, filename, kind, src }, index, pair, onShape }: ShownProps) {
  return (
    <figure>
      {kind === 'video'
        ? (
          <video
            src={src} preload='auto' playsInline aria-label={`${title}: ${filename}`} ref={(film) => { pair.hold(index, film) }}
            onLoadedData={({ currentTarget: film }) => onShape?.(film.videoWidth / film.videoHeight || 16 / 9)}
          />
          )
        : (
          <img
            src={src} alt={`${title}: ${filename}`}
            onLoad={({ currentTarget: picture }) => onShape?.(picture.naturalWidth / picture.naturalHeight || 16 / 9)}
          />
          )}
      <figcaption><bdi>{title}</bdi>: <bdi>{filename}</bdi></figcaption>
    </figure>
  )
}
