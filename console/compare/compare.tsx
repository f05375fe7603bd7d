import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { filmClock } from '../film/clock.ts'
import { place } from '../shell/place.ts'
import { Page } from '../ui/page.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { createPair, type Pair } from './pair.ts'
import { PlayBar } from './play-bar.tsx'
import { loadClock, loadSide, type Side } from './sides.ts'
import './compare.css'

const MODES = ['Side by side', 'Slider', 'Difference'] as const

type Mode = typeof MODES[number]

/** Two films or two pictures beside each other, over each other with a slider, or as their difference. */
export function CompareScreen () {
  const { params } = place.value
  const names = [params.get('one') ?? '', params.get('other') ?? ''] as const
  const mode = useSignal<Mode>('Side by side')
  const divider = useSignal(50)
  /** Width to height of the first picture: what lies over it has its shape. */
  const ratio = useSignal(16 / 9)
  const pair = useMemo(createPair, names)
  const { data, failure } = useLoaded(async () => Promise.all(names.map(loadSide)), names)
  const [one, other] = data.value ?? []
  const areBoth = one != null && other != null && one.kind === other.kind
  useEffect(() => {
    if (one?.kind === 'video') loadClock(names[0]).then((clock) => { filmClock.value = clock }, () => {})
    return () => { filmClock.value = null }
  }, [one])
  useEffect(() => {
    pair.seek(Number(params.get('at')) || 0)
    return pair.begin()
  }, [pair])

  return (
    <Page
      title='Compare' behind={`/api/v2/assets/${names[0].split('/')[0]}/media`} failure={failure.value}
      isComing={data.value === null}
      actions={areBoth && MODES.map((each) => (
        <button
          key={each} type='button' class='button' aria-pressed={mode.value === each}
          onClick={() => { mode.value = each }}
        >
          {each}
        </button>
      ))}
    >
      {data.value !== null && !areBoth && <p role='alert'>These two cannot be compared: two films are needed, or two pictures.</p>}
      {areBoth && (
        <>
          <div
            class='compare' data-mode={mode.value}
            style={{ '--divider': `${divider.value}%`, '--ratio': String(ratio.value) }}
          >
            <Shown key={names[0]} side={one} index={0} pair={pair} onShape={(shape) => { ratio.value = shape }} />
            <Shown key={names[1]} side={other} index={1} pair={pair} />
            {mode.value === 'Slider' && (
              <input
                type='range' class='compare-divider' aria-label='Divider' min={0} max={100} step={0.1} value={divider.value}
                onInput={(event) => { divider.value = event.currentTarget.valueAsNumber }}
              />
            )}
          </div>
          {one.kind === 'video' && <PlayBar pair={pair} />}
        </>
      )}
    </Page>
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
