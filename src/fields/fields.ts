import type { Caller } from '../access/caller.js'
import { FieldNotFound } from '../errors.js'
import { record } from '../events/record.js'
import { toRowId } from '../ids.js'
import type { Transact, Transaction } from '../transact.js'
import { lockGroup, touchGroup } from './locks.js'
import type { FieldTypeName } from './types/index.js'
import { forgetField } from './values/forget.js'

export interface NewField {
  readonly name: string
  readonly field_type: FieldTypeName
  readonly dropdown_options: readonly object[]
  readonly searchable: boolean
  readonly read_only: boolean
}

export interface FieldChanges {
  readonly name: string
  readonly dropdown_options?: readonly object[]
  readonly searchable?: boolean
  readonly read_only?: boolean
}

/**
 * Fields, as sections 2.5 and 4.5 of the contract have them. A missing group throws FieldGroupNotFound, a missing field of it
 * FieldNotFound.
 */
export function createFields ({ transact }: { transact: Transact }) {
  return {
    create: (caller: Caller, groupId: string, field: NewField) => transact(caller, async (tx) => {
      const group = await lockGroup(tx, groupId)
      const { id } = await tx.prisma.field.create({
        data: {
          accountId: caller.accountId,
          fieldGroupId: group.id,
          name: field.name,
          fieldType: field.field_type,
          dropdownOptions: JSON.stringify(field.dropdown_options),
          searchable: field.searchable,
          readOnly: field.read_only,
          createdAt: tx.time,
          updatedAt: tx.time
        }
      })
      await touchGroup(tx, group.id)
      await record(tx, { event: 'FIELD_ADDED', targets: { field_group_id: group.id, field_id: id } })
    }),

    /** Changes what is sent. Values that are stored stay as they are. */
    update: (caller: Caller, groupId: string, fieldId: string, changes: FieldChanges) => transact(caller, async (tx) => {
      const field = await requireField(tx, groupId, fieldId)
      const data = {
        name: changes.name,
        dropdownOptions: changes.dropdown_options === undefined ? field.dropdownOptions : JSON.stringify(changes.dropdown_options),
        searchable: changes.searchable ?? field.searchable,
        readOnly: changes.read_only ?? field.readOnly
      }
      const isSame = field.name === data.name && field.dropdownOptions === data.dropdownOptions &&
        field.searchable === data.searchable && field.readOnly === data.readOnly
      if (isSame) return
      await tx.prisma.field.updateMany({ where: { id: field.id, accountId: caller.accountId }, data: { ...data, updatedAt: tx.time } })
      await touchGroup(tx, field.fieldGroupId)
      await record(tx, { event: 'FIELD_EDITED', targets: { field_group_id: field.fieldGroupId, field_id: field.id } })
    }),

    /** Its values go with it. */
    remove: (caller: Caller, groupId: string, fieldId: string) => transact(caller, async (tx) => {
      const field = await requireField(tx, groupId, fieldId)
      await forgetField(tx, field.fieldGroupId, field.id)
      await tx.prisma.field.deleteMany({ where: { id: field.id, accountId: caller.accountId } })
      await touchGroup(tx, field.fieldGroupId)
      await record(tx, { event: 'FIELD_REMOVED', targets: { field_group_id: field.fieldGroupId, field_id: field.id } })
    }, { long: true })
  }
}

async function requireField (tx: Transaction, groupId: string, fieldId: string) {
  const group = await lockGroup(tx, groupId)
  const id = toRowId(fieldId)
  const field = id === null ? null : await tx.prisma.field.findFirst({ where: { id, fieldGroupId: group.id, accountId: tx.caller.accountId } })
  if (field === null) throw new FieldNotFound()
  return field
}

export type Fields = ReturnType<typeof createFields>
