import { toDatabase } from '../../basics/time.js'
import type { Caller } from '../../core/caller.js'
import type { Transaction } from '../../core/transact.js'
import type { Unit } from '../../core/unit.js'
import { statement } from '../../database/sql.js'
import { RoleRefused } from '../../errors.js'
import { createYielder } from '../../work/turns/yielding.js'
import { RunNotFound, RunOver } from '../errors.js'
import { endRun } from './advance.js'
import { requireRun } from './list.js'
import { openRun } from './open.js'
import type { RunRow } from './rows.js'
import { BEGIN_JOB } from './wakes.js'

/** Waiting runs that one statement cancels. */
const AT_ONCE = 250

/** $1 account, $2 batch, $3 user, or 0 for everybody's, $4 time, $5 limit */
const cancelWaiting = statement('action_runs_cancel_waiting', (sql) => `
  UPDATE action_runs SET status = 'cancelled', finished_at = ${sql.moment('$4')}
  WHERE ${sql.among('id', `SELECT id FROM action_runs WHERE batch = $2 AND account_id = $1 AND status = 'waiting'
    AND ($3 = 0 OR user_id = $3) ORDER BY id LIMIT $5`)} AND status = 'waiting'`)

/** $1 account, $2 batch, $3 user, or 0 for everybody's */
const listRunning = statement<{ id: string }>('action_runs_running_of_batch', () => `
  SELECT id FROM action_runs WHERE batch = $2 AND account_id = $1 AND status = 'running' AND ($3 = 0 OR user_id = $3)
  ORDER BY id`)

/** Whether it is over. */
export const isOver = ({ status }: Pick<RunRow, 'status'>) => status !== 'waiting' && status !== 'running'

/** Ends runs before they have ended by themselves: by their user, or an administrator. */
export const runEnds = {
  /** Throws RunNotFound, RoleRefused and RunOver. */
  cancel: ({ transact }: Unit, id: string): Promise<void> => transact(async (tx) => {
    const row = await requireRun(tx.sql, tx.caller, id)
    if (!tx.caller.admin && row.user_id !== tx.caller.userId) throw new RoleRefused()
    const run = await openRun(tx, row.id)
    if (run === null) throw new RunNotFound()
    if (isOver(run.row)) throw new RunOver()
    await endRun(tx, run, 'cancelled')
  }),

  /** Cancels the runs of a batch that the caller may cancel, and returns their number. */
  cancelBatch: ({ transact }: Unit, batch: string): Promise<number> => transact(async (tx) => {
    const waiting = await cancelAllWaiting(tx, batch)
    const yieldNow = createYielder()
    const running = await tx.sql.all(listRunning, [tx.caller.accountId, batch, anybodyOr(tx.caller)])
    for (const { id } of running) {
      await yieldNow()
      const run = await openRun(tx, id)
      if (run !== null && !isOver(run.row)) await endRun(tx, run, 'cancelled')
    }
    tx.wake(BEGIN_JOB)
    return waiting + running.length
  }, { long: true })
}

/** Those that never began have no event. */
async function cancelAllWaiting ({ sql, caller, time }: Transaction, batch: string): Promise<number> {
  const yieldNow = createYielder()
  for (let sum = 0; ; await yieldNow()) {
    const count = await sql.run(cancelWaiting, [caller.accountId, batch, anybodyOr(caller), toDatabase(time), AT_ONCE])
    sum += count
    if (count < AT_ONCE) return sum
  }
}

const anybodyOr = ({ admin, userId }: Caller) => admin ? 0 : userId
