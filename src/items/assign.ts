import { ProjectInsideItself, ProjectNotFound, TargetProjectNotFound } from '../errors.js'
import { record, type EventDraft } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { requireNoCascade } from './cascade-under-way.js'
import { projectKind, type ItemKind } from './kinds.js'
import { lockItem, requireItem } from './require.js'
import type { AssetRow, ProjectRow } from './rows.js'
import { requireRight } from './standing.js'
import { isWithin, lockTree } from './tree.js'

/**
 * Puts an item into a project, and takes it out of its former one. Throws the item's 404, TargetProjectNotFound if the
 * target is missing or in the trash, RoleRefused, and ProjectInsideItself.
 */
export async function assignItem<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, id: string, toProjectId: string
): Promise<void> {
  await lockTree(tx, kind.type === 'project' ? 'exclusive' : 'shared')
  const before = await lockItem(kind, tx, id, 'read')
  const target = await requireItem(projectKind, tx.sql, tx.caller, toProjectId).catch((error: unknown) => {
    throw error instanceof ProjectNotFound ? new TargetProjectNotFound(toProjectId) : error
  })
  if (target.cohort_id !== null) throw new TargetProjectNotFound(toProjectId)
  await requireRight(kind, tx.sql, tx.caller, before.id, 'place')
  await requireRight(projectKind, tx.sql, tx.caller, target.id, 'change')
  await requireNoCascade(kind, tx, before, { targetId: target.id })
  if (kind.type === 'project' && await isWithin(tx, target.id, before.id)) throw new ProjectInsideItself()
  if (before.project_id === target.id) return

  await tx.sql.run(kind.statements.move, [before.id, tx.caller.accountId, target.id])
  const moved = { ...before, project_id: target.id }
  const events: EventDraft[] = before.project_id === null
    ? []
    : [unlinked(kind, before)]
  await record(tx, ...events, kind.linkEvent('LINKED', moved, target.id))
}

/** Takes an item out of its project. Throws the item's 404, or its NotAssigned. */
export async function unassignItem<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, id: string
): Promise<void> {
  await lockTree(tx, kind.type === 'project' ? 'exclusive' : 'shared')
  const before = await lockItem(kind, tx, id, 'place')
  await requireNoCascade(kind, tx, before)
  if (before.project_id === null) throw new kind.NotAssigned()
  await unassignItems(kind, tx, [before])
}

/** Takes locked items out of their projects. */
export async function unassignItems<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, rows: readonly Row[]
): Promise<void> {
  if (rows.length === 0) return
  await tx.sql.run(kind.statements.unassignList, [tx.caller.accountId, JSON.stringify(rows.map((row) => row.id))])
  await record(tx, ...rows.map((row) => unlinked(kind, row)))
}

function unlinked<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>, row: Row): EventDraft {
  return kind.linkEvent('UNLINKED', { ...row, project_id: null }, row.project_id!)
}
