import { HOUR_MS } from '../../basics/units.js'
import { toDatabase, toMilliseconds } from '../../basics/time.js'
import { record } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { advance } from './advance.js'
import { insertSteps } from './insert.js'
import { openRun, readRevision, runEvent } from './open.js'
import { listSteps, type RunRow } from './rows.js'

/** An action begins by itself at most this often an hour, for an item. */
export const MOST_AN_HOUR = 10

/** $1 run, $2 account, $3 time */
const begin = statement('action_runs_begin', (sql) => `
  UPDATE action_runs SET status = 'running', started_at = ${sql.moment('$3')} WHERE id = $1 AND account_id = $2`)

/** $1 run, $2 account */
const forget = statement('action_runs_forget', () => 'DELETE FROM action_runs WHERE id = $1 AND account_id = $2')

/** $1 action, $2 item, $3 since */
const countBegun = statement<{ count: number }>('action_runs_begun_by_events', (sql) => `
  SELECT COUNT(*) AS count FROM action_runs WHERE action_id = $1 AND item_id = $2 AND started_at > ${sql.moment('$3')}
    AND event_id IS NOT NULL`)

/** $1 action, $2 account, $3 how many */
const addSkipped = statement('actions_add_skipped', () => `
  UPDATE actions SET starts_skipped = starts_skipped + CAST($3 AS integer) WHERE id = $1 AND account_id = $2`)

/** Counts starts that were left out. */
export async function countSkipped ({ sql, caller }: Transaction, actionId: number, count: number): Promise<void> {
  await sql.run(addSkipped, [actionId, caller.accountId, count])
}

/**
 * Begins a run: its steps, its event, and what is handed out first. One that an event has made leaves no trace if its
 * item does not match any more, or its action has begun too often.
 */
export async function beginRun (
  tx: Transaction, { id }: Pick<RunRow, 'id'>, isMatching: boolean
): Promise<void> {
  const { sql, caller: { accountId } } = tx
  const run = await openRun(tx, id)
  if (run === null || (run.row.event_id !== null && !isMatching)) return leaveNoTrace(tx, id)
  if (run.row.status !== 'waiting') return
  if (run.row.event_id !== null && await isTooOften(tx, run.row)) {
    await countSkipped(tx, run.row.action_id, 1)
    return leaveNoTrace(tx, id)
  }
  const definitions = await readRevision(tx, run.row)
  await sql.run(begin, [id, accountId, toDatabase(tx.time)])
  if (run.steps.length === 0) await insertSteps(tx, { id, userId: run.row.user_id }, definitions)
  const rows = await sql.all(listSteps, [id, accountId])
  const begun = {
    ...run,
    row: { ...run.row, status: 'running' as const, started_at: toMilliseconds(tx.time) },
    steps: rows.map((row) => ({ row, definition: definitions[row.position]! }))
  }
  await record(tx, runEvent('STARTED', begun))
  await advance(tx, begun)
}

async function isTooOften ({ sql, time }: Transaction, { action_id: actionId, item_id: itemId }: RunRow) {
  const since = toDatabase(new Date(time.getTime() - HOUR_MS))
  return (await sql.first(countBegun, [actionId, itemId, since]))!.count >= MOST_AN_HOUR
}

async function leaveNoTrace ({ sql, caller }: Transaction, id: string): Promise<void> {
  await sql.run(forget, [id, caller.accountId])
}
