import { statement } from '../database/sql.js'
import { FieldGroupNotFound } from '../errors.js'
import { toRowId } from '../basics/ids.js'
import type { Transaction } from '../core/transact.js'

interface LockedGroup {
  readonly id: number
  readonly name: string
  readonly group_type: string
}

const lock = statement<LockedGroup>(
  'field_groups_lock',
  (sql) => `SELECT id, name, group_type FROM field_groups WHERE id = $1 AND account_id = $2 AND NOT removed ${sql.forUpdate}`
)

/**
 * Locks a group: nobody else changes it or sets values in it until the transaction ends. Throws FieldGroupNotFound.
 */
export async function lockGroup (tx: Transaction, id: string): Promise<LockedGroup> {
  const groupId = toRowId(id)
  const group = groupId === null ? undefined : await tx.sql.first(lock, [groupId, tx.caller.accountId])
  if (group === undefined) throw new FieldGroupNotFound()
  return group
}

/** Changes a group, or only marks its fields as changed: values that are being checked will be checked again. */
export async function touchGroup (tx: Transaction, groupId: number, changes: { name?: string } = {}): Promise<void> {
  await tx.prisma.fieldGroup.updateMany({
    where: { id: groupId, accountId: tx.caller.accountId },
    data: { ...changes, revision: { increment: 1 }, updatedAt: tx.time }
  })
}
