import { takeLock } from '../../database/locks.js'
import { statement } from '../../database/sql.js'
import type { Transaction } from '../../core/transact.js'

/** One event on its way to one webhook. */
export interface PendingDelivery {
  readonly eventId: string
  readonly webhookId: number
}

/** $1 JSON list of webhooks */
const lockStates = statement('webhooks_lock_for_numbering', (sql) => `
  SELECT webhook_id FROM webhook_states WHERE ${sql.among('webhook_id', sql.integers('$1'))}
  ORDER BY webhook_id ${sql.forUpdate}`)

/** $1 JSON list of [webhook, count of numbers] */
const takeNumbers = statement<{ webhook_id: number, last_sequence: number }>('webhooks_take_numbers', (sql) => `
  UPDATE webhook_states SET last_sequence = last_sequence + CAST(value ->> 1 AS integer) FROM ${sql.elements('$1')}
  WHERE webhook_id = CAST(value ->> 0 AS integer)
  RETURNING webhook_id, last_sequence`)

/** $1 JSON list of [webhook, sequence, event] */
const intoQueue = statement('webhooks_into_queue', (sql) => `
  INSERT INTO webhook_queue (webhook_id, sequence, event_id)
  SELECT CAST(value ->> 0 AS integer), CAST(value ->> 1 AS bigint), value ->> 2 FROM ${sql.elements('$1')}`)

/**
 * Appends deliveries to their webhooks' queues, in their order. Deliveries to a webhook that has been removed in the
 * meantime are dropped. Returns the others.
 */
export async function numberDeliveries (
  { sql }: Transaction, deliveries: readonly PendingDelivery[]
): Promise<readonly PendingDelivery[]> {
  const counts = new Map<number, number>()
  for (const { webhookId } of deliveries) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1)
  await takeLock(sql, lockStates, [JSON.stringify([...counts.keys()])])
  const taken = await sql.all(takeNumbers, [JSON.stringify([...counts])])

  const next =
    new Map(taken.map((row) => [row.webhook_id, row.last_sequence - counts.get(row.webhook_id)! + 1]))
  const queued = deliveries.filter(({ webhookId }) => next.has(webhookId))
  const rows = queued.map(({ webhookId, eventId }) => {
    const sequence = next.get(webhookId)!
    next.set(webhookId, sequence + 1)
    return [webhookId, sequence, eventId]
  })
  await sql.run(intoQueue, [JSON.stringify(rows)])
  return queued
}

/** The gap in the sequence of each webhook after a restore: the numbers in between may have been sent before. */
const SKIPPED = 1_000_000

/** Waiting deliveries keep their numbers: their count is the difference of the two columns. */
const skip = statement('webhooks_skip_sequences', () => `
  UPDATE webhook_states SET last_sequence = last_sequence + ${SKIPPED}, first_tried = first_tried + ${SKIPPED}
  WHERE webhook_id > 0`)

/** $1 webhook, $2 sequence: raises the sequence of a webhook to a higher one */
const raise = statement('webhooks_raise_sequence', () => `
  UPDATE webhook_states SET last_sequence = CAST($2 AS bigint),
    first_tried = first_tried + CAST($2 AS bigint) - last_sequence
  WHERE webhook_id = $1 AND last_sequence < CAST($2 AS bigint)`)

/** The last sequence that a webhook has got in another database. */
export interface GivenSequence {
  readonly webhookId: number
  readonly sequence: number
}

/** Increases the sequences of all webhooks, above the given ones. Returns the number of webhooks. */
export async function skipSequences ({ sql }: Transaction, given: readonly GivenSequence[]): Promise<number> {
  for (const { webhookId, sequence } of given) await sql.run(raise, [webhookId, sequence])
  return sql.run(skip, [])
}
