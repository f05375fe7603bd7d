import type { Unit } from '../../core/unit.js'
import { statement } from '../../database/sql.js'
import { WebhookAttemptNotFound } from '../../errors.js'
import { newId, toItemId } from '../../basics/ids.js'
import { toDatabase, toMilliseconds } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { eventExpiry } from '../outbox/expiry.js'
import { WEBHOOKS_JOB } from '../job-names.js'
import { writePayload } from '../outbox/payload.js'
import { lockWebhook, requireWebhook } from '../subscriptions/require.js'

/** Deliveries queued again in one transaction. */
const EVENTS_PER_TRANSACTION = 500

/** Redeliveries by hand come before everything that is due, and tests before all. */
const TEST_DUE = new Date(0)
export const MANUAL_DUE = new Date(1000)

/** $1 attempt, $2 webhook, $3 account */
const findAttempt = statement<AttemptedEvent & { trigger: string }>('webhooks_find_attempt', () => `
  SELECT event_id, sequence, trigger FROM webhook_attempts WHERE id = $1 AND webhook_id = $2 AND account_id = $3`)

/** $1 webhook, $2 due, $3 trigger, $4 JSON list of [event, sequence]: only those that do not wait already */
const addRetries = statement('webhooks_add_retries', (sql) => `
  INSERT INTO webhook_retries (event_id, webhook_id, sequence, attempt, delays_used, trigger, due_at)
  SELECT value ->> 0, CAST($1 AS integer), CAST(value ->> 1 AS bigint), 1, 0, $3, ${sql.moment('$2')}
    FROM ${sql.elements('$4')} WHERE TRUE
  ON CONFLICT DO NOTHING`)

/** $1 event, $2 webhook, $3 due */
const bringForward = statement('webhooks_bring_forward', (sql) => `
  UPDATE webhook_retries SET trigger = 'manual', due_at = ${sql.moment('$3')} WHERE event_id = $1 AND webhook_id = $2`)

/**
 * $1 webhook, $2 given up since, $3 up to this attempt, $4 limit. SQLite uses the partial index only if `true` is
 * written as in the index.
 */
const takeGivenUp = statement<AttemptedEvent>('webhooks_take_given_up', (sql) => `
  UPDATE webhook_attempts SET given_up = FALSE WHERE ${sql.among('id', `SELECT id FROM webhook_attempts
    WHERE webhook_id = $1 AND given_up = true AND created_at >= ${sql.moment('$2')} AND id <= $3 ORDER BY id LIMIT $4`)}
  RETURNING event_id, sequence`)

/**
 * Redeliveries and tests. Every function throws WebhookNotFound. The background loop delivers them like the rest.
 */
export const redelivery = {
  /**
   * Queues the event of an attempt again: at once, with a new schedule of retries. Throws WebhookAttemptNotFound.
   */
  async redeliver ({ caller, transact }: Unit, webhookId: string, sentAttemptId: string): Promise<void> {
    await transact(async (tx) => {
      const webhook = await lockWebhook(tx, webhookId, { state: true })
      const attemptId = toItemId(sentAttemptId)
      const attempt = attemptId === null
        ? undefined
        : await tx.sql.first(findAttempt, [attemptId, webhook.id, caller.accountId])
      if (attempt === undefined) throw new WebhookAttemptNotFound(sentAttemptId)
      const trigger = attempt.trigger === 'test' ? 'test' : 'manual'
      const added = await queueAgain(tx, webhook.id, [attempt], {
        trigger,
        due: trigger === 'test' ? TEST_DUE : MANUAL_DUE
      })
      if (added === 0 && trigger === 'manual') {
        await tx.sql.run(bringForward, [attempt.event_id, webhook.id, toDatabase(MANUAL_DUE)])
      }
      await tx.prisma.webhookAttempt.updateMany({
        where: { id: attemptId!, accountId: caller.accountId },
        data: { givenUp: false }
      })
    })
  },

  /** Queues again what was given up since a time, in transactions of a bounded size. */
  async recover ({ caller, reads, transact }: Unit, webhookId: string, since: Date): Promise<void> {
    await requireWebhook(reads.sql, caller, webhookId)
    const last = newId()
    for (let taken = EVENTS_PER_TRANSACTION; taken === EVENTS_PER_TRANSACTION;) {
      taken = await transact(async (tx) => {
        const webhook = await lockWebhook(tx, webhookId, { state: true })
        const events = await tx.sql.all(takeGivenUp, [webhook.id, toDatabase(since), last, EVENTS_PER_TRANSACTION])
        await queueAgain(tx, webhook.id, events, { trigger: 'manual', due: tx.time })
        return events.length
      })
    }
  },

  /** Sends a test to a webhook, also to a disabled one: once, whatever the result. */
  async test ({ caller, transact }: Unit, webhookId: string): Promise<void> {
    await transact(async (tx) => {
      const webhook = await lockWebhook(tx, webhookId, { state: true })
      const id = newId()
      const payload = writePayload(caller.account, {
        id,
        event: 'NOTIFICATION_ADDED',
        severity: 1,
        time: toMilliseconds(tx.time),
        userId: caller.userId,
        targets: { webhook_id: webhook.id }
      }, { isTest: true })
      await tx.prisma.webhookEvent.create({
        data: { id, accountId: caller.accountId, event: 'NOTIFICATION_ADDED', payload, expiresAt: eventExpiry(tx.time) }
      })
      await queueAgain(tx, webhook.id, [{ event_id: id, sequence: 0 }], { trigger: 'test', due: TEST_DUE })
    })
  }
}

interface AttemptedEvent {
  readonly event_id: string
  readonly sequence: number
}

/** Returns how many were not waiting already. */
async function queueAgain (
  tx: Transaction,
  webhookId: number,
  events: readonly AttemptedEvent[],
  { trigger, due }: { trigger: 'manual' | 'test', due: Date }
): Promise<number> {
  if (events.length === 0) return 0
  const rows = events.map(({ event_id: eventId, sequence }) => [eventId, sequence])
  const added = await tx.sql.run(addRetries, [webhookId, toDatabase(due), trigger, JSON.stringify(rows)])
  tx.wake(WEBHOOKS_JOB)
  const waiting = trigger === 'test' ? { testing: { increment: added } } : { retrying: { increment: added } }
  await tx.prisma.webhookState.updateMany({ where: { webhookId, accountId: tx.caller.accountId }, data: waiting })
  return added
}
