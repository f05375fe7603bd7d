import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, nextPage, type Schemas } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { tell, tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, date, number } from '../ui/words.ts'
import { AttemptDetails } from './attempt-details.tsx'

export type Attempt = Schemas['WebhookAttempt']

interface Log { readonly attempts: readonly Attempt[], readonly next: string | null }
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
  const path = `/api/v2/admin/webhooks/${encodeURIComponent(id)}`
  const { data, failure, reload, put } = useLoaded(async () => read(`${path}/${log.value}?limit=50`), [id, log.value, latest])
  useEffect(() => {
    if (sent.value + own.value === 0) return
    const timers = LOOKS_MS.map((ms) => setTimeout(reload, ms))
    return () => timers.forEach(clearTimeout)
  }, [sent.value, own.value])

  async function redeliver (attempt: Attempt) {
    try {
      await ask('POST', `${path}/deliveries/${attempt.id}/redeliver`)
      tell('The delivery is queued again.')
      own.value++
    } catch (error) {
      tellFailure(error)
    }
  }

  const { attempts = [], next = null } = data.value ?? {}
  return (
    <section class='stack hook-part' aria-label='Attempts'>
      <div class='section-head'>
        <h2>Attempts</h2>
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
      </div>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {data.value !== null && attempts.length === 0 && (
        <p class='quiet'>{log.value === 'failed' ? 'Nothing has failed in the last 30 days.' : 'Nothing has arrived in the last 30 days.'}</p>
      )}
      <ul class='attempts'>
        {attempts.map((attempt) => {
          const isShown = shown.value === attempt.id
          return (
            <li key={attempt.id}>
              <div class='attempt'>
                <button
                  type='button' class='attempt-name' aria-expanded={isShown}
                  onClick={() => { shown.value = isShown ? null : attempt.id }}
                >
                  <span class={attempt.status === 'success' ? 'state good' : 'state bad'}>
                    {attempt.response_status ?? attempt.error}
                  </span>
                  <span class='mono'>{attempt.event}</span>
                  <span class='quiet'>attempt {attempt.attempt}{attempt.trigger === 'auto' ? '' : `, ${attempt.trigger}`}</span>
                  <span class='quiet'>{number(attempt.duration_ms)} ms</span>
                  <time class='quiet' dateTime={attempt.created_at} title={date(attempt.created_at)}>{ago(attempt.created_at)}</time>
                </button>
                {mayWrite.value && <button type='button' class='button' onClick={() => { redeliver(attempt) }}>Redeliver</button>}
              </div>
              {isShown && <AttemptDetails attempt={attempt} />}
            </li>
          )
        })}
      </ul>
      {next !== null && (
        <button
          type='button' class='button'
          onClick={() => {
            read(next).then((page) => put({ ...page, attempts: [...attempts, ...page.attempts] }), tellFailure)
          }}
        >
          Earlier
        </button>
      )}
    </section>
  )
}

async function read (path: string): Promise<Log> {
  const answer = await ask('GET', path)
  const body = await answer.json() as { success_log?: Attempt[], failed_log?: Attempt[] }
  return { attempts: body.success_log ?? body.failed_log ?? [], next: nextPage(answer) }
}
