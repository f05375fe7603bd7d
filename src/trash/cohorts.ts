import { record } from '../core/events/record.js'
import { newId } from '../basics/ids.js'
import { isOfCohort, CascadeUnderWay, findCascade, requireNoCascade, type Cascade } from '../items/cascade-under-way.js'
import { assetKind, projectKind, type ItemKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { lockTree } from '../items/tree.js'
import type { Transaction } from '../core/transact.js'
import { beginCascade, type Step } from './begin.js'
import { countIn, countOut } from './counts.js'
import { takeAssets, takeFirst, takeProjects } from './batches.js'

/**
 * Trashing and restoring. Each trashing makes a cohort of the active items that it has trashed; they stay together
 * until they are restored or purged. The timer removes empty cohorts. Functions for projects return the cascade that
 * they have begun if it is too large for one transaction. They throw CascadeUnderWay if a cascade concerns the project
 * already.
 */

/** Trashes an asset. Does nothing if it is in the trash. Throws AssetNotFound. */
export async function trashAsset (tx: Transaction, id: string): Promise<void> {
  const asset = await lockItem(assetKind, tx, id, 'place')
  await requireNoCascade(assetKind, tx, asset)
  if (asset.cohort_id === null) await setCohort(assetKind, tx, [asset], await createCohort(tx, asset.id))
}

/** Trashes a project and the active items below it. Does nothing if it is in the trash. Throws ProjectNotFound. */
export async function trashProject (tx: Transaction, id: string): Promise<Cascade | null> {
  await lockTree(tx, 'exclusive')
  const project = await lockItem(projectKind, tx, id, 'place')
  await requireNoCascade(projectKind, tx, project, { whole: true })
  if (project.cohort_id !== null) return null
  return beginCascade(tx, { kind: 'trash', project_id: project.id, cohort_id: await createCohort(tx, project.id) }, trashSteps)
}

/**
 * Restores an asset. Does nothing if it is active. Throws AssetNotFound, also if the timer has begun to purge it.
 */
export async function restoreAsset (tx: Transaction, id: string): Promise<void> {
  const asset = await lockItem(assetKind, tx, id, 'place')
  await requireNoCascade(assetKind, tx, asset)
  if (asset.cohort_id === null) return
  await requireCohort(assetKind, tx, asset.cohort_id)
  await setCohort(assetKind, tx, [asset], null)
}

/**
 * Restores a project: with its whole cohort if it was trashed itself, or with the items of the cohort below it if it
 * was trashed with a project above. Does nothing if it is active. Throws ProjectNotFound, also if the timer has begun
 * to purge it.
 */
export async function restoreProject (tx: Transaction, id: string): Promise<Cascade | null> {
  await lockTree(tx, 'exclusive')
  const project = await lockItem(projectKind, tx, id, 'place')
  await requireNoCascade(projectKind, tx, project, { whole: true })
  if (project.cohort_id === null) return null
  // The items of its cohort may have been moved anywhere.
  const underWay = await findCascade(tx)
  if (underWay !== undefined) throw new CascadeUnderWay(underWay)
  const cohort = await requireCohort(projectKind, tx, project.cohort_id)
  const isWhole = cohort.rootId === project.id
  return beginCascade(
    tx,
    { kind: isWhole ? 'restore' : 'restore_below', project_id: project.id, cohort_id: cohort.id },
    isWhole ? restoreSteps : restoreBelowSteps
  )
}

export const trashSteps: readonly Step[] = stepsBelow((cascade) => ({ from: null, to: cascade.cohort_id }))

export const restoreBelowSteps: readonly Step[] = stepsBelow((cascade) => ({ from: cascade.cohort_id, to: null }))

export const restoreSteps: readonly Step[] = [restoreFirst(projectKind), restoreFirst(assetKind)]

/**
 * Changes the cohort of a project and of the items below it that are in the `from` cohort. From the top downwards, so
 * that nothing is put into a project that is trashed.
 */
function stepsBelow (change: (cascade: Cascade) => { from: string | null, to: string | null }): Step[] {
  async function set<Row extends AssetRow | ProjectRow> (
    kind: ItemKind<Row>, tx: Transaction, cascade: Cascade, rows: readonly Row[]
  ): Promise<number> {
    const underWay = await findCascade(tx)
    if (underWay !== undefined && underWay.id !== cascade.id && rows.some((row) => isOfCohort(row, underWay))) {
      throw new CascadeUnderWay(underWay)
    }
    const { from, to } = change(cascade)
    return setCohort(kind, tx, rows.filter((row) => row.cohort_id === from), to)
  }
  return [
    async (tx, cascade, projectIds, position) => {
      const { rows, next } = await takeProjects(tx, projectIds.toReversed(), position)
      return { next, items: await set(projectKind, tx, cascade, rows) }
    },
    async (tx, cascade, projectIds, position) => {
      const { rows, next } = await takeAssets(tx, projectIds, position)
      return { next, items: await set(assetKind, tx, cascade, rows) }
    }
  ]
}

/** Restores the items of a cohort, wherever they are: active items are not found a second time. */
function restoreFirst<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>): Step {
  return async (tx, cascade, _projectIds, position) => {
    const rows = await takeFirst(kind, tx, ({ sizesOfCohort }) => sizesOfCohort, [cascade.cohort_id,
      tx.caller.accountId])
    if (rows === null) return { next: null, items: 0 }
    const items = await setCohort(kind, tx, rows.filter((row) => row.cohort_id === cascade.cohort_id), null)
    return { next: position, items }
  }
}

async function createCohort (tx: Transaction, rootId: string): Promise<string> {
  const id = newId()
  const { accountId, userId } = tx.caller
  await tx.prisma.trashCohort.create({ data: { id, accountId, rootId, userId, trashedAt: tx.time } })
  return id
}

/** The cohort of an item, if it can be restored. Throws the item's 404. */
async function requireCohort<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, cohortId: string
) {
  const cohort = await tx.prisma.trashCohort.findFirst({
    where: { id: cohortId, accountId: tx.caller.accountId, purgeBegunAt: null }
  })
  if (cohort === null) throw new kind.NotFound()
  return cohort
}

/** Returns the number of items. */
async function setCohort<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, rows: readonly Row[], cohortId: string | null
): Promise<number> {
  if (rows.length === 0) return 0
  await countIn(tx, cohortId, rows.length)
  await countOut(tx, rows)
  await tx.sql.run(kind.statements.setCohort, [tx.caller.accountId, JSON.stringify(rows.map((row) => row.id)),
    cohortId])
  const name = cohortId === null ? 'RESTORED' : 'REMOVED'
  await record(tx, ...rows.map((row) => kind.event(name, { ...row, cohort_id: cohortId })))
  return rows.length
}
