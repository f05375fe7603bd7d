import { newId } from '../../basics/ids.js'
import type { Unit } from '../../core/unit.js'
import { statement } from '../../database/sql.js'
import { RoleRefused, TooMany } from '../../errors.js'
import { isAllowed } from '../../items/standing.js'
import { requireAction } from '../definitions/rows.js'
import { ActionDisabled, RunNotFailed } from '../errors.js'
import { insertRuns, MOST_OPEN, roomForRuns } from './insert.js'
import { requireRun } from './list.js'
import { readRevision } from './open.js'
import { findRun, listSteps, type RunRow } from './rows.js'
import { verbs } from './start.js'

/** $1 run, $2 account, $3 user, $4 JSON list of [id, position, webhook, queue, status, result] */
const insertSteps = statement('action_steps_insert_again', (sql) => `
  INSERT INTO action_steps (run_id, account_id, user_id, id, position, webhook_id, queue, status, result, progress)
  SELECT $1, CAST($2 AS integer), CAST($3 AS integer), value ->> 0, CAST(value ->> 1 AS integer),
    CAST(value ->> 2 AS integer), value ->> 3, value ->> 4, value ->> 5, CASE value ->> 4 WHEN 'completed' THEN 1 ELSE 0 END
  FROM ${sql.elements('$4')}`)

/**
 * Starts a run that has failed, or was cancelled, as a new one. Its completed steps stay so. Throws RunNotFound,
 * RunNotFailed, ActionNotFound, ActionDisabled, RoleRefused and TooMany.
 */
export const retryRun = ({ transact }: Unit, sentId: string): Promise<RunRow> => transact(async (tx) => {
  const { sql, caller } = tx
  const row = await requireRun(sql, caller, sentId)
  if (row.status !== 'failed' && row.status !== 'cancelled') throw new RunNotFailed()
  const action = await requireAction(sql, caller, row.action_id)
  if (!await isAllowed(row.item_type, sql, caller, row.item_id, verbs[action.role])) throw new RoleRefused()
  if (action.disabled) throw new ActionDisabled()
  const [definitions, steps] = [await readRevision(tx, row), await sql.all(listSteps, [row.id, caller.accountId])]
  if (await roomForRuns(tx) < 1) throw new TooMany(`${MOST_OPEN} open runs`)
  const { action_id: actionId, revision, item_type: type, causes, parameters } = row
  const shared = { actionId, revision, type, batch: null, eventId: null, causes, parameters, retryOf: row.id }
  const [id] = await insertRuns(tx, shared, caller.userId, [row.item_id])
  const again = definitions.map((definition, position) => {
    const before = steps.find((step) => step.position === position)
    const isDone = before?.status === 'completed'
    return [newId(), position, definition.webhook_id, definition.queue, isDone ? 'completed' : 'waiting',
      isDone ? before.result : null]
  })
  await sql.run(insertSteps, [id!, caller.accountId, caller.userId, JSON.stringify(again)])
  return (await sql.first(findRun, [id!, caller.accountId]))!
})
