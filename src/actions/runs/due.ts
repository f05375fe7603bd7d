import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS } from '../../basics/units.js'
import type { Background } from '../../domain.js'
import { systemCaller } from '../../core/caller.js'
import type { Transaction } from '../../core/transact.js'
import { LeaseLost } from '../../work/claims/claim.js'
import type { Worker } from '../../work/claims/worker.js'
import { canBeHandedOut, completeStep, dueOf, failAttempt, failStep, reasons, saveRun, takeStep } from './advance.js'
import { changeStep, openRun, stepOf, type OpenRun, type RunningStep } from './open.js'
import { dueSteps, type StepRow } from './rows.js'

/** Steps that are taken up together. */
const AT_ONCE = 50
interface DueDependencies extends Background {
  readonly worker: Worker
  readonly log: FastifyBaseLogger
}

/** Looks at steps that were delivered, or whose time is over. */
export function createDueSteps ({ database, transact, worker, log }: DueDependencies) {
  const shares = { underWay: [], turns: new Map<string, number>() }
  let held = 0
  worker.holds(() => held > 0)

  return async function run (signal: AbortSignal, heartbeat: () => void): Promise<'more' | void> {
    const options = { now: new Date(), longestDelayMs: 8 * DAY_MS }
    if (!await dueSteps.isAnyDue(database.reads.sql, options)) return
    const claims = await transact(systemCaller(), (tx) =>
      dueSteps.claim(tx, worker, { ...options, limit: AT_ONCE, shares }))
    if (claims[0] === undefined) return
    worker.entered(claims[0].owner)
    held = claims.length
    try {
      for (const claim of claims) {
        if (signal.aborted) await transact(claim.caller, (tx) => dueSteps.letGo(tx, claim, tx.time))
        else await transact(claim.caller, async (tx) => look(tx, claim)).catch(unlessLost)
        heartbeat()
      }
    } finally {
      held = 0
    }
    return 'more'
  }

  function unlessLost (error: unknown): void {
    if (!(error instanceof LeaseLost)) throw error
    log.info('a step was looked at by another process')
  }
}

async function look (tx: Transaction, claim: Parameters<typeof dueSteps.hold>[1] & { readonly row: StepRow }) {
  const found = stepOf(await openRun(tx, claim.row.run_id), claim.row.id)
  await dueSteps.hold(tx, claim)
  if (found === null) return dueSteps.letGo(tx, claim, null)
  await judge(tx, found.run, found.step)
}

/** Does what the time, or the delivery, of a step asks for. */
async function judge (tx: Transaction, run: OpenRun, step: RunningStep): Promise<void> {
  const { status, delivered, ends_at: endsAt, silent_at: silentAt } = step.row
  const isPast = (moment: string | null) => moment !== null && Date.parse(moment) <= tx.time.getTime()
  const isTimeUp = isPast(endsAt)
  if (status === 'ready' && delivered === 'taken') {
    if (!step.definition.report) return completeStep(tx, run, step, null)
    await takeStep(tx, step)
    return saveRun(tx, run)
  }
  if (status === 'ready') {
    if (delivered === 'given up' || !await canBeHandedOut(tx, step)) return failStep(tx, run, step, reasons.notDelivered)
    if (isTimeUp) return failStep(tx, run, step, reasons.notTaken)
    return changeStep(tx, step, { dueAt: new Date(endsAt!) })
  }
  if (status === 'running') {
    if (isTimeUp) return failAttempt(tx, run, step, reasons.timeout)
    if (isPast(silentAt)) return failAttempt(tx, run, step, reasons.silent)
    // A process that has looked at it was killed: its time goes on.
    return changeStep(tx, step, { dueAt: dueOf(new Date(endsAt!), silentAt === null ? null : new Date(silentAt)) })
  }
  await changeStep(tx, step, {})
}
