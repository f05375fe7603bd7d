import { nobody } from '../access/caller.js'
import type { Database } from '../database/database.js'
import { statement, type Statement } from '../database/sql.js'
import { toDatabase } from '../time.js'
import type { Transact, Transaction } from '../transact.js'
import { eventExpiry, logStart } from './expiry.js'

/** So many rows go in one transaction: a bound on how long others wait for it. */
const CHUNK = 500

/** Ids are in order of time, and so are the rows to forget. $1 before, $2 at most so many */
const forgetAttempts = statement('webhooks_forget_attempts', (sql) => `
  DELETE FROM webhook_attempts WHERE id IN (SELECT id FROM webhook_attempts ORDER BY id LIMIT $2) AND created_at < ${sql.moment('$1')}`)

const isWaiting = `
  EXISTS (SELECT 1 FROM webhook_queue q WHERE q.event_id = webhook_events.id)
  OR EXISTS (SELECT 1 FROM webhook_retries r WHERE r.event_id = webhook_events.id)`

/** $1 now, $2 new expiry, $3 at most so many: of the expired events those that are still to be delivered */
const keepWaitingEvents = statement('webhooks_keep_waiting_events', (sql) => `
  UPDATE webhook_events SET expires_at = ${sql.moment('$2')}
  WHERE id IN (SELECT id FROM webhook_events WHERE expires_at < ${sql.moment('$1')} ORDER BY expires_at LIMIT $3) AND (${isWaiting})`)

/** $1 now, $2 at most so many */
const forgetEvents = statement('webhooks_forget_events', (sql) => `
  DELETE FROM webhook_events
  WHERE id IN (SELECT id FROM webhook_events WHERE expires_at < ${sql.moment('$1')} ORDER BY expires_at LIMIT $2) AND NOT (${isWaiting})`)

/** $1 before */
const forgetWorkers = statement('webhooks_forget_workers', (sql) => `DELETE FROM webhook_workers WHERE alive_until < ${sql.moment('$1')}`)

/** $1 webhook, $2 at most so many */
const sweep = (name: string, table: string, key: string) => statement(name, () => `
  DELETE FROM ${table} WHERE webhook_id = $1 AND ${key} IN (SELECT ${key} FROM ${table} WHERE webhook_id = $1 LIMIT $2)`)

const sweeps = [
  sweep('webhooks_sweep_queue', 'webhook_queue', 'sequence'),
  sweep('webhooks_sweep_retries', 'webhook_retries', 'event_id'),
  sweep('webhooks_sweep_attempts', 'webhook_attempts', 'id')
]

const service = nobody({ id: 0, name: '' })

export interface RetentionDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly clock?: () => Date
}

/** The background job that removes what nobody will ask for: old attempts and events, and what removed webhooks have left. */
export function createRetention ({ database, transact, clock = () => new Date() }: RetentionDependencies) {
  const change = (statement: Statement, ...parameters: Array<string | number>) =>
    transact(service, async (tx: Transaction) => await tx.sql.run(statement, parameters))

  /** Does one piece of everything. Says whether there is more of it. */
  return async function forget (signal: AbortSignal): Promise<'more' | void> {
    const now = toDatabase(clock())
    await change(forgetWorkers, toDatabase(logStart(clock())))
    const attempts = await change(forgetAttempts, toDatabase(logStart(clock())), CHUNK)
    const kept = signal.aborted ? 0 : await change(keepWaitingEvents, now, toDatabase(eventExpiry(clock())), CHUNK)
    const events = signal.aborted ? 0 : await change(forgetEvents, now, CHUNK)
    const swept = signal.aborted ? 0 : await sweepLeftovers()
    if (attempts === CHUNK || kept + events >= CHUNK || swept > 0) return 'more'
  }

  async function sweepLeftovers (): Promise<number> {
    const leftover = await database.reads.prisma.webhookLeftover.findFirst({ orderBy: { webhookId: 'asc' } })
    if (leftover === null) return 0
    for (const statement of sweeps) {
      const swept = await change(statement, leftover.webhookId, CHUNK)
      if (swept > 0) return swept
    }
    await transact(service, async (tx) => { await tx.prisma.webhookLeftover.deleteMany({ where: { webhookId: leftover.webhookId } }) })
    return 1
  }
}
