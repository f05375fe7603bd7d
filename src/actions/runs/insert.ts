import { newId } from '../../basics/ids.js'
import { toDatabase } from '../../basics/time.js'
import { holdLimits } from '../../core/account-limit.js'
import type { ItemType } from '../../core/item-type.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { createYielder } from '../../work/turns/yielding.js'
import type { StepDefinition } from '../definitions/steps.js'
import type { StepRow } from './rows.js'
import { BEGIN_JOB } from './wakes.js'

/** The most runs of an account that are not over. */
export const MOST_OPEN = 100_000
/** Rows of one statement. */
const AT_ONCE = 250

/** What the runs of one start have in common. */
export interface NewRuns {
  readonly actionId: number
  readonly revision: number
  readonly type: ItemType
  readonly batch: string | null
  readonly eventId: string | null
  /** JSON. */
  readonly causes: string
  /** JSON. */
  readonly parameters: string
  readonly retryOf: string | null
}

/** $1 account, $2 limit: how many runs are not over. Sorted, so that PostgreSQL reads the index of the account. */
const countOpen = statement<{ count: number }>('action_runs_count_open', () => {
  const some = (status: string) => `SELECT COUNT(*) AS count FROM (
    SELECT 1 FROM action_runs WHERE account_id = $1 AND status = '${status}' ORDER BY account_id, status, id LIMIT $2
    ) AS ${status}`
  return `SELECT SUM(count) AS count FROM (${some('waiting')} UNION ALL ${some('running')}) AS open`
})

/**
 * $1 account, $2 user, $3 time, $4 JSON list of [id, item], $5 action, $6 revision, $7 type, $8 batch, $9 event,
 * $10 causes, $11 parameters, $12 the run that is retried. While a run that an event has made waits for an item, there
 * is no other.
 */
const insert = statement('action_runs_insert', (sql) => `
  INSERT INTO action_runs (account_id, user_id, created_at, id, item_id, action_id, revision, item_type, batch, event_id,
    causes, parameters, retry_of, status)
  SELECT CAST($1 AS integer), CAST($2 AS integer), ${sql.moment('$3')}, value ->> 0, value ->> 1, CAST($5 AS integer),
    CAST($6 AS integer), $7, CAST($8 AS text), CAST($9 AS text), $10, $11, CAST($12 AS text), 'waiting'
  FROM ${sql.elements('$4')} WHERE TRUE ON CONFLICT DO NOTHING`)

/** $1 run, $2 account, $3 user, $4 JSON list of [id, position, webhook, queue, status, result] */
const insertAll = statement('action_steps_insert', (sql) => `
  INSERT INTO action_steps (run_id, account_id, user_id, id, position, webhook_id, queue, status, result, progress)
  SELECT $1, CAST($2 AS integer), CAST($3 AS integer), value ->> 0, CAST(value ->> 1 AS integer),
    CAST(value ->> 2 AS integer), value ->> 3, value ->> 4, value ->> 5,
    CASE value ->> 4 WHEN 'completed' THEN 1 ELSE 0 END
  FROM ${sql.elements('$4')}`)

/** Makes the steps of a run. Those that were completed in an earlier run are so from the beginning. */
export async function insertSteps (
  { sql, caller: { accountId } }: Transaction, run: { readonly id: string, readonly userId: number },
  definitions: readonly StepDefinition[], before: readonly StepRow[] = []
): Promise<void> {
  const completed = before.filter(({ status }) => status === 'completed')
  const done = new Map(completed.map((step) => [step.position, step.result]))
  const rows = definitions.map(({ webhook_id: webhookId, queue }, position) =>
    [newId(), position, webhookId, queue, done.has(position) ? 'completed' : 'waiting', done.get(position) ?? null])
  await sql.run(insertAll, [run.id, accountId, run.userId, JSON.stringify(rows)])
}

/** How many more runs the account may have. The lock is taken after all others. */
export async function roomForRuns (tx: Transaction): Promise<number> {
  await holdLimits(tx)
  return MOST_OPEN - (await tx.sql.first(countOpen, [tx.caller.accountId, MOST_OPEN]))!.count
}

/** Makes a waiting run for each item. Returns their ids, in the order of the items. */
export async function insertRuns (
  tx: Transaction, runs: NewRuns, userId: number, itemIds: readonly string[]
): Promise<string[]> {
  const yieldNow = createYielder()
  const ids = itemIds.map(() => newId())
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    await yieldNow()
    const rows = ids.slice(start, start + AT_ONCE).map((id, index) => [id, itemIds[start + index]])
    await tx.sql.run(insert, [
      tx.caller.accountId, userId, toDatabase(tx.time), JSON.stringify(rows), runs.actionId, runs.revision, runs.type,
      runs.batch, runs.eventId, runs.causes, runs.parameters, runs.retryOf
    ])
  }
  tx.wake(BEGIN_JOB)
  return ids
}
