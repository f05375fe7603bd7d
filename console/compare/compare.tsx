import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { FilmClock } from '../../src/basics/time-code.ts'
import { place } from '../shell/place.ts'
import { Page } from '../ui/page.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { Compared, Modes, type Mode } from './compared.tsx'
import { loadClock, loadSide } from './sides.ts'

/** Two films or two pictures that the address names. */
export function CompareScreen () {
  const { params } = place.value
  const names = [params.get('one') ?? '', params.get('other') ?? ''] as const
  const mode = useSignal<Mode>('Side by side')
  const clock = useSignal<FilmClock | null>(null)
  const { data, failure } = useLoaded(async () => Promise.all(names.map(loadSide)), names)
  const [one, other] = data.value ?? []
  const areBoth = one != null && other != null && one.kind === other.kind
  useEffect(() => {
    if (one?.kind === 'video') loadClock(names[0]).then((found) => { clock.value = found }, () => {})
  }, [one])

  return (
    <Page
      title='Compare' behind={`/api/v2/assets/${names[0].split('/')[0]}/media`} failure={failure.value}
      isComing={data.value === null} actions={areBoth && <Modes mode={mode} />}
    >
      {data.value !== null && !areBoth && <p role='alert'>These two cannot be compared: two films are needed, or two pictures.</p>}
      {areBoth && (
        <Compared
          key={names.join(' ')} one={one} other={other} mode={mode.value} clock={clock.value}
          at={Number(params.get('at')) || 0}
        />
      )}
    </Page>
  )
}
