import type { EventKind } from '../core/events/kinds.js'
import type { RecordedEvent, Targets } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { takeLock } from '../database/locks.js'
import { statement } from '../database/sql.js'
import { assetKind, projectKind } from '../items/kinds.js'
import { holdProgress } from './progress.js'

/** $1 account, $2 after this number, $3 JSON list of entries */
const numberedSince = statement('repairs_numbered_since', (sql) => `
  SELECT entry_id FROM changes
  WHERE account_id = $1 AND number > $2 AND ${sql.among('entry_id', sql.strings('$3'))}`)

/** $1 JSON list of entries: the inbox is short */
const waiting = statement(
  'repairs_waiting',
  (sql) => `SELECT entry_id FROM change_inbox WHERE ${sql.among('entry_id', sql.strings('$1'))}`
)

/** $1 account, $2 JSON list of entries: each with what its item is in by now */
const findEntries = statement('repairs_entries', (sql) => `
  SELECT h.id, h.event, h.severity, h.targets, ${sql.milliseconds('h.time')} AS time, h.user_id, h.asset_id,
    h.project_id, CASE WHEN h.asset_id IS NULL THEN p.project_id ELSE a.project_id END AS in_project_id
  FROM history h LEFT JOIN assets a ON a.id = h.asset_id
    LEFT JOIN projects p ON p.id = h.project_id AND h.asset_id IS NULL
  WHERE h.account_id = $1 AND ${sql.among('h.id', sql.strings('$2'))} ORDER BY h.id`)

interface EntryRow {
  readonly id: string
  readonly event: EventKind
  readonly severity: 1 | 2 | 3
  readonly targets: string
  readonly time: string
  readonly user_id: number
  readonly asset_id: string | null
  readonly project_id: string | null
  readonly in_project_id: string | null
}

/**
 * Hands entries of the history to the consumers of events, of which the version that wrote them knew nothing. Nobody
 * recorded where an item was when it happened: it counts as where it is. What another process has handed over since
 * the changes were looked through, up to a number, is left out. Gives how many there were.
 */
export async function replay (tx: Transaction, ids: readonly string[], upTo: number): Promise<number> {
  const { sql, caller: { accountId } } = tx
  await holdProgress(sql, 'repaired_history')
  const list = JSON.stringify(ids)
  // In this order: what gets its number between the two was found in the inbox.
  const handed = [...await sql.all<{ entry_id: string }>(waiting, [list]),
    ...await sql.all<{ entry_id: string }>(numberedSince, [accountId, upTo, list])]
  const done = new Set(handed.map((row) => row.entry_id))
  const rows = (await sql.all<EntryRow>(findEntries, [accountId, list])).filter(({ id }) => !done.has(id))
  await holdItems(tx, rows)
  for (const consumer of tx.consumers) await consumer.collect(tx, rows.map(toEvent))
  return rows.length
}

/** Consumers take it that whoever records an event holds what it tells of. */
async function holdItems ({ sql, caller: { accountId } }: Transaction, rows: readonly EntryRow[]): Promise<void> {
  const assets = rows.flatMap(({ asset_id: id }) => id ?? [])
  const projects = rows.flatMap(({ asset_id: asset, project_id: id }) => asset === null ? id ?? [] : [])
  await takeLock(sql, projectKind.statements.lockList, [accountId, JSON.stringify([...new Set(projects)])])
  await takeLock(sql, assetKind.statements.lockList, [accountId, JSON.stringify([...new Set(assets)])])
}

function toEvent (row: EntryRow): RecordedEvent {
  const { id, event, severity, time, user_id: userId, asset_id: assetId, project_id: projectId } = row
  const place = { project_id: row.in_project_id }
  return {
    id,
    event,
    severity,
    time,
    userId,
    targets: JSON.parse(row.targets) as Targets,
    ...assetId !== null ? { data: { asset: place } } : projectId !== null ? { data: { project: place } } : {}
  }
}
