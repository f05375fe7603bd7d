import { pino } from 'pino'
import t from 'tap'
import { createMetrics } from '#src/metrics/metrics.js'
import type { SentAttempt } from '#src/webhooks/delivery/send.js'
import { createAttemptCounter } from '#src/webhooks/metrics.js'

t.test('attempts are counted by outcome, and given-up events are counted too', async (t) => {
  const metrics = createMetrics({ log: pino({ level: 'silent' }) })
  const count = createAttemptCounter(metrics)
  const sent = (error: SentAttempt['error']) => ({ error, durationMs: 40 }) as SentAttempt
  count({ sent: sent(null), isGivenUp: false })
  count({ sent: sent('timeout'), isGivenUp: false })
  count({ sent: sent('timeout'), isGivenUp: true })
  const text = await metrics.render()
  t.match(text, /^cutroom_webhook_attempts_total\{outcome="success"\} 1$/m)
  t.match(text, /^cutroom_webhook_attempts_total\{outcome="timeout"\} 2$/m)
  t.match(text, /^cutroom_webhook_given_up_total 1$/m)
  t.match(text, /^cutroom_webhook_attempt_duration_seconds_bucket\{le="0.05"\} 3$/m)
})
