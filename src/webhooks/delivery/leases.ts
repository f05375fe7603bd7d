import { statement, type Dialect, type Sql } from '../../database/sql.js'
import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { freedBy, type Worker } from '../../work/claims/worker.js'

/**
 * Webhooks are not claimed like other rows (src/work/claims/due-rows.ts) because a whole webhook is claimed, as its
 * deliveries are sent in order, and because a worker keeps thousands of them while they have something to send. The
 * worker's heartbeat is the same.
 */

/**
 * Webhooks claimed together: few, so that processes that start together share them. A single process need not share.
 */
const CLAIM_SIZE = 8
const CLAIM_SIZE_ALONE = 64

/** The right to deliver a webhook. */
export interface WebhookLease {
  readonly webhookId: number
  readonly accountId: number
  /** The fencing token: it counts the owners of the webhook, and writes of earlier owners are refused. */
  readonly token: number
}

/** The state of a webhook that a worker owns. */
export interface LeasedState extends Omit<WebhookLease, 'accountId'> {
  readonly lastSequence: number
  /** Null if no retry waits. */
  readonly nextRetryAt: Date | null
}

/** Whether no other worker owns the webhook. $1 worker */
const isFree = '(s.owner IS NULL OR s.owner = $1)'

freedBy(statement('webhooks_free', () => 'UPDATE webhook_states SET owner = NULL WHERE owner = $1'))

/**
 * Webhooks with something to send by a time, and without another owner. $1 worker, $2 the time, $3 JSON list of those
 * that the worker delivers already
 */
const claimable = (sql: Dialect) => `
  SELECT s.webhook_id, w.account_id FROM webhook_states s JOIN webhooks w ON w.id = s.webhook_id
  WHERE (s.testing > 0 OR (w.disabled = FALSE AND (s.last_sequence > s.first_tried OR (s.retrying > 0 AND (
      SELECT r.event_id FROM webhook_retries r WHERE r.webhook_id = s.webhook_id AND r.due_at <= ${sql.moment('$2')}
      ORDER BY r.due_at LIMIT 1) IS NOT NULL))))
    AND ${isFree}
    AND s.webhook_id NOT IN (SELECT CAST(value AS integer) FROM ${sql.elements('$3')})`

const lookForWork = statement<{ claimable: unknown }>(
  'webhooks_look_for_work',
  (sql) => `SELECT EXISTS (${claimable(sql)}) AS claimable`
)

/**
 * Accounts take turns: the account comes first with the fewest webhooks that this worker delivers already. $4
 * limit, $5 the most of an account
 */
const claim = statement<{ webhook_id: number, token: number, account_id: number }>('webhooks_claim', (sql) => `
  UPDATE webhook_states SET owner = $1, token = token + 1
  WHERE webhook_id IN (
    SELECT s.webhook_id FROM webhook_states s JOIN (
      SELECT c.webhook_id,
        ROW_NUMBER() OVER (PARTITION BY c.account_id ORDER BY c.webhook_id) + COALESCE(held.webhooks, 0) AS turn
      FROM (${claimable(sql)}) AS c LEFT JOIN (
        SELECT account_id, COUNT(*) AS webhooks FROM webhooks WHERE ${sql.among('id', sql.integers('$3'))}
        GROUP BY account_id) AS held ON held.account_id = c.account_id
    ) AS next ON next.webhook_id = s.webhook_id
    WHERE next.turn <= CAST($5 AS integer) AND ${isFree}
    ORDER BY next.turn, s.webhook_id LIMIT $4 ${sql.forUpdateSkipLocked.replace('UPDATE', 'UPDATE OF s')})
  RETURNING webhook_id, token, (SELECT account_id FROM webhooks WHERE webhooks.id = webhook_id) AS account_id`)

interface StateRow {
  readonly webhook_id: number
  readonly token: number
  readonly last_sequence: number
  readonly next_retry_at: string | null
}

/** $1 worker, $2 JSON list of webhooks */
const readStates = statement<StateRow>('webhooks_read_states', (sql) => `
  SELECT s.webhook_id, s.token, s.last_sequence,
    ${sql.milliseconds('(SELECT r.due_at FROM webhook_retries r WHERE r.webhook_id = s.webhook_id ORDER BY r.due_at LIMIT 1)')} AS next_retry_at
  FROM webhook_states s WHERE s.owner = $1
    AND ${sql.among('s.webhook_id', sql.integers('$2'))}`)

/** $1 worker, $2 JSON list of webhooks */
const release = statement('webhooks_release', (sql) => `
  UPDATE webhook_states SET owner = NULL WHERE owner = $1
    AND ${sql.among('webhook_id', sql.integers('$2'))}`)

/** One process as the owner of webhooks. */
export function createLeases (worker: Worker) {
  return {
    /** Whether there is anything to claim. Takes no lock and writes nothing. */
    async look (sql: Sql, held: readonly number[], until: Date): Promise<boolean> {
      const row = await sql.first(lookForWork, [worker.id, toDatabase(until), JSON.stringify(held)])
      return Boolean(row!.claimable)
    },

    /**
     * Claims webhooks without an owner that have work by that time, at most `mostOfAccount` of an account, including
     * those that are held. Returns whether there may be more.
     */
    async claim (
      tx: Transaction, held: readonly number[], until: Date, mostOfAccount: number
    ): Promise<{ leases: WebhookLease[], owner: string, isMore: boolean }> {
      const owner = await worker.beat(tx)
      const limit = tx.sql.dialect.hasOneWriter ? CLAIM_SIZE_ALONE : CLAIM_SIZE
      const rows = await tx.sql.all(claim, [owner, toDatabase(until), JSON.stringify(held), limit, mostOfAccount])
      return {
        owner,
        leases: rows.map((row) => ({ webhookId: row.webhook_id, accountId: row.account_id, token: row.token })),
        isMore: rows.length === limit
      }
    },

    /** The states of the webhooks that the worker owns. A missing one has been lost. */
    async states (sql: Sql, held: readonly number[]): Promise<LeasedState[]> {
      const rows = await sql.all(readStates, [worker.id, JSON.stringify(held)])
      return rows.map((row) => ({
        webhookId: row.webhook_id,
        token: row.token,
        lastSequence: row.last_sequence,
        nextRetryAt: row.next_retry_at === null ? null : new Date(row.next_retry_at)
      }))
    },

    release: async (tx: Transaction, webhookIds: readonly number[]) => {
      if (webhookIds.length > 0) await tx.sql.run(release, [worker.id, JSON.stringify(webhookIds)])
    }
  }
}

export type Leases = ReturnType<typeof createLeases>
