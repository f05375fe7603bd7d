import { systemCaller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { firstIdAt } from '../../basics/ids.js'
import { toDatabase } from '../../basics/time.js'
import type { Transact } from '../../core/transact.js'
import { eventsStart, logStart } from '../outbox/expiry.js'
import { HOUR_MS } from '../../basics/units.js'
import { doPieces, removeRows } from '../../work/pieces/pieces.js'

/** Rows read or removed together: it bounds how long others wait. */
const ROWS_PER_TRANSACTION = 500
/** The pause before old events that are still needed are looked at again. */
const PASS_PAUSE_MS = HOUR_MS
/** A queue is in the order of commits, ids are in the order of the clock: they never differ by this much. */
const SLACK_MS = 24 * HOUR_MS

/** Ids are in order of time, and so are the rows to forget. $1 before, $2 limit */
const forgetAttempts = statement('webhooks_forget_attempts', (sql) => `
  DELETE FROM webhook_attempts WHERE ${sql.among('id', 'SELECT id FROM webhook_attempts ORDER BY id LIMIT $2')}
    AND created_at < ${sql.moment('$1')}`)

/** $1 after this event, $2 before this event, $3 now, $4 limit */
const listOldEvents = statement<{ id: string, account_id: number, wanted: number }>('webhooks_old_events', (sql) => `
  SELECT id, account_id, CASE WHEN expires_at >= ${sql.moment('$3')}
    OR (SELECT r.event_id FROM webhook_retries r WHERE r.event_id = webhook_events.id LIMIT 1) IS NOT NULL
    OR (SELECT w.event_id FROM webhook_waiting w WHERE w.event_id = webhook_events.id) IS NOT NULL
    THEN 1 ELSE 0 END AS wanted
  FROM webhook_events WHERE id > $1 AND id < $2 ORDER BY id LIMIT $4`)

/** $1 before this event: the accounts with a queue that begins with an older one */
const listLateAccounts = statement<{ account_id: number }>('webhooks_late_accounts', () => `
  SELECT DISTINCT s.account_id FROM webhook_states s WHERE s.last_sequence > s.first_tried
    AND (SELECT q.event_id FROM webhook_queue q WHERE q.webhook_id = s.webhook_id ORDER BY q.sequence LIMIT 1) < $1`)

/** $1 JSON list of events */
const forgetEvents = statement(
  'webhooks_forget_events',
  (sql) => `DELETE FROM webhook_events WHERE ${sql.among('id', sql.strings('$1'))}`
)

const listLeftovers = statement<{ webhook_id: number }>(
  'webhooks_list_leftovers',
  () => 'SELECT webhook_id FROM webhook_leftovers ORDER BY webhook_id LIMIT 100'
)

/** In the order of an index, so that the table is not sorted. $1 webhook, $2 limit */
const sweep = (name: string, table: string, key: string, order = key) => statement(name, (sql) => {
  const some = `SELECT ${key} FROM ${table} WHERE webhook_id = $1 ORDER BY ${order} LIMIT $2`
  return `DELETE FROM ${table} WHERE webhook_id = $1 AND ${sql.among(key, some)}`
})

const sweeps = [
  sweep('webhooks_sweep_queue', 'webhook_queue', 'sequence'),
  sweep('webhooks_sweep_retries', 'webhook_retries', 'event_id', 'due_at'),
  sweep('webhooks_sweep_attempts', 'webhook_attempts', 'id', 'succeeded, id')
]

const service = systemCaller()

export interface RetentionDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly clock?: () => Date
}

/**
 * The background job that removes what nobody needs: old attempts and events, and what removed webhooks have left.
 */
export function createRetention ({ database, transact, clock = () => new Date() }: RetentionDependencies) {
  const { sql } = database.reads
  let passedEvent = ''
  let nextPassAt = -Infinity

  async function forget (signal: AbortSignal, onPiece?: () => void): Promise<void> {
    const now = clock()
    const remove = { transact, limit: ROWS_PER_TRANSACTION, signal, onPiece }
    await removeRows(forgetAttempts, [toDatabase(logStart(now))], remove)
    if (now.getTime() >= nextPassAt) {
      const hasPassed = await doPieces(async () => await forgetOldEvents(now) ? 'more' : 'done', { signal, onPiece })
      if (hasPassed) nextPassAt = now.getTime() + PASS_PAUSE_MS
    }
    for (const { webhook_id: webhookId } of await sql.all(listLeftovers, [])) {
      for (const statement of sweeps) await removeRows(statement, [webhookId], remove)
      if (signal.aborted) return
      await transact(service, async (tx) => { await tx.prisma.webhookLeftover.deleteMany({ where: { webhookId } }) })
    }
  }

  /**
   * Looks at the next of the old events. All events of an account are kept while one of its webhooks has a queue as old
   * as them, which happens only after weeks of being disabled. To know which events are in a queue would need an index,
   * for which every write would pay.
   */
  async function forgetOldEvents (now: Date): Promise<boolean> {
    const before = eventsStart(now)
    const events = await sql.all(listOldEvents, [passedEvent, firstIdAt(before), toDatabase(now), ROWS_PER_TRANSACTION])
    const late = await sql.all(listLateAccounts, [firstIdAt(new Date(before.getTime() + SLACK_MS))])
    const lateAccounts = new Set(late.map((row) => row.account_id))
    const unwanted = events.filter((event) => event.wanted === 0 && !lateAccounts.has(event.account_id))
    if (unwanted.length > 0) {
      const ids = JSON.stringify(unwanted.map(({ id }) => id))
      await transact(service, async (tx) => { await tx.sql.run(forgetEvents, [ids]) })
    }

    const isMore = events.length === ROWS_PER_TRANSACTION
    passedEvent = isMore ? events.at(-1)!.id : ''
    return isMore
  }

  return forget
}
