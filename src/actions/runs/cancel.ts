import { toDatabase } from '../../basics/time.js'
import type { Caller } from '../../core/caller.js'
import type { Transaction } from '../../core/transact.js'
import type { Unit } from '../../core/unit.js'
import { statement } from '../../database/sql.js'
import { RoleRefused } from '../../errors.js'
import { createYielder } from '../../work/turns/yielding.js'
import { RunNotFound, RunOver } from '../errors.js'
import { endRun } from './advance.js'
import { CANCELLED_AT_ONCE, cancelWaiting } from './cancel-waiting.js'
import { requireRun } from './list.js'
import { openRun } from './open.js'
import type { RunRow } from './rows.js'
import { BEGIN_JOB } from './wakes.js'

/** $2 batch, $5 user, or 0 for everybody's */
const cancelOfBatch = cancelWaiting('of_batch', 'batch = $2 AND ($5 = 0 OR user_id = $5)')

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

async function cancelAllWaiting ({ sql, caller, time }: Transaction, batch: string): Promise<number> {
  const yieldNow = createYielder()
  for (let sum = 0; ; await yieldNow()) {
    const count = await sql.run(cancelOfBatch, [
      caller.accountId, batch, toDatabase(time), CANCELLED_AT_ONCE, anybodyOr(caller)
    ])
    sum += count
    if (count < CANCELLED_AT_ONCE) return sum
  }
}

const anybodyOr = ({ admin, userId }: Caller) => admin ? 0 : userId
