import { addressOf } from '../shell/place.ts'
import { date } from '../ui/words.ts'
import { itemOf } from './attempt-item.ts'
import type { Attempt } from './attempts.tsx'

/** The request and the answer of an attempt, as text. */
export function AttemptDetails ({ attempt }: { attempt: Attempt }) {
  const item = itemOf(attempt)
  return (
    <div class='attempt-details'>
      {item !== null && <p>About <a href={addressOf(item.path)}>{item.title}</a></p>}
      {attempt.next_attempt_at !== null && <p>It is tried again on {date(attempt.next_attempt_at)}.</p>}
      {attempt.next_attempt_at === null && attempt.status === 'failed' && <p>{attempt.final ? 'It was given up.' : 'It waits until the webhook is enabled.'}</p>}
      <Message title='Request' first={`${attempt.http_method.toUpperCase()} ${attempt.http_url}`} headers={attempt.request_headers} body={attempt.request_body} />
      <Message
        title='Answer' first={attempt.response_status === null ? `none: ${attempt.error}` : `Status ${attempt.response_status}`}
        headers={attempt.response_headers} body={attempt.response_body}
      />
    </div>
  )
}

interface MessageProps {
  readonly title: string
  readonly first: string
  readonly headers: object | null
  readonly body: string | null
}

function Message ({ title, first, headers, body }: MessageProps) {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${String(value)}`)
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <pre tabIndex={0}>{[first, ...lines, ...(body === null || body === '' ? [] : ['', pretty(body)])].join('\n')}</pre>
    </section>
  )
}

function pretty (body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
