import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { home } from '../api/home.ts'
import { Page } from '../ui/page.tsx'
import { number } from '../ui/words.ts'
import { figures, type Look } from './figures.ts'
import { parseMetrics, sumsBy } from './metrics.ts'
import { Plot } from './plot.tsx'

const EVERY_MS = 3000
/** Ten minutes of samples. */
const KEPT = 200

interface State { readonly isReady: boolean, readonly problems: readonly string[], readonly isAway: boolean }

/** The page of the service's metrics. */
export function StatusScreen () {
  const looks = useSignal<readonly Look[]>([])
  const state = useSignal<State | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    const look = async () => {
      try {
        const [ready, metrics] = await Promise.all(['/readyz', '/metrics'].map(async (path) =>
          fetch(home + path, { signal: gone.signal, cache: 'no-store' })))
        const { problems = [] } = await ready!.json() as { problems?: string[] }
        state.value = { isReady: ready!.ok, problems, isAway: false }
        const samples = parseMetrics(await metrics!.text())
        looks.value = [...looks.value.slice(1 - KEPT), { at: Date.now(), samples }]
      } catch {
        if (!gone.signal.aborted) state.value = { isReady: false, problems: [], isAway: true }
      }
    }
    look()
    const timer = setInterval(look, EVERY_MS)
    return () => {
      gone.abort()
      clearInterval(timer)
    }
  }, [])

  const now = looks.value.at(-1)
  const failing = [...sumsBy(now?.samples ?? [], 'cutroom_job_failures_in_a_row', 'job')].filter(([, count]) => count > 0)
  return (
    <Page title='Status' behind='/metrics' isComing={now === undefined}>
      {state.value !== null && <Readiness state={state.value} />}
      {failing.length > 0 && (
        <p class='banner'>Failing jobs: {failing.map(([job, count]) => `${job} (${number(count)} times in a row)`).join(', ')}</p>
      )}
      {now !== undefined && (
        <div class='plots'>
          {figures.map(({ name, read, words, isBad }) => {
            const values = looks.value.map((look, index) => read(look, looks.value[index - 1]))
            const last = values.at(-1) ?? null
            if (values.every((value) => value === null) && looks.value.length > 1) return null
            return (
              <Plot key={name} name={name} now={last === null ? '' : words(last, now)} values={values} isBad={last !== null && isBad?.(last) === true} />
            )
          })}
        </div>
      )}
      <p class='quiet'>
        These are figures of the process that answers, over the minutes that this page is open. Prometheus keeps
        them: <a href={`${home}/metrics`} target='_blank' rel='noreferrer'>/metrics</a>.
      </p>
    </Page>
  )
}

function Readiness ({ state: { isReady, isAway, problems } }: { state: State }) {
  if (isAway) return <p class='readiness bad' role='status'>The service cannot be reached. Trying again.</p>
  return (
    <div class={isReady ? 'readiness good' : 'readiness bad'} role='status'>
      {isReady ? 'Ready: the service can do its work.' : 'Not ready:'}
      {problems.length > 0 && <ul>{problems.map((problem) => <li key={problem}>{problem}</li>)}</ul>}
    </div>
  )
}
