import { listAccounts } from '../access/accounts.js'
import { nobody } from '../access/caller.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { record } from '../events/record.js'
import { releaseExternalIds } from '../external-ids/claims.js'
import { forgetItems } from '../fields/values/forget.js'
import { unassignItems } from '../items/assign.js'
import { assetKind, projectKind, type ItemKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { lockTree, projectIdsBelow } from '../items/tree.js'
import { releaseMedia } from '../media/release.js'
import { toDatabase } from '../time.js'
import type { Transact, Transaction } from '../transact.js'
import { disableWebhooksOf } from '../webhooks/disable.js'
import { assetsIn, childrenOf, CHUNK, projectsOf } from './chunks.js'

const DAY_MS = 24 * 60 * 60 * 1000

/** $1 account, $2 trashed then or earlier, $3 at most so many */
const listDue = statement('cohorts_due', (sql) => `
  SELECT id, user_id FROM trash_cohorts WHERE account_id = $1 AND trashed_at <= ${sql.moment('$2')} ORDER BY trashed_at LIMIT $3`)

/** $1 cohort, $2 account: nothing where another process is at it, or has finished it */
const lockCohortRow = statement('cohort_lock', (sql) => `SELECT id FROM trash_cohorts WHERE id = $1 AND account_id = $2 ${sql.forUpdateSkipLocked}`)

/** $1 cohort, $2 account, $3 at most so many: projects of a cohort with no project of the same cohort in them */
const lockLowest = statement('cohort_lowest_projects', (sql) => `
  SELECT ${projectKind.shape.select(sql)} FROM projects
  WHERE cohort_id = $1 AND account_id = $2
    AND NOT EXISTS (SELECT 1 FROM projects AS child WHERE child.project_id = projects.id AND child.cohort_id = $1 AND child.account_id = $2)
  ORDER BY id LIMIT $3 ${sql.forUpdate}`)

/** Deletes an asset for good. Throws AssetNotFound. */
export async function purgeAsset (tx: Transaction, id: string): Promise<void> {
  await purge(assetKind, tx, [await lockItem(assetKind, tx, id)])
}

/** Deletes a project for good, with everything below it, active or in the trash. Throws ProjectNotFound. */
export async function purgeProject (tx: Transaction, id: string): Promise<void> {
  await lockTree(tx, 'exclusive')
  const project = await lockItem(projectKind, tx, id)
  const lowestFirst = await projectIdsBelow(tx, project.id)
  for await (const assets of assetsIn(tx, lowestFirst)) await purge(assetKind, tx, assets)
  for await (const projects of projectsOf(tx, lowestFirst)) await purge(projectKind, tx, projects)
}

export interface PurgeDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly retentionDays: number
  /** Told of each step that is done. */
  readonly onStep?: () => void
  readonly clock?: () => number
}

/**
 * The timer's work: deletes what has been in the trash for its time, in transactions of a bounded size. What is not in the cohort
 * that is due (an active child, one trashed later) is only taken out of its project.
 */
export async function purgeDue ({ database, transact, retentionDays, onStep = () => {}, clock = Date.now }: PurgeDependencies, signal: AbortSignal): Promise<void> {
  const due = toDatabase(new Date(clock() - retentionDays * DAY_MS))
  for (const account of await listAccounts(database)) {
    while (!signal.aborted) {
      const cohorts = await database.reads.sql.all<{ id: string, user_id: number }>(listDue, [account.id, due, CHUNK])
      let purged = false
      for (const cohort of cohorts) {
        const caller = nobody(account, cohort.user_id)
        let step: PurgeStep = 'more'
        while (step === 'more' && !signal.aborted) {
          step = await transact(caller, (tx) => purgeStep(tx, cohort.id), { long: true })
          onStep()
        }
        purged ||= step === 'done'
      }
      if (!purged) break
    }
  }
}

type PurgeStep = 'more' | 'done' | 'taken'

async function purgeStep (tx: Transaction, cohortId: string): Promise<PurgeStep> {
  const { accountId } = tx.caller
  await lockTree(tx, 'exclusive')
  if (await tx.sql.first(lockCohortRow, [cohortId, accountId]) === undefined) return 'taken'
  await tx.prisma.trashCohort.updateMany({ where: { id: cohortId, accountId, purgeBegunAt: null }, data: { purgeBegunAt: tx.time } })

  const assets = await tx.sql.all<AssetRow>(assetKind.statements.lockCohort, [cohortId, accountId, '', CHUNK])
  await purge(assetKind, tx, assets)
  if (assets.length > 0) return 'more'

  const projects = await tx.sql.all<ProjectRow>(lockLowest, [cohortId, accountId, CHUNK])
  for (const project of projects) {
    for await (const children of childrenOf(assetKind, tx, project.id)) await unassignItems(assetKind, tx, children)
    for await (const children of childrenOf(projectKind, tx, project.id)) await unassignItems(projectKind, tx, children)
  }
  await purge(projectKind, tx, projects)
  if (projects.length > 0) return 'more'

  await tx.prisma.trashCohort.deleteMany({ where: { id: cohortId, accountId } })
  return 'done'
}

/** The one place where items leave the database. */
async function purge<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>, tx: Transaction, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  await releaseExternalIds(tx, rows)
  await forgetItems(tx, ids)
  if (kind.type === 'asset') await releaseMedia(tx, ids)
  await tx.sql.run(kind.statements.removeList, [tx.caller.accountId, JSON.stringify(ids)])
  await record(tx, ...rows.map((row) => ({ event: kind.event('PURGED'), targets: kind.targets(row.id), data: kind.data(row) })))
  if (kind.type === 'project') await disableWebhooksOf(tx, ids)
}
