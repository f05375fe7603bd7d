import type { FastifyBaseLogger } from 'fastify'
import { listAccounts } from '../access/accounts.js'
import { toDatabase } from '../basics/time.js'
import { systemCaller, type Caller } from '../core/caller.js'
import type { Transact, Transaction } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import type { Size } from '../work/pieces/fitting.js'
import { unassignItems } from '../items/assign.js'
import { findCascade } from '../items/cascade-under-way.js'
import { assetKind, projectKind } from '../items/kinds.js'
import type { ProjectRow } from '../items/rows.js'
import { lockTree, projectIdsBelow } from '../items/tree.js'
import { doJobs, type DoPiece, type PieceOutcome } from '../work/pieces/pieces.js'
import { PIECE, takeFirst, takeProjects } from './batches.js'
import { purge } from './purge.js'
import { DAY_MS } from '../basics/units.js'

interface DueCohort {
  readonly id: string
  readonly user_id: number
  readonly root_id: string
}

/** $1 account, $2 trashed then or earlier, $3 limit */
const listDue = statement<DueCohort>('cohorts_due', (sql) => `
  SELECT id, user_id, root_id FROM trash_cohorts WHERE account_id = $1 AND trashed_at <= ${sql.moment('$2')}
    ORDER BY trashed_at LIMIT $3`)

/** $1 cohort, $2 account: no row if another process is working on it, or has finished it */
const lockCohortRow = statement(
  'cohort_lock',
  (sql) => `SELECT id FROM trash_cohorts WHERE id = $1 AND account_id = $2 ${sql.forUpdateSkipLocked}`
)

/** $1 cohort, $2 account, $3 time: from here on nobody can restore it */
const markBegun = statement('cohort_purge_begun', (sql) => `
  UPDATE trash_cohorts SET purge_begun_at = ${sql.moment('$3')}
  WHERE id = $1 AND account_id = $2 AND purge_begun_at IS NULL`)

/** $1 cohort, $2 account */
const removeCohort = statement(
  'cohort_remove',
  () => 'DELETE FROM trash_cohorts WHERE id = $1 AND account_id = $2'
)

/** $1 cohort, $2 account, $3 limit: projects of a cohort with no project of the same cohort in them */
const sizesOfLowest = statement<Size>('cohort_lowest_projects', () => `
  SELECT id, ${projectKind.shape.bytesWithValues('projects')} AS bytes FROM projects
  WHERE cohort_id = $1 AND account_id = $2
    AND NOT EXISTS (SELECT 1 FROM projects AS child WHERE child.project_id = projects.id AND child.cohort_id = $1
      AND child.account_id = $2)
  ORDER BY id LIMIT $3`)

/** $1 JSON list of projects, $2 account, $3 cohort: the projects of the cohort that are in them */
const cohortProjectsIn = statement<{ id: string }>('cohort_projects_in', (sql) => `
  SELECT id FROM projects WHERE ${sql.among('project_id', sql.strings('$1'))} AND account_id = $2 AND cohort_id = $3`)

export interface PurgeDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly retentionDays: number
  /** Logs the deletions of each account. */
  readonly log?: Pick<FastifyBaseLogger, 'info'>
  /** Called after each step. */
  readonly onStep?: () => void
  readonly clock?: () => number
}

/**
 * The work of the timer: deletes what was in the trash for its time, in transactions of a bounded size. Items outside
 * of the due cohort (an active child, one that was trashed later) are only taken out of their project.
 */
export async function purgeDue (
  { database, transact, retentionDays, log, onStep = () => {}, clock = Date.now }: PurgeDependencies,
  signal: AbortSignal
): Promise<void> {
  const due = toDatabase(new Date(clock() - retentionDays * DAY_MS))
  for (const account of await listAccounts(database)) {
    const startedAt = performance.now()
    let cohorts = 0
    let items = 0
    await doJobs<DueCohort>({
      find: () => database.reads.sql.all(listDue, [account.id, due, PIECE]),
      prepare: (cohort) =>
        beginPurge({ database, transact }, systemCaller(account, cohort.user_id), cohort, (count) => {
          items += count
        }),
      settle: () => { cohorts++ }
    }, { signal, onPiece: onStep })
    const durationMs = Math.round(performance.now() - startedAt)
    if (items > 0) log?.info({ accountId: account.id, cohorts, items, durationMs }, 'purge')
  }
}

