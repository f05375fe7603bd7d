import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { ageInSeconds } from '../metrics/age.js'
import type { Metrics } from '../metrics/metrics.js'
import type { MailOutcome } from './attempt.js'

const outcomes: readonly MailOutcome[] = ['sent', 'retried', 'given_up', 'stopped', 'withdrawn']

/** Only messages that wait have a due time. */
const waiting = statement<{ messages: number, oldest: string | null }>('messages_waiting', (sql) => `
  SELECT COUNT(*) AS messages, ${sql.milliseconds('MIN(created_at)')} AS oldest FROM messages WHERE due_at IS NOT NULL`)

/** Counts attempts at sending a message, by outcome. */
export function createMailCounter (metrics: Metrics): (outcome: MailOutcome) => void {
  const attempts = metrics.counter('cutroom_mail_attempts_total', 'Attempts at sending a message, by outcome.', [
    'outcome'
  ])
  // Prometheus sees no increase when a counter appears with its first value.
  for (const outcome of outcomes) attempts.inc({ outcome }, 0)
  return (outcome) => attempts.inc({ outcome })
}

/** Messages that are still to be sent: how many, and for how long they have waited. */
export function addMailMetrics (
  { metrics, database, clock = Date.now }: { metrics: Metrics, database: Database, clock?: () => number }
): void {
  metrics.addSource('mail', (gauge) => {
    const messages = gauge('cutroom_mail_messages', 'Messages that are still to be sent.')
    const age = gauge('cutroom_mail_oldest_message_age_seconds', 'How long ago the oldest message was written that is still to be sent.')
    return async () => {
      const row = (await database.reads.sql.first(waiting, []))!
      messages.set(row.messages)
      age.set(ageInSeconds(row.oldest, clock()))
    }
  })
}
