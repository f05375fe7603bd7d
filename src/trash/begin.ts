import { newId } from '../basics/ids.js'
import { CascadeUnderWay, findCascade, type Cascade } from '../items/cascade-under-way.js'
import { assetKind, projectKind } from '../items/kinds.js'
import { projectIdsBelow } from '../items/tree.js'
import type { Transaction } from '../core/transact.js'
import { createYielder } from '../work/turns/yielding.js'
import { weigh, type Position } from './batches.js'

/**
 * The most items and bytes that one transaction may change. A larger tree is changed in pieces: on SQLite all writers
 * wait for a transaction.
 */
export const LARGEST_ITEMS = 500
const LARGEST_BYTES = 8 * 1024 ** 2

/** The result of one piece of a step. */
export interface StepOutcome {
  /** The start of the next piece; null when the step is done. */
  readonly next: Position | null
  /** The number of items changed. */
  readonly items: number
}

/** Does a piece of a cascade. `projectIds` are sorted from the lowest up. */
export type Step = (
  tx: Transaction, cascade: Cascade, projectIds: readonly string[], position: Position
) => Promise<StepOutcome>

/** The progress of a cascade. */
export interface Progress {
  /** The index of the step; the number of steps when all are done. */
  readonly step: number
  readonly position: Position
  readonly items: number
}

export const beginning: Progress = { step: 0, position: { index: 0, after: '' }, items: 0 }

/** Does the next piece. */
export async function advance (
  tx: Transaction, cascade: Cascade, steps: readonly Step[], projectIds: readonly string[], progress: Progress
): Promise<Progress> {
  const { next, items } = await steps[progress.step]!(tx, cascade, projectIds, progress.position)
  return {
    step: next === null ? progress.step + 1 : progress.step,
    position: next ?? beginning.position,
    items: progress.items + items
  }
}

/**
 * Does a small cascade in the caller's transaction. Otherwise it stores the cascade and returns it: a stored cascade
 * will be done even if this process is killed (cascades.ts). The caller has locked the tree.
 */
export async function beginCascade (
  tx: Transaction, wanted: Omit<Cascade, 'id' | 'user_id'>, steps: readonly Step[]
): Promise<Cascade | null> {
  const cascade: Cascade = { ...wanted, id: newId(), user_id: tx.caller.userId }
  const projectIds = cascade.kind === 'restore'
    ? await weighCohort(tx, cascade.cohort_id!)
    : await weighTree(tx, cascade.project_id)
  if (projectIds === null) return mark(tx, cascade)
  const yieldNow = createYielder()
  for (let progress = beginning; progress.step < steps.length; await yieldNow()) {
    progress = await advance(tx, cascade, steps, projectIds, progress)
  }
  return null
}

async function mark (tx: Transaction, cascade: Cascade): Promise<Cascade> {
  const underWay = await findCascade(tx)
  if (underWay !== undefined) throw new CascadeUnderWay(underWay)
  const { id, kind, project_id: projectId, cohort_id: cohortId, user_id: userId } = cascade
  await tx.prisma.cascade.create({ data: { accountId: tx.caller.accountId, id, kind, projectId, cohortId, userId } })
  return cascade
}

/** The projects of a tree, the lowest first; null if the tree is too large. */
async function weighTree (tx: Transaction, projectId: string): Promise<string[] | null> {
  const { accountId } = tx.caller
  const ids = await projectIdsBelow(tx.sql, accountId, projectId, LARGEST_ITEMS + 1)
  if (ids.length > LARGEST_ITEMS) return null
  const list = JSON.stringify(ids)
  const projects = await weigh(tx, projectKind.statements.sizes, [accountId, list])
  const assets = await weigh(tx, assetKind.statements.sizesIn, [list, accountId, LARGEST_ITEMS + 1])
  return isSmall(projects, assets) ? ids : null
}

/** Restoring a cohort needs no projects; null if the cohort is too large. */
async function weighCohort (tx: Transaction, cohortId: string): Promise<string[] | null> {
  const parameters = [cohortId, tx.caller.accountId, LARGEST_ITEMS + 1]
  const projects = await weigh(tx, projectKind.statements.sizesOfCohort, parameters)
  const assets = await weigh(tx, assetKind.statements.sizesOfCohort, parameters)
  return isSmall(projects, assets) ? [] : null
}

function isSmall (...weights: Array<{ items: number, bytes: number }>): boolean {
  const sum = (name: 'items' | 'bytes') => weights.reduce((total, weight) => total + weight[name], 0)
  return sum('items') <= LARGEST_ITEMS && sum('bytes') <= LARGEST_BYTES
}