/**
 * The result of a piece. `taken` also means that a cascade is under way, which comes first; `moved` that projects of
 * the cohort are elsewhere by now.
 */
type Outcome = PieceOutcome | 'moved'

/** `index` is the position in the list of projects, `items` the number of deleted items. */
interface PurgedPiece {
  readonly outcome: Outcome
  readonly index: number
  readonly items: number
}

async function beginPurge (
  { database, transact }: Pick<PurgeDependencies, 'database' | 'transact'>,
  caller: Caller,
  cohort: DueCohort,
  onItems: (count: number) => void
): Promise<DoPiece> {
  const order = () => projectIdsBelow(database.reads.sql, caller.accountId, cohort.root_id)
  let projectIds = await order()
  let index = 0
  return async function doPiece () {
    const piece = await transact(caller, (tx) => purgePiece(tx, cohort.id, projectIds, index), { long: true })
    index = piece.index
    onItems(piece.items)
    if (piece.outcome !== 'moved') return piece.outcome
    projectIds = await order()
    return 'more'
  }
}

async function purgePiece (
  tx: Transaction, cohortId: string, lowestFirst: readonly string[], index: number
): Promise<PurgedPiece> {
  const { accountId } = tx.caller
  await lockTree(tx, 'exclusive')
  if (await findCascade(tx) !== undefined || await tx.sql.first(lockCohortRow, [cohortId, accountId]) === undefined) {
    return { outcome: 'taken', index: 0, items: 0 }
  }
  await tx.sql.run(markBegun, [cohortId, accountId, toDatabase(tx.time)])

  const assets = await takeFirst(assetKind, tx, ({ sizesOfCohort }) => sizesOfCohort, [cohortId, accountId])
  if (assets !== null) {
    await purge(assetKind, tx, assets)
    return { outcome: 'more', index, items: assets.length }
  }
  if (index < lowestFirst.length) {
    const { rows, next } = await takeProjects(tx, lowestFirst, { index, after: '' })
    const projects = rows.filter((row) => row.cohort_id === cohortId)
    const outcome = await purgeProjects(tx, cohortId, projects)
    return outcome === 'done'
      ? { outcome: 'more', index: next?.index ?? lowestFirst.length, items: projects.length }
      : { outcome, index: outcome === 'moved' ? 0 : index, items: 0 }
  }
  const elsewhere = await takeFirst(projectKind, tx, () => sizesOfLowest, [cohortId, accountId])
  if (elsewhere !== null) {
    const outcome = await purgeProjects(tx, cohortId, elsewhere)
    return { outcome: 'more', index, items: outcome === 'done' ? elsewhere.length : 0 }
  }
  await tx.sql.run(removeCohort, [cohortId, accountId])
  return { outcome: 'done', index, items: 0 }
}

/**
 * Deletes projects of a cohort, after items of other cohorts were taken out of them, piece by piece. Does nothing if
 * other projects of the cohort have been put into them since the list was made: those are deleted first.
 */
async function purgeProjects (tx: Transaction, cohortId: string, projects: readonly ProjectRow[]): Promise<Outcome> {
  const { accountId } = tx.caller
  const ids = new Set(projects.map((row) => row.id))
  const list = JSON.stringify([...ids])
  const inside = await tx.sql.all(cohortProjectsIn, [list, accountId, cohortId])
  if (inside.some(({ id }) => !ids.has(id))) return 'moved'
  const parameters = [list, accountId, cohortId]
  const assets = await takeFirst(assetKind, tx, ({ sizesOfStrangers }) => sizesOfStrangers, parameters)
  if (assets !== null) await unassignItems(assetKind, tx, assets)
  const children = await takeFirst(projectKind, tx, ({ sizesOfStrangers }) => sizesOfStrangers, parameters)
  if (children !== null) await unassignItems(projectKind, tx, children)
  if (assets !== null || children !== null) return 'more'
  await purge(projectKind, tx, projects)
  return 'done'
}
