import type { Static } from '@sinclair/typebox'
import type { ItemType } from '../../core/item-type.js'
import { statement, type Dialect } from '../../database/sql.js'
import { dueRows } from '../../work/claims/due-rows.js'
import type { Run, RunStatus, RunStep, StepStatus } from './schema.js'

/** A run as the statements below read it. */
export interface RunRow {
  readonly id: string
  readonly account_id: number
  readonly action_id: number
  readonly revision: number
  readonly name: string
  readonly user_id: number
  readonly status: RunStatus
  readonly batch: string | null
  readonly item_type: ItemType
  readonly item_id: string
  readonly event_id: string | null
  /** A JSON list of the actions that led to it. */
  readonly causes: string
  readonly parameters: string
  readonly progress: number
  readonly error: string | null
  readonly retry_of: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}

/** A step of a run; its name is in the revision. */
export interface StepRow {
  readonly id: string
  readonly account_id: number
  readonly user_id: number
  readonly run_id: string
  readonly position: number
  readonly status: StepStatus
  readonly attempt: number
  readonly progress: number
  readonly result: string | null
  readonly error: string | null
  readonly webhook_id: number | null
  readonly queue: string | null
  /** What became of its delivery, until that was looked at. */
  readonly delivered: 'taken' | 'given up' | null
  readonly ends_at: string | null
  /** When nothing more was heard from its agent for too long. */
  readonly silent_at: string | null
  readonly started_at: string | null
  readonly finished_at: string | null
}

const runColumns = (sql: Dialect) => `r.id, r.account_id, r.action_id, r.revision, (
      SELECT v.name FROM action_revisions AS v WHERE v.action_id = r.action_id AND v.number = r.revision) AS name, r.user_id, r.status, r.batch,
    r.item_type, r.item_id, r.event_id, r.causes, r.parameters, r.progress, r.error, r.retry_of,
    ${sql.milliseconds('r.created_at')} AS created_at, ${sql.milliseconds('r.started_at')} AS started_at,
    ${sql.milliseconds('r.finished_at')} AS finished_at`

/** Selects runs `r`. */
export const selectRuns = (sql: Dialect, where: string) =>
  `SELECT ${runColumns(sql)} FROM action_runs AS r WHERE ${where}`

/** $1 run, $2 account */
export const findRun = statement<RunRow>('action_runs_find', (sql) => selectRuns(sql, 'r.id = $1 AND r.account_id = $2'))

/** $1 run, $2 account: who changes a run, or one of its steps, locks the run first */
export const lockRun = statement(
  'action_runs_lock', (sql) => `SELECT id FROM action_runs WHERE id = $1 AND account_id = $2 ${sql.forUpdate}`
)

const stepColumns = (sql: Dialect) => `id, account_id, user_id, run_id, position, status, attempt, progress,
    result, error, webhook_id, queue, delivered, ${sql.milliseconds('ends_at')} AS ends_at,
    ${sql.milliseconds('silent_at')} AS silent_at, ${sql.milliseconds('started_at')} AS started_at, ${sql.milliseconds('finished_at')} AS finished_at`

/** A step is looked at for a moment. */
const LONGEST_LOOK_MS = 60_000

/** Steps that were delivered, or whose time is over. */
export const dueSteps = dueRows<StepRow>({ table: 'action_steps', columns: stepColumns, longestMs: LONGEST_LOOK_MS })

/** $1 run, $2 account */
export const listSteps = statement<StepRow>('action_steps_of_run', (sql) => `
  SELECT ${stepColumns(sql)} FROM action_steps WHERE run_id = $1 AND account_id = $2 ORDER BY position`)

export function presentRun (row: RunRow): Static<typeof Run> {
  return {
    id: row.id,
    action_id: row.action_id,
    name: row.name,
    batch: row.batch,
    status: row.status,
    progress: row.progress,
    user_id: row.user_id,
    event_id: row.event_id,
    parameters: JSON.parse(row.parameters) as Static<typeof Run>['parameters'],
    asset_id: row.item_type === 'asset' ? row.item_id : null,
    project_id: row.item_type === 'project' ? row.item_id : null,
    error: row.error,
    retry_of: row.retry_of,
    created_at: row.created_at,
    started_at: row.started_at,
    finished_at: row.finished_at
  }
}

export function presentStep (name: string, row: StepRow): Static<typeof RunStep> {
  return {
    name,
    status: row.status,
    attempt: row.attempt,
    progress: row.progress,
    result: row.result === null ? null : JSON.parse(row.result) as object,
    error: row.error,
    started_at: row.started_at,
    finished_at: row.finished_at
  }
}
