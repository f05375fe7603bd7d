import type { Unit } from '../../core/unit.js'
import { RoleRefused, TooMany } from '../../errors.js'
import { isAllowed } from '../../items/standing.js'
import { requireAction } from '../definitions/rows.js'
import { ActionDisabled, RunNotFailed } from '../errors.js'
import { insertRuns, insertSteps, MOST_OPEN, roomForRuns } from './insert.js'
import { requireRun } from './list.js'
import { readRevision } from './open.js'
import { findRun, listSteps, type RunRow } from './rows.js'
import { verbs } from './start.js'

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
  await insertSteps(tx, { id: id!, userId: caller.userId }, definitions, steps)
  return (await sql.first(findRun, [id!, caller.accountId]))!
})
