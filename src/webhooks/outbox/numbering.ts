import { locks, takeLock } from '../../database/locks.js'
import { statement, type Sql } from '../../database/sql.js'
import { groupBy } from '../../basics/group-by.js'
import type { Transaction } from '../../core/transact.js'

/** One event on its way to one webhook. */
export interface PendingDelivery {
  readonly eventId: string
  readonly webhookId: number
}

interface Unnumbered extends PendingDelivery {
  readonly position: number
  readonly accountId: number
}

const DELIVERIES_PER_TRANSACTION = 1000
/** Up to this number, small statements are faster than lists if they cost no round trip. */
const FEW = 16

const tryLock = statement(
  'webhooks_numbering_lock',
  () => `SELECT pg_try_advisory_xact_lock(${locks.deliveryNumbers}) AS locked`
)

/** The accounts with something in the inbox, one look-up for each. */
const waitingAccounts = `
  WITH RECURSIVE waiting (account_id) AS (
    SELECT MIN(account_id) FROM webhook_inbox
    UNION ALL
    SELECT (SELECT MIN(account_id) FROM webhook_inbox WHERE account_id > waiting.account_id)
    FROM waiting WHERE account_id IS NOT NULL
  ), accounts AS (SELECT account_id FROM waiting WHERE account_id IS NOT NULL)`

/** $1 limit: the oldest of each account, of all the same number */
const outOfInbox = statement('webhooks_out_of_inbox', () => `
  DELETE FROM webhook_inbox WHERE ctid = ANY (ARRAY(
    ${waitingAccounts}
    SELECT oldest.ctid FROM accounts CROSS JOIN LATERAL (
      SELECT ctid, position FROM webhook_inbox i WHERE i.account_id = accounts.account_id
      ORDER BY position, event_id, webhook_id LIMIT GREATEST(1, $1 / (SELECT COUNT(*) FROM accounts))
    ) AS oldest ORDER BY oldest.position LIMIT $1))
  RETURNING CAST(position AS double precision) AS position, event_id AS "eventId", webhook_id AS "webhookId",
    account_id AS "accountId"`)

/** The oldest event of each account. */
export const firstsOfInbox = `
  ${waitingAccounts}
  SELECT (SELECT event_id FROM webhook_inbox i WHERE i.account_id = accounts.account_id ORDER BY position LIMIT 1)
    AS event_id
  FROM accounts`

/** $1 JSON list of webhooks */
const lockStates = statement('webhooks_lock_for_numbering', (sql) => `
  SELECT webhook_id FROM webhook_states WHERE ${sql.among('webhook_id', sql.integers('$1'))}
  ORDER BY webhook_id ${sql.forUpdate}`)

/** $1 JSON list of [webhook, count of numbers] */
const takeNumbers = statement('webhooks_take_numbers', (sql) => `
  UPDATE webhook_states SET last_sequence = last_sequence + CAST(value ->> 1 AS integer) FROM ${sql.elements('$1')}
  WHERE webhook_id = CAST(value ->> 0 AS integer)
  RETURNING webhook_id, last_sequence`)

/** $1 JSON list of [webhook, sequence, event] */
const intoQueue = statement('webhooks_into_queue', (sql) => `
  INSERT INTO webhook_queue (webhook_id, sequence, event_id)
  SELECT CAST(value ->> 0 AS integer), CAST(value ->> 1 AS bigint), value ->> 2 FROM ${sql.elements('$1')}`)

/** $1 webhook */
const readNumber = statement(
  'webhooks_read_number',
  () => 'SELECT last_sequence FROM webhook_states WHERE webhook_id = $1'
)

/** $1 number, $2 webhook */
const writeNumber = statement(
  'webhooks_write_number',
  () => 'UPDATE webhook_states SET last_sequence = $1 WHERE webhook_id = $2'
)

/** $1 webhook, $2 sequence, $3 event */
const intoQueueOne = statement(
  'webhooks_into_queue_one',
  () => 'INSERT INTO webhook_queue (webhook_id, sequence, event_id) VALUES ($1, $2, $3)'
)

/**
 * Gives the oldest deliveries of the inbox their numbers. Accounts take turns, as one may queue a hundred thousand of
 * them in a single request. A change that waited for another one's commit, as two changes of one item do, took its
 * position after it, and is visible only if the other one is: so it gets the higher number. Returns whether there may
 * be more.
 */
export async function numberInbox (tx: Transaction): Promise<boolean> {
  if (tx.sql.dialect.hasOneWriter || !await takeLock(tx.sql, tryLock, [])) return false
  const taken = await tx.sql.all<Unnumbered>(outOfInbox, [DELIVERIES_PER_TRANSACTION])
  const inOrder = taken.sort((a, b) => a.position - b.position || (a.eventId < b.eventId ? -1 : 1))
  if (inOrder.length > 0) await number(tx, inOrder)
  const ofAccounts = [...groupBy(taken, ({ accountId }) => accountId).values()]
  const share = Math.max(1, Math.floor(DELIVERIES_PER_TRANSACTION / ofAccounts.length))
  return ofAccounts.some(({ length }) => length === share)
}

/**
 * Appends deliveries to their webhooks' queues, in their order. Deliveries to a webhook that has been removed in the
 * meantime are dropped.
 */
export async function number ({ sql }: Transaction, deliveries: readonly PendingDelivery[]): Promise<void> {
  if (sql.dialect.isEmbedded && deliveries.length <= FEW) return numberFew(sql, deliveries)
  const counts = new Map<number, number>()
  for (const { webhookId } of deliveries) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1)
  await takeLock(sql, lockStates, [JSON.stringify([...counts.keys()])])
  const taken = await sql.all<{ webhook_id: number, last_sequence: number | string }>(takeNumbers, [
    JSON.stringify([...counts])
  ])

  const next =
    new Map(taken.map((row) => [row.webhook_id, Number(row.last_sequence) - counts.get(row.webhook_id)! + 1]))
  const rows = deliveries.filter(({ webhookId }) => next.has(webhookId)).map(({ webhookId, eventId }) => {
    const sequence = next.get(webhookId)!
    next.set(webhookId, sequence + 1)
    return [webhookId, sequence, eventId]
  })
  await sql.run(intoQueue, [JSON.stringify(rows)])
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

async function numberFew (sql: Sql, deliveries: readonly PendingDelivery[]): Promise<void> {
  for (const { webhookId, eventId } of deliveries) {
    const state = await sql.first<{ last_sequence: number }>(readNumber, [webhookId])
    if (state === undefined) continue
    const sequence = state.last_sequence + 1
    await sql.run(intoQueueOne, [webhookId, sequence, eventId])
    await sql.run(writeNumber, [sequence, webhookId])
  }
}
