import { record } from '../events/record.js'
import { newId } from '../ids.js'
import { assetKind, projectKind, type ItemKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { lockTree, projectIdsBelow } from '../items/tree.js'
import type { Transaction } from '../transact.js'
import { assetsIn, projectsOf, trashedTogether } from './chunks.js'

/**
 * Trashing and restoring. Each trashing makes a cohort: the active items that it took along, which stay together until they are
 * restored or purged. A cohort without items is left to the timer.
 */

/** Trashes an asset. Nothing happens where it is in the trash. Throws AssetNotFound. */
export async function trashAsset (tx: Transaction, id: string): Promise<void> {
  const asset = await lockItem(assetKind, tx, id)
  if (asset.cohort_id === null) await setCohort(assetKind, tx, [asset], await createCohort(tx, asset.id))
}

/** Trashes a project and what is active below it. Nothing happens where it is in the trash. Throws ProjectNotFound. */
export async function trashProject (tx: Transaction, id: string): Promise<void> {
  await lockTree(tx, 'exclusive')
  const project = await lockItem(projectKind, tx, id)
  if (project.cohort_id !== null) return
  const cohortId = await createCohort(tx, project.id)
  await setCohortBelow(tx, project.id, null, cohortId)
}

/** Brings an asset back. Nothing happens where it is active. Throws AssetNotFound, also where the timer has begun to purge it. */
export async function restoreAsset (tx: Transaction, id: string): Promise<void> {
  const asset = await lockItem(assetKind, tx, id)
  if (asset.cohort_id === null) return
  await requireCohort(assetKind, tx, asset.cohort_id)
  await setCohort(assetKind, tx, [asset], null)
}

/**
 * Brings a project back: with its whole cohort if it was trashed itself, and with what the cohort holds below it if it was taken
 * along by a project above. Nothing happens where it is active. Throws ProjectNotFound, also where the timer has begun to purge it.
 */
export async function restoreProject (tx: Transaction, id: string): Promise<void> {
  await lockTree(tx, 'exclusive')
  const project = await lockItem(projectKind, tx, id)
  if (project.cohort_id === null) return
  const cohort = await requireCohort(projectKind, tx, project.cohort_id)
  if (cohort.rootId !== project.id) return setCohortBelow(tx, project.id, project.cohort_id, null)
  for await (const projects of trashedTogether(projectKind, tx, cohort.id)) await setCohort(projectKind, tx, projects, null)
  for await (const assets of trashedTogether(assetKind, tx, cohort.id)) await setCohort(assetKind, tx, assets, null)
}

async function createCohort (tx: Transaction, rootId: string): Promise<string> {
  const id = newId()
  const { accountId, userId } = tx.caller
  await tx.prisma.trashCohort.create({ data: { id, accountId, rootId, userId, trashedAt: tx.time } })
  return id
}

/** The cohort of an item, if it can be restored. Throws the item's 404. */
async function requireCohort<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>, tx: Transaction, cohortId: string) {
  const cohort = await tx.prisma.trashCohort.findFirst({ where: { id: cohortId, accountId: tx.caller.accountId, purgeBegunAt: null } })
  if (cohort === null) throw new kind.NotFound()
  return cohort
}

/** Changes the cohort of a project and of what stands below it, of those items that have the first one now. */
async function setCohortBelow (tx: Transaction, projectId: string, from: string | null, to: string | null): Promise<void> {
  const projectIds = await projectIdsBelow(tx, projectId)
  for await (const projects of projectsOf(tx, projectIds.toReversed())) {
    await setCohort(projectKind, tx, projects.filter((row) => row.cohort_id === from), to)
  }
  for await (const assets of assetsIn(tx, projectIds)) {
    await setCohort(assetKind, tx, assets.filter((row) => row.cohort_id === from), to)
  }
}

async function setCohort<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>, tx: Transaction, rows: readonly Row[], cohortId: string | null): Promise<void> {
  if (rows.length === 0) return
  await tx.sql.run(kind.statements.setCohort, [tx.caller.accountId, JSON.stringify(rows.map((row) => row.id)), cohortId])
  const event = kind.event(cohortId === null ? 'RESTORED' : 'REMOVED')
  await record(tx, ...rows.map((row) => ({ event, targets: kind.targets(row.id), data: kind.data({ ...row, cohort_id: cohortId }) })))
}
