import { newId } from '../../basics/ids.js'
import { toDatabase, toMilliseconds } from '../../basics/time.js'
import { DAY_MS, SECOND_MS } from '../../basics/units.js'
import { record } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { findWithBody } from '../../webhooks/subscriptions/with-body.js'
import { presentRun } from './rows.js'
import { changeStep, runEvent, type OpenRun, type RunningStep, type StepChange } from './open.js'
import type { RunStatus } from './schema.js'
import { BEGIN_JOB, READY } from './wakes.js'

/** Why a step has failed, besides what a report says. */
export const reasons = {
  timeout: 'timeout',
  silent: 'silent',
  notDelivered: 'not delivered',
  notTaken: 'not taken'
} as const

/** How long a step waits for somebody to take it. */
const UNTAKEN_MS = 7 * DAY_MS

/** $1 run, $2 account, $3 status, $4 progress, $5 error, $6 ended */
const updateRun = statement('action_runs_update', (sql) => `
  UPDATE action_runs SET status = $3, progress = CAST($4 AS double precision), error = $5, finished_at = ${sql.moment('$6')}
  WHERE id = $1 AND account_id = $2`)

const isOver = ({ row: { status } }: RunningStep) =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

/** Hands out every step whose turn has come, or completes the run. It ends where a step cannot be handed out. */
export async function advance (tx: Transaction, run: OpenRun): Promise<void> {
  if (run.steps.every(({ row }) => row.status === 'completed')) return endRun(tx, run, 'completed')
  const isDone = ({ row }: RunningStep) => row.status === 'completed'
  const done = new Set(run.steps.filter(isDone).map(({ definition }) => definition.name))
  for (const step of run.steps) {
    const isNext = step.row.status === 'waiting' && step.definition.after.every((name) => done.has(name))
    if (isNext && !await handOut(tx, run, step)) return
  }
  await saveRun(tx, run)
}

/** Hands out a step, for the first time or anew. Returns false if it cannot be, and the run has failed. */
export async function handOut (tx: Transaction, run: OpenRun, step: RunningStep): Promise<boolean> {
  const { webhook_id: webhookId } = step.definition
  // Who deletes the webhook after this finds the step, and makes it due.
  if (!await canBeHandedOut(tx, step, { held: true })) {
    await failStep(tx, run, step, reasons.notDelivered)
    return false
  }
  const entryId = newId()
  const untilTaken = new Date(tx.time.getTime() + UNTAKEN_MS)
  await changeStep(tx, step, {
    status: 'ready',
    attempt: step.row.attempt + 1,
    progress: 0,
    error: null,
    eventId: webhookId === null ? null : entryId,
    dueAt: untilTaken,
    endsAt: untilTaken,
    silentAt: null,
    startedAt: null
  })
  if (webhookId === null) tx.wake(READY)
  else await recordHandOut(tx, run, step, { entryId, webhookId })
  return true
}

/** Whether a step waits for an agent, or for a webhook that is there and sends a body. */
export async function canBeHandedOut (
  { sql, caller }: Transaction, { definition: { webhook_id: id } }: RunningStep, options?: { readonly held: boolean }
): Promise<boolean> {
  return id === null || (await findWithBody(sql, caller.accountId, [id], options)).has(id)
}

/** The event by which a webhook gets a step. */
function recordHandOut (
  tx: Transaction, run: OpenRun, step: RunningStep, details: { readonly entryId: string, readonly webhookId: number }
): Promise<void> {
  const { name } = step.definition
  const { attempt } = step.row
  return record(tx, {
    event: 'UPDATED_DAG_ACTION_RUN',
    ...details,
    targets: { run_id: run.row.id, action_id: run.row.action_id, ...run.about.targets, step: name, attempt },
    data: { run: presentRun(run.row), step: handedOut(step, run), ...run.about.data }
  })
}

