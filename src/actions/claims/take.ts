import type { Caller } from '../../core/caller.js'
import type { Transact } from '../../core/transact.js'
import type { StepTokens } from '../reports/tokens.js'
import { handedOut, saveRun, takeStep } from '../runs/advance.js'
import { openRun, stepOf } from '../runs/open.js'
import { presentRun } from '../runs/rows.js'
import type { ReadyStep } from './rows.js'

/** Gives a step to an agent. Returns the claim as JSON; null if somebody else has the step, or it is over. */
export async function takeReady (
  { transact, tokens }: { readonly transact: Transact, readonly tokens: StepTokens }, caller: Caller,
  { id, run_id: runId }: ReadyStep
): Promise<string | null> {
  const taken = await transact(caller, async (tx) => {
    const found = stepOf(await openRun(tx, runId), id)
    if (found === null || found.step.row.status !== 'ready') return null
    const { run, step } = found
    await takeStep(tx, step)
    await saveRun(tx, run)
    return { run: presentRun(run.row), step: handedOut(step, run), ...run.about.data }
  })
  if (taken === null) return null
  const token = await tokens.make({ stepId: id, attempt: taken.step.attempt })
  return JSON.stringify({ token, ...taken })
}
