import { groupBy } from '../../basics/group-by.js'
import { statement, type Sql } from '../../database/sql.js'
import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { disableWebhook } from '../subscriptions/disable.js'
import { eventExpiry, outlivesEvent } from '../outbox/expiry.js'
import { MANUAL_DUE } from '../log/redelivery.js'
import { tellFollowers, type DeliveryFollower } from './follower.js'
import { insertAttempts, latestValues, setLatest, withoutLogged, type Attempt } from './attempts.js'
import { askedFor, type AttemptResult } from './result.js'
import { hasFailedTooLong, addUp, type StateChange } from './state-change.js'

/** $1 JSON list of webhooks */
const lockStates = statement<StateRow>('webhooks_lock_to_settle', (sql) => `
  SELECT webhook_id, token, given_up, ${sql.milliseconds('failing_since')} AS failing_since FROM webhook_states
  WHERE ${sql.among('webhook_id', sql.integers('$1'))} ORDER BY webhook_id ${sql.forUpdate}`)

/** $1 JSON list of [webhook, sequence] */
const deleteFirsts = statement('webhooks_delete_firsts', (sql) => `
  DELETE FROM webhook_queue WHERE (webhook_id, sequence) IN (
    SELECT CAST(value ->> 0 AS integer), CAST(value ->> 1 AS bigint) FROM ${sql.elements('$1')})`)

/** $1 JSON list of events: those that somebody has asked for */
const findAskedFor = statement<{ event_id: string, webhook_id: number }>('webhooks_find_asked_for', (sql) => `
  SELECT event_id, webhook_id FROM webhook_retries WHERE ${sql.among('event_id', sql.strings('$1'))}
    AND trigger = 'manual'`)

/** $1 JSON list of [event, webhook, sequence, attempt, delays used, trigger, due] */
const insertRetries = statement('webhooks_insert_retries', (sql) => `
  INSERT INTO webhook_retries (event_id, webhook_id, sequence, attempt, delays_used, trigger, due_at)
  SELECT value ->> 0, CAST(value ->> 1 AS integer), CAST(value ->> 2 AS bigint), CAST(value ->> 3 AS integer),
    CAST(value ->> 4 AS integer),
    value ->> 5, ${sql.moment('value ->> 6')}
  FROM ${sql.elements('$1')} WHERE TRUE
  ON CONFLICT (event_id, webhook_id) DO UPDATE SET attempt = excluded.attempt, delays_used = excluded.delays_used,
    trigger = excluded.trigger, due_at = excluded.due_at`)

/** $1 JSON list of [event, webhook] */
const deleteRetries = statement('webhooks_delete_retries', (sql) => `
  DELETE FROM webhook_retries WHERE (event_id, webhook_id) IN (
    SELECT value ->> 0, CAST(value ->> 1 AS integer) FROM ${sql.elements('$1')})`)

/**
 * $1 JSON list of [webhook, first tried, retrying, testing, given up, failing since, and the columns of the latest
 * attempt]: the first three are added
 */
const updateStates = statement('webhooks_update_states', (sql) => `
  UPDATE webhook_states SET first_tried = first_tried + CAST(value ->> 1 AS integer),
    retrying = retrying + CAST(value ->> 2 AS integer), testing = testing + CAST(value ->> 3 AS integer),
    given_up = CAST(value ->> 4 AS integer), failing_since = ${sql.moment('value ->> 5')},
    ${setLatest(sql, 6)}
  FROM ${sql.elements('$1')} WHERE webhook_id = CAST(value ->> 0 AS integer)`)

/** $1 expiry, $2 JSON list of events */
const keepEvents = statement('webhooks_keep_events', (sql) => `
  UPDATE webhook_events SET expires_at = ${sql.moment('$1')} WHERE ${sql.among('id', sql.strings('$2'))}`)

/** The attempts that were written. */
export interface Settled {
  readonly accepted: readonly AttemptResult[]
  /** The webhooks that this has disabled. */
  readonly disabled: readonly number[]
}

export interface SettleOptions {
  /** Whether it may have been committed before. */
  readonly isRepeated?: boolean
  readonly followers?: readonly DeliveryFollower[]
}

interface StateRow {
  webhook_id: number
  token: number
  given_up: number
  failing_since: string | null
}

/**
 * Records finished attempts of one account's webhooks: the log, the queues, the counters, and what follows from them.
 * It is one transaction, so that each delivery is in exactly one place at any moment. Results that arrive under an
 * expired lease are discarded: the new owner makes these attempts again. When it is retried after a lost connection,
 * attempts that were committed are left out.
 */
