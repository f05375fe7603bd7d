import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, read, urlOf, type Schemas, type Url } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { tell, tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, count, date, number } from '../ui/words.ts'
import { AttemptDetails } from './attempt-details.tsx'
import { itemOf } from './attempt-item.ts'
import { retryAll } from './recover.ts'
import { useRedelivered } from './use-redelivered.ts'

export type Attempt = Schemas['WebhookAttempt']

type LogUrl = Url<'/api/v2/admin/webhooks/{webhook_id}/success' | '/api/v2/admin/webhooks/{webhook_id}/failed'>
interface Log { readonly attempts: readonly Attempt[], readonly next: LogUrl | null }

interface AttemptsProps {
  readonly id: string
  /** Counts tests and redeliveries. */
  readonly sent: ReadonlySignal<number>
  /** The id of the newest attempt: a new one triggers a look. */
  readonly latest: string
}

/** The pauses between looks after a test or a redelivery. */
const LOOKS_MS = [300, 700, 1500, 3000, 6000]

/** Every attempt, with its request and its answer. */
export function Attempts ({ id, sent, latest }: AttemptsProps) {
  const log = useSignal<'failed' | 'success'>('failed')
  const shown = useSignal<string | null>(null)
  const own = useSignal(0)
  const isRetrying = useSignal(false)
  const path = { webhook_id: id }
  const { data, failure, reload, put } = useLoaded(
    async () => readLog(urlOf(`/api/v2/admin/webhooks/{webhook_id}/${log.value}`, { path, query: { limit: 50 } })),
    [id, log.value, latest])
  const redelivered = useRedelivered(id)
  useEffect(() => {
    if (sent.value + own.value === 0) return
    const timers = LOOKS_MS.map((ms) => setTimeout(reload, ms))
    return () => timers.forEach(clearTimeout)
  }, [sent.value, own.value])

  async function redeliver (attempt: Attempt) {
    try {
      const params = { path: { ...path, attempt_id: attempt.id } }
      await done(api.POST('/api/v2/admin/webhooks/{webhook_id}/deliveries/{attempt_id}/redeliver', { params }))
      tell('The delivery is queued again.')
      redelivered.follow(attempt)
      own.value++
    } catch (error) {
      tellFailure(error)
    }
  }

  async function retry () {
    isRetrying.value = true
    try {
      const queued = await retryAll(id)
      tell(queued === 0 ? 'Nothing waits that has failed.' : `Sent again: ${count(queued, 'event')}.`)
      own.value++
    } catch (error) {
      tellFailure(error)
    } finally {
      isRetrying.value = false
    }
  }

  const { attempts = [], next = null } = data.value ?? {}
  return (
    <section class='stack hook-part' aria-label='Attempts'>
      <div class='section-head'>
        <h2>Attempts</h2>
        <span class='actions'>
          {mayWrite.value && log.value === 'failed' && attempts.length > 0 && (
            <button type='button' class='button' disabled={isRetrying.value} onClick={retry}>Retry all that failed</button>
          )}
          <span class='segments' role='group' aria-label='Log'>
            {(['failed', 'success'] as const).map((kind) => (
              <button
                key={kind} type='button' class='icon-button' aria-pressed={log.value === kind}
                onClick={() => { log.value = kind }}
              >
                {kind === 'failed' ? 'Failed' : 'Arrived'}
              </button>
            ))}
          </span>
        </span>
      </div>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {data.value !== null && attempts.length === 0 && (
        <p class='quiet'>
          {log.value === 'failed' ? 'Nothing has failed in the last 30 days.' : 'Nothing has arrived in the last 30 days.'}
        </p>
      )}
      <ul class='attempts'>
        {attempts.map((attempt) => (
          <Line
            key={attempt.id} attempt={attempt} isShown={shown.value === attempt.id}
            outcome={redelivered.outcomes.value.get(attempt.id)}
            onShow={() => { shown.value = shown.value === attempt.id ? null : attempt.id }}
            onRedeliver={async () => redeliver(attempt)}
          />
        ))}
      </ul>
      {next !== null && (
        <button
          type='button' class='button'
          onClick={() => {
            readLog(next).then((page) => put({ ...page, attempts: [...attempts, ...page.attempts] }), tellFailure)
          }}
        >
          Earlier
        </button>
      )}
    </section>
  )
}

interface LineProps {
  readonly attempt: Attempt
  readonly isShown: boolean
  /** The outcome of its redelivery: null while that is under way, undefined if there is none. */
  readonly outcome: Attempt | null | undefined
  readonly onShow: () => void
  readonly onRedeliver: () => Promise<void>
}

function Line ({ attempt, isShown, outcome, onShow, onRedeliver }: LineProps) {
  const item = itemOf(attempt)
  return (
    <li>
      <div class='attempt'>
        <button type='button' class='attempt-name' aria-expanded={isShown} onClick={onShow}>
          <State attempt={attempt} />
          <span class='mono'>{attempt.event}</span>
          {item !== null && <strong class='attempt-item'>{item.title}</strong>}
          <span class='quiet'>attempt {attempt.attempt}{attempt.trigger === 'auto' ? '' : `, ${attempt.trigger}`}</span>
          <span class='quiet'>{number(attempt.duration_ms)} ms</span>
          <time class='quiet' dateTime={attempt.created_at} title={date(attempt.created_at)}>{ago(attempt.created_at)}</time>
        </button>
        {outcome !== undefined && (
          <span role='status' class='attempt-outcome'>
            {outcome === null ? 'On its way again' : <>Sent again: <State attempt={outcome} /></>}
          </span>
        )}
        {mayWrite.value && <button type='button' class='button' onClick={onRedeliver}>Redeliver</button>}
      </div>
      {isShown && <AttemptDetails attempt={attempt} />}
    </li>
  )
}

function State ({ attempt: { status, response_status: answered, error } }: { attempt: Attempt }) {
  return <span class={status === 'success' ? 'state good' : 'state bad'}>{answered ?? error}</span>
}

async function readLog (url: LogUrl): Promise<Log> {
  const { data, next } = await read(url)
  return { attempts: 'success_log' in data ? data.success_log : data.failed_log, next }
}
