import { leastRoles } from '../access/roles.js'
import { record } from '../core/events/record.js'
import { statement } from '../database/sql.js'
import { RoleRefused } from '../errors.js'
import { requireNoCascade, type Cascade } from '../items/cascade-under-way.js'
import { assetKind, projectKind, type ItemKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { privateProjects } from '../items/seen-projects.js'
import { roleIn } from '../items/sight.js'
import { lockTree, upwardsFrom } from '../items/tree.js'
import type { Transaction } from '../core/transact.js'
import { beginCascade, type Step } from './begin.js'
import { countOut } from './counts.js'
import { takeAssets, takeProjects } from './batches.js'

/** $1 project, $2 account, $3 user, $4 role: a row if the user has another role in a private project below it */
const findForeign = statement('projects_foreign_below', (sql) => `${upwardsFrom(sql, `
    SELECT project.id, project.project_id FROM ${privateProjects(sql, '$2')}
    WHERE COALESCE(${roleIn('closed.project_id', '$2', '$3')}, '') <> $4`, '$2')}
  SELECT id FROM path WHERE id = $1`)

/** Deletes an asset for good. Throws AssetNotFound, and CascadeUnderWay. */
export async function purgeAsset (tx: Transaction, id: string): Promise<void> {
  const asset = await lockItem(assetKind, tx, id, 'purge')
  await requireNoCascade(assetKind, tx, asset)
  await purge(assetKind, tx, [asset])
}

/**
 * Deletes a project for good, with everything below it, active or in the trash. Throws ProjectNotFound, RoleRefused,
 * and CascadeUnderWay.
 */
export async function purgeProject (tx: Transaction, id: string): Promise<Cascade | null> {
  await lockTree(tx, 'exclusive')
  const project = await lockItem(projectKind, tx, id, 'purge')
  await requireNoCascade(projectKind, tx, project, { whole: true })
  await requireRightInPrivate(tx, project.id)
  return beginCascade(tx, { kind: 'purge', project_id: project.id, cohort_id: null }, purgeSteps)
}

/**
 * Throws RoleRefused if the caller may not delete a private project below this one. What is public goes with the
 * project.
 */
async function requireRightInPrivate ({ sql, caller }: Transaction, projectId: string): Promise<void> {
  if (caller.admin) return
  const found = await sql.first(findForeign, [projectId, caller.accountId, caller.userId, leastRoles.purge])
  if (found !== undefined) throw new RoleRefused()
}

export const purgeSteps: readonly Step[] = [
  async (tx, _cascade, projectIds, position) => {
    const { rows, next } = await takeAssets(tx, projectIds, position)
    await purge(assetKind, tx, rows)
    return { next, items: rows.length }
  },
  async (tx, _cascade, projectIds, position) => {
    const { rows, next } = await takeProjects(tx, projectIds, position)
    await purge(projectKind, tx, rows)
    return { next, items: rows.length }
  }
]

/**
 * The only place that removes items from the database. It releases what domains keep for them: src/releases.ts has the
 * list.
 */
export async function purge<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, rows: readonly Row[]
): Promise<void> {
  if (rows.length === 0) return
  for (const release of tx.releases) await release.before?.(tx, kind.type, rows)
  await countOut(tx, rows)
  await tx.sql.run(kind.statements.removeList, [tx.caller.accountId, JSON.stringify(rows.map((row) => row.id))])
  await record(tx, ...rows.map((row) => kind.event('PURGED', row)))
  for (const release of tx.releases) await release.after?.(tx, kind.type, rows)
}