export async function settle (
  tx: Transaction, given: readonly AttemptResult[], { isRepeated = false, followers = [] }: SettleOptions = {}
): Promise<Settled> {
  const { sql, caller: { accountId } } = tx
  const results = isRepeated ? await withoutLogged(sql, given) : given
  const ids = [...new Set(results.map((result) => result.lease.webhookId))]
  const states =
    new Map((await sql.all(lockStates, [JSON.stringify(ids)])).map((row) => [row.webhook_id, row]))
  const owned = results.filter(({ lease }) => states.get(lease.webhookId)?.token === lease.token)
  if (owned.length === 0) return { accepted: [], disabled: [] }
  const accepted = await withAskedFor(sql, owned)

  const ofWebhooks = groupBy(accepted, ({ lease }) => lease.webhookId)
  const changes = [...ofWebhooks].map(([webhookId, own]) => changeOf(states.get(webhookId)!, own))
  const lost =
    new Set(changes.filter((change) => change.isGone || hasFailedTooLong(change, tx.time)).map(({ webhookId }) =>
      webhookId
    ))
  const attempts = accepted.map((result): Attempt => ({
    ...result,
    shownNextAttemptAt: lost.has(result.lease.webhookId) ? null : result.nextAttemptAt
  }))
  const latest = new Map(attempts.map((attempt) => [attempt.lease.webhookId, attempt]))

  await insertAttempts(sql, accountId, attempts)
  await moveDeliveries(tx, accepted)
  await sql.run(updateStates, [JSON.stringify(changes.map((change) =>
    [...stateRow(change), ...latestValues(latest.get(change.webhookId)!, accountId)]))])
  await tellFollowers(tx, followers, accepted)
  const disabled: number[] = []
  for (const webhookId of lost) if (await disableWebhook(tx, webhookId)) disabled.push(webhookId)
  return { accepted, disabled }
}

/**
 * Redeliveries that were asked for while a repeated attempt was under way have brought its row forward. If it failed,
 * they still have to be made.
 */
async function withAskedFor (sql: Sql, results: readonly AttemptResult[]): Promise<readonly AttemptResult[]> {
  const failed = results.filter(({ waiting, sent }) =>
    !waiting.isFirst && waiting.trigger === 'auto' && sent.error !== null)
  if (failed.length === 0) return results
  const events = JSON.stringify(failed.map(({ waiting }) => waiting.eventId))
  const rows = await sql.all(findAskedFor, [events])
  return results.map((result) => {
    const [eventId, webhookId] = keyOf(result)
    const isAskedFor = failed.includes(result) &&
      rows.some((row) => row.event_id === eventId && row.webhook_id === webhookId)
    return isAskedFor ? askedFor(result) : result
  })
}

/** The key of a delivery's row. */
function keyOf ({ waiting, lease }: AttemptResult): [eventId: string, webhookId: number] {
  return [waiting.eventId, lease.webhookId]
}

/** Moves each delivery to its new queue, or removes it. */
async function moveDeliveries ({ sql, time }: Transaction, results: readonly AttemptResult[]): Promise<void> {
  const run = async (statement: Parameters<typeof sql.run>[0], rows: unknown[]) => {
    if (rows.length > 0) await sql.run(statement, [JSON.stringify(rows)])
  }
  await run(
    deleteFirsts,
    results.filter(({ waiting }) => waiting.isFirst).map(({ waiting, lease }) => [lease.webhookId, waiting.sequence])
  )
  await run(
    deleteRetries,
    results.filter(({ waiting, nextAttemptAt }) => !waiting.isFirst && nextAttemptAt === null).map(keyOf)
  )
  await run(
    insertRetries,
    results.filter(({ nextAttemptAt }) => nextAttemptAt !== null).map((result) => [
      ...keyOf(result),
      result.waiting.sequence,
      result.waiting.attempt + 1,
      result.waiting.delaysUsed + 1,
      result.isAskedFor ? 'manual' : 'auto',
      toDatabase(result.isAskedFor ? MANUAL_DUE : result.nextAttemptAt!)
    ])
  )
  const old = results.filter(({ waiting }) => outlivesEvent(time, waiting.eventId)).map(({ waiting }) =>
    waiting.eventId
  )
  if (old.length > 0) await sql.run(keepEvents, [toDatabase(eventExpiry(time)), JSON.stringify(old)])
}

function changeOf (state: StateRow, own: readonly AttemptResult[]): StateChange {
  return addUp({
    webhookId: state.webhook_id,
    givenUp: state.given_up,
    failingSince: state.failing_since === null ? null : new Date(state.failing_since)
  }, own)
}

function stateRow ({ webhookId, firstTried, retrying, testing, givenUp, failingSince }: StateChange) {
  return [webhookId, firstTried, retrying, testing, givenUp, failingSince && toDatabase(failingSince)]
}
