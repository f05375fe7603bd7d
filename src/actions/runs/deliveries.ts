import { groupBy } from '../../basics/group-by.js'
import { toDatabase } from '../../basics/time.js'
import type { Release } from '../../core/release.js'
import { statement } from '../../database/sql.js'
import type { DeliveryFollower } from '../../webhooks/delivery/follower.js'
import { DUE_JOB } from './wakes.js'

/** $1 account, $2 JSON list of events, $3 time, $4 what became of them */
const mark = statement('action_steps_mark_delivered', (sql) => `
  UPDATE action_steps SET delivered = $4, due_at = ${sql.moment('$3')}
  WHERE ${sql.among('event_id', sql.strings('$2'))} AND account_id = $1 AND status = 'ready'`)

/** $1 account, $2 JSON list of webhooks, $3 time */
const makeDue = statement('action_steps_make_due', (sql) => `
  UPDATE action_steps SET due_at = ${sql.moment('$3')} WHERE account_id = $1 AND status = 'ready'
    AND finished_at IS NULL AND webhook_id IS NOT NULL AND ${sql.among('webhook_id', sql.integers('$2'))}`)

/** Marks the steps that were delivered, or are no more: a job looks at them in the name of their users. */
export const followDeliveries: DeliveryFollower = {
  kind: 'UPDATED_DAG_ACTION_RUN',
  async ended ({ sql, caller, time, wake }, deliveries) {
    for (const [isTaken, ended] of groupBy(deliveries, (delivery) => delivery.isTaken)) {
      const events = JSON.stringify(ended.map(({ eventId }) => eventId))
      const outcome = isTaken ? 'taken' : 'given up'
      if (await sql.run(mark, [caller.accountId, events, toDatabase(time), outcome]) > 0) wake(DUE_JOB)
    }
  }
}

/** Steps that wait for a webhook are looked at when it goes, or sends no body any more. */
export const releaseOfWebhooks: Release['ofDomain'] = async ({ sql, caller, time, wake }, type, ids) => {
  if (type !== 'webhook') return
  await sql.run(makeDue, [caller.accountId, JSON.stringify(ids.map(Number)), toDatabase(time)])
  wake(DUE_JOB)
}
