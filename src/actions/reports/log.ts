import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { MOST_LINES } from '../runs/list.js'
import type { RunningStep } from '../runs/open.js'

/** $1 account, $2 run, $3 step, $4 attempt, $5 text, $6 time */
const insert = statement('action_log_insert', (sql) => `
  INSERT INTO action_log (account_id, run_id, step, attempt, message, time)
  VALUES ($1, $2, $3, $4, $5, ${sql.moment('$6')})`)

/** $1 run, $2 account: the lines before the last ones */
const removeOld = statement('action_log_remove_first', () => `
  DELETE FROM action_log WHERE run_id = $1 AND account_id = $2 AND id <= (
    SELECT id FROM action_log WHERE run_id = $1 AND account_id = $2 ORDER BY id DESC LIMIT 1 OFFSET ${MOST_LINES})`)

/** Writes a line into the log of a run, which keeps the last ones. */
export async function writeLine (
  { sql, caller: { accountId }, time }: Transaction, { row, definition }: RunningStep, message: string
): Promise<void> {
  await sql.run(insert, [accountId, row.run_id, definition.name, row.attempt, message, toDatabase(time)])
  await sql.run(removeOld, [row.run_id, accountId])
}
