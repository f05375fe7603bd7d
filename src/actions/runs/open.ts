import { toDatabase, toMilliseconds } from '../../basics/time.js'
import type { Caller } from '../../core/caller.js'
import type { EventDraft } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { aboutAsset, aboutProject, assetKind, projectKind } from '../../items/kinds.js'
import { readSteps, type StepDefinition } from '../definitions/steps.js'
import { findRun, listSteps, lockRun, presentRun, type RunRow, type StepRow } from './rows.js'

/** A step with its definition. */
export interface RunningStep {
  readonly definition: StepDefinition
  row: StepRow
}

/** A run that a transaction has locked, with its steps, in their order. */
export interface OpenRun {
  row: RunRow
  /** None before it begins. */
  readonly steps: readonly RunningStep[]
  /** What its events say of its item. */
  readonly about: ReturnType<typeof aboutAsset> | ReturnType<typeof aboutProject>
}

/** $1 account, $2 action, $3 number */
const findRevision = statement<{ steps: string }>('action_revisions_find', () => `
  SELECT steps FROM action_revisions WHERE action_id = $2 AND number = $3 AND account_id = $1`)

/** What runs of an account are read with. */
type Reader = Pick<Transaction, 'sql'> & { readonly caller: Pick<Caller, 'accountId'> }

/** The steps by which a run was made. */
export async function readRevision (
  { sql, caller: { accountId } }: Reader, row: Pick<RunRow, 'action_id' | 'revision'>
): Promise<StepDefinition[]> {
  return readSteps((await sql.first(findRevision, [accountId, row.action_id, row.revision]))!.steps)
}

/** Locks a run until the transaction ends. Null if it is gone, or its item is. */
export async function openRun (tx: Transaction, id: string): Promise<OpenRun | null> {
  const { sql, caller: { accountId } } = tx
  if (await sql.first(lockRun, [id, accountId]) === undefined) return null
  return readRun(tx, id)
}

/** A step of a run. */
export interface StepOfRun {
  readonly run: OpenRun
  readonly step: RunningStep
}

/** A step of a run that may be gone. Null if it is. */
export function stepOf (run: OpenRun | null, stepId: string): StepOfRun | null {
  const step = run?.steps.find(({ row }) => row.id === stepId)
  return run === null || step === undefined ? null : { run, step }
}

/** Reads a run as it is now, without a lock. */
export async function readRun (tx: Reader, id: string): Promise<OpenRun | null> {
  const { sql, caller: { accountId } } = tx
  const row = await sql.first(findRun, [id, accountId])
  const about = row === undefined ? null : await aboutItem(tx, row)
  if (row === undefined || about === null) return null
  const definitions = await readRevision(tx, row)
  const rows = await sql.all(listSteps, [id, accountId])
  return { row, about, steps: rows.map((step) => ({ row: step, definition: definitions[step.position]! })) }
}

async function aboutItem (
  { sql, caller: { accountId } }: Reader, { item_type: type, item_id: id }: RunRow
) {
  if (type === 'asset') {
    const asset = await sql.first(assetKind.statements.find, [id, accountId])
    return asset === undefined ? null : aboutAsset(asset)
  }
  const project = await sql.first(projectKind.statements.find, [id, accountId])
  return project === undefined ? null : aboutProject(project)
}

/** An event that begins, or ends, a run. */
export function runEvent (
  kind: 'STARTED' | 'COMPLETED', { row, about }: Pick<OpenRun, 'row' | 'about'>
): EventDraft<'STARTED_DAG_ACTION_RUN' | 'COMPLETED_DAG_ACTION_RUN'> {
  return {
    event: kind === 'STARTED' ? 'STARTED_DAG_ACTION_RUN' : 'COMPLETED_DAG_ACTION_RUN',
    ...row.status === 'failed' && { severity: 3 as const },
    targets: { run_id: row.id, action_id: row.action_id, ...about.targets },
    data: { run: presentRun(row), ...about.data }
  }
}

/** The columns of a step that change. */
export type StepChange = Partial<Pick<StepRow, 'status' | 'attempt' | 'progress' | 'result' | 'error'>> & {
  /** The event that hands it out. */
  readonly eventId?: string | null
  readonly dueAt?: Date | null
  readonly endsAt?: Date | null
  readonly silentAt?: Date | null
  readonly startedAt?: Date | null
  readonly finishedAt?: Date | null
}

/**
 * Changes a step, whose lease ends. $1 step, $2 account, $3 status, $4 attempt, $5 progress, $6 result, $7 error,
 * $8 due, $9 end of its time, $10 began, $11 ended, $12 event, $13 when it is silent
 */
const update = statement('action_steps_update', (sql) => `
  UPDATE action_steps SET status = $3, attempt = CAST($4 AS integer), progress = CAST($5 AS double precision),
    result = $6, error = $7, due_at = ${sql.moment('$8')}, ends_at = ${sql.moment('$9')}, started_at = ${sql.moment('$10')},
    finished_at = ${sql.moment('$11')}, event_id = COALESCE($12, event_id), silent_at = ${sql.moment('$13')}, delivered = NULL, lease_token = NULL, owner = NULL
  WHERE id = $1 AND account_id = $2`)

const stored = (moment: Date | string | null) => moment === null ? null : toDatabase(new Date(moment))

/** Changes a step of an open run. What is not told stays, but for the time at which it is due, which is none then. */
export async function changeStep ({ sql }: Transaction, step: RunningStep, change: StepChange): Promise<void> {
  const { eventId = null, dueAt = null, endsAt, silentAt, startedAt, finishedAt, ...columns } = change
  const changed = (moment: Date | null | undefined, before: string | null) =>
    moment === undefined ? before : moment && toMilliseconds(moment)
  const next = {
    ...step.row,
    ...columns,
    ends_at: changed(endsAt, step.row.ends_at),
    silent_at: changed(silentAt, step.row.silent_at),
    delivered: null,
    started_at: changed(startedAt, step.row.started_at),
    finished_at: changed(finishedAt, step.row.finished_at)
  }
  step.row = next
  await sql.run(update, [
    next.id, next.account_id, next.status, next.attempt, next.progress, next.result, next.error, stored(dueAt),
    stored(next.ends_at), stored(next.started_at), stored(next.finished_at), eventId,
    stored(next.silent_at)
  ])
}
