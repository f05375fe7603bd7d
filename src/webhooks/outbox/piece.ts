import { locks, takeLock } from '../../database/locks.js'
import { statement } from '../../database/sql.js'
import type { Transaction } from '../../core/transact.js'
import { listChanges } from '../../changes/log/rows.js'
import { projectsAround } from '../../changes/log/within.js'
import { WEBHOOKS_JOB } from '../job-names.js'
import { numberDeliveries, type PendingDelivery } from './numbering.js'

/** A transaction ends with the event that reaches this number. */
const DELIVERIES_PER_TRANSACTION = 1000

const tryLock = statement(
  'webhooks_fan_out_lock',
  () => `SELECT pg_try_advisory_xact_lock(${locks.fanOut}, CAST($1 AS integer)) AS locked`
)

/**
 * $1 account: a number below that of everything that waits. Sorted, so that PostgreSQL reads the index: the table is
 * full of dead rows.
 */
export const findFirst = statement<{ number: number }>('webhooks_first_waiting', () => `
  SELECT after_number AS number FROM webhook_waiting WHERE account_id = $1
  ORDER BY account_id, after_number LIMIT 1`)

const waitingFor = (column: string) => `(SELECT ${column} FROM webhook_waiting w WHERE w.event_id = c.entry_id)`

/** $1 account, $2 after this change, $3 limit: the changes, with what waits of them */
const listNext = statement<Change>('webhooks_next_changes', () => `
  SELECT c.number, c.entry_id AS "eventId",
    ${waitingFor('webhook_ids')} AS "webhookIds", ${waitingFor('projects')} AS projects
  FROM (SELECT number, entry_id FROM changes WHERE account_id = $1 AND number > $2 ORDER BY number LIMIT $3) AS c
  ORDER BY c.number`)

/** $1 JSON list of events */
const removeWaiting = statement(
  'webhooks_remove_waiting',
  (sql) => `DELETE FROM webhook_waiting WHERE ${sql.among('event_id', sql.strings('$1'))}`
)

/** $1 JSON list of events */
const removeBodies = statement(
  'webhooks_remove_bodies',
  (sql) => `DELETE FROM webhook_events WHERE ${sql.among('id', sql.strings('$1'))}`
)

interface Change {
  readonly number: number
  readonly eventId: string
  readonly webhookIds: string | null
  readonly projects: string | null
}

interface WaitingEvent {
  readonly eventId: string
  readonly webhookIds: readonly number[]
  /** The webhooks that want it in a project only, by project. */
  readonly ofProjects: Readonly<Record<string, readonly number[]>> | null
}

/** How far the fan-out of an account has come. */
export interface FanOutPiece {
  /** Everything up to this change is fanned out. */
  readonly after: number
  /** How many changes were looked at. */
  readonly changes: number
  readonly isMore: boolean
}

/**
 * Fans out the next events of an account, in the order of their changes: gives each webhook that wants one the next
 * number of its sequence, and removes bodies that no webhook gets. It looks at `most` changes, after the given one or
 * after the first that anything waits for. Returns null if another transaction does the same.
 */
export async function fanOutPiece (tx: Transaction, after: number, most: number): Promise<FanOutPiece | null> {
  const { sql, caller: { accountId } } = tx
  if (!await takeLock(sql, tryLock, [accountId])) return null
  const first = await sql.first(findFirst, [accountId])
  if (first === undefined) return { after, changes: 0, isMore: false }
  const from = Math.max(after, first.number)
  const found = await sql.all(listNext, [accountId, from, most])
  const { changes, waiting } = take(found)
  if (waiting.length > 0) await queue(tx, from, changes, waiting)
  return {
    after: changes.at(-1)?.number ?? from,
    changes: changes.length,
    isMore: changes.length < found.length || found.length === most
  }
}

/** The first changes, up to the number of deliveries of a transaction. */
function take (found: readonly Change[]): { changes: readonly Change[], waiting: readonly WaitingEvent[] } {
  const waiting: WaitingEvent[] = []
  let deliveries = 0
  let count = 0
  while (count < found.length && deliveries < DELIVERIES_PER_TRANSACTION) {
    const { eventId, webhookIds, projects } = found[count++]!
    if (webhookIds === null) continue
    waiting.push({
      eventId,
      webhookIds: JSON.parse(webhookIds) as number[],
      ofProjects: projects === null ? null : JSON.parse(projects) as Record<string, number[]>
    })
    deliveries += waiting.at(-1)!.webhookIds.length
  }
  return { changes: found.slice(0, count), waiting }
}

async function queue (
  tx: Transaction, from: number, changes: readonly Change[], waiting: readonly WaitingEvent[]
): Promise<void> {
  const unwanted = await findUnwanted(tx, from, changes, waiting)
  const deliveries = waiting.flatMap(({ eventId, webhookIds }, index): PendingDelivery[] =>
    webhookIds.filter((id) => !unwanted[index]!.has(id)).map((webhookId) => ({ eventId, webhookId })))
  const queued = deliveries.length === 0 ? [] : await numberDeliveries(tx, deliveries)
  await tx.sql.run(removeWaiting, [JSON.stringify(waiting.map(({ eventId }) => eventId))])
  const kept = new Set(queued.map(({ eventId }) => eventId))
  const gone = waiting.filter(({ eventId }) => !kept.has(eventId))
  if (gone.length > 0) await tx.sql.run(removeBodies, [JSON.stringify(gone.map(({ eventId }) => eventId))])
  if (queued.length > 0) tx.wake(WEBHOOKS_JOB)
}

/** For each event the webhooks whose project it did not happen in. */
async function findUnwanted (
  { sql, caller }: Transaction, from: number, changes: readonly Change[], waiting: readonly WaitingEvent[]
): Promise<ReadonlyArray<ReadonlySet<number>>> {
  const placed = new Set(waiting.filter(({ ofProjects }) => ofProjects !== null).map(({ eventId }) => eventId))
  if (placed.size === 0) return waiting.map(() => NONE)
  const listened = new Set(waiting.flatMap(({ ofProjects }) => Object.keys(ofProjects ?? {})))
  const rows = await sql.all(listChanges, [caller.accountId, from, changes.length])
  const around = await projectsAround(sql, caller, rows, rows.filter(({ id }) => placed.has(id)), listened)
  return waiting.map(({ eventId, ofProjects }) => {
    const elsewhere = Object.entries(ofProjects ?? {}).filter(([id]) => around.get(eventId)?.has(id) !== true)
    return new Set(elsewhere.flatMap(([, ids]) => ids))
  })
}

const NONE: ReadonlySet<number> = new Set()