/** A step as it is handed out. */
export function handedOut ({ definition: { name }, row: { attempt } }: RunningStep, run: Pick<OpenRun, 'steps'>) {
  return { name, attempt, results: resultsOf(run) }
}

/** The results of the completed steps, by name. */
function resultsOf ({ steps }: Pick<OpenRun, 'steps'>): Record<string, object> {
  return Object.fromEntries(steps
    .filter(({ row }) => row.status === 'completed' && row.result !== null)
    .map(({ definition, row }) => [definition.name, JSON.parse(row.result!) as object]))
}

/** Somebody has a step now: its time begins, and for an agent that of its heartbeat. */
export function takeStep (tx: Transaction, step: RunningStep): Promise<void> {
  const endsAt = new Date(tx.time.getTime() + step.definition.timeout * SECOND_MS)
  return keepStep(tx, step, { status: 'running', startedAt: tx.time, endsAt })
}

/** A step was heard of. It goes on until its time is over, and that of an agent until its next heartbeat, too. */
export function keepStep (tx: Transaction, step: RunningStep, change: StepChange = {}): Promise<void> {
  const { heartbeat, queue } = step.definition
  const endsAt = change.endsAt ?? new Date(step.row.ends_at!)
  const silentAt = queue === null ? null : new Date(tx.time.getTime() + heartbeat * SECOND_MS)
  return changeStep(tx, step, { ...change, silentAt, dueAt: dueOf(endsAt, silentAt) })
}

/** When a step under way has to be looked at. */
export const dueOf = (endsAt: Date, silentAt: Date | null) =>
  silentAt !== null && silentAt < endsAt ? silentAt : endsAt

/** Completes a step, and what follows from that. */
export async function completeStep (
  tx: Transaction, run: OpenRun, step: RunningStep, result: string | null
): Promise<void> {
  await changeStep(tx, step, { status: 'completed', progress: 1, result, finishedAt: tx.time })
  await advance(tx, run)
}

/** Fails a step, and with it the run. `error` is null where nothing is known. */
export async function failStep (
  tx: Transaction, run: OpenRun, step: RunningStep, error: string | null
): Promise<void> {
  await changeStep(tx, step, { status: 'failed', error, finishedAt: tx.time })
  await endRun(tx, run, 'failed', `${step.definition.name}: ${error ?? 'failed'}`)
}

/** Fails a step, or hands it out anew if it has attempts left. */
export async function failAttempt (tx: Transaction, run: OpenRun, step: RunningStep, error: string): Promise<void> {
  if (step.row.attempt >= step.definition.attempts) return failStep(tx, run, step, error)
  if (await handOut(tx, run, step)) await saveRun(tx, run)
}

/** Ends a run, once. Steps that are not over are cancelled. A run that never began has no event. */
export async function endRun (
  tx: Transaction, run: OpenRun, status: RunStatus, error: string | null = null
): Promise<void> {
  const hasBegun = run.row.started_at !== null
  for (const step of run.steps) {
    if (!isOver(step)) await changeStep(tx, step, { status: 'cancelled', finishedAt: tx.time })
  }
  run.row = { ...run.row, status, error, finished_at: toMilliseconds(tx.time) }
  await saveRun(tx, run)
  if (hasBegun) await record(tx, runEvent('COMPLETED', run))
  tx.wake(BEGIN_JOB)
}

/** Writes how far the run is. */
export async function saveRun ({ sql, time }: Transaction, run: OpenRun): Promise<void> {
  const { row, steps } = run
  const sum = steps.reduce((total, step) => total + (step.row.status === 'completed' ? 1 : step.row.progress), 0)
  const progress = row.status === 'completed' ? 1 : steps.length === 0 ? 0 : sum / steps.length
  run.row = { ...row, progress }
  const finishedAt = row.finished_at === null ? null : toDatabase(time)
  await sql.run(updateRun, [row.id, row.account_id, row.status, progress, row.error, finishedAt])
}
