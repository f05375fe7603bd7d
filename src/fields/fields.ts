import { statement } from '../database/sql.js'
import { DropdownOptionsTooLarge, FieldNotFound, InvalidParameter } from '../errors.js'
import { inspect } from '../http/inspect.js'
import { requireRoom } from '../core/account-limit.js'
import { record } from '../core/events/record.js'
import { toRowId } from '../basics/ids.js'
import type { Unit } from '../core/unit.js'
import type { Transaction } from '../core/transact.js'
import { LARGEST_OPTIONS, MOST_FIELDS } from './limits.js'
import { lockGroup, touchGroup } from './locks.js'
import { COMPLEX_SOURCE_RULE } from './metadata-source.js'
import { beginRemoval, type FieldRemovals } from './removals.js'
import type { FieldTypeName } from './types/index.js'

export interface NewField {
  readonly name: string
  readonly field_type: FieldTypeName
  readonly dropdown_options: readonly object[]
  readonly searchable: boolean
  readonly read_only: boolean
  readonly metadata_source?: string | null
}

export interface FieldChanges {
  readonly name: string
  readonly dropdown_options?: readonly object[]
  readonly searchable?: boolean
  readonly read_only?: boolean
  readonly metadata_source?: string | null
}

/** $1 group, $2 account, $3 a field to leave out, or 0 */
const sizeOfOptions = statement<{ bytes: number }>('fields_size', () => `
  SELECT COALESCE(SUM(OCTET_LENGTH(dropdown_options)), 0) AS bytes
  FROM fields WHERE field_group_id = $1 AND account_id = $2 AND id <> $3`)

const fieldLimit = {
  most: MOST_FIELDS,
  name: 'fields',
  /** $1 account */
  count: statement<{ count: number }>('fields_count', () => `
    SELECT COUNT(*) AS count FROM field_groups AS g JOIN fields AS f ON f.field_group_id = g.id
    WHERE g.account_id = $1`)
}

/**
 * Fields, as sections 2.5 and 4.5 of the contract describe them. A missing group throws FieldGroupNotFound, a missing
 * field FieldNotFound.
 */
export function createFields ({ removals }: { removals: FieldRemovals }) {
  return {
    /** Throws TooMany, DropdownOptionsTooLarge, and InvalidParameter for an impossible source. */
    create: ({ caller, transact }: Unit, groupId: string, field: NewField) => transact(async (tx) => {
      const group = await lockGroup(tx, groupId)
      const metadataSource = field.metadata_source ?? null
      requireSource(group, metadataSource)
      const dropdownOptions = JSON.stringify(field.dropdown_options)
      await requireRoomForOptions(tx, group.id, 0, dropdownOptions)
      await requireRoom(tx, fieldLimit)
      const created = await tx.prisma.field.create({
        data: {
          accountId: caller.accountId,
          fieldGroupId: group.id,
          name: field.name,
          fieldType: field.field_type,
          dropdownOptions,
          searchable: field.searchable,
          readOnly: field.read_only,
          metadataSource,
          createdAt: tx.time,
          updatedAt: tx.time
        }
      })
      await touchGroup(tx, group.id)
      await record(tx, { event: 'FIELD_ADDED', targets: { field_group_id: group.id, field_id: created.id } })
      return created
    }),

    /**
     * Changes the sent parameters. Stored values stay as they are. Throws DropdownOptionsTooLarge, and InvalidParameter
     * for an impossible source.
     */
    update: ({ caller, transact }: Unit, groupId: string, fieldId: string, changes: FieldChanges) =>
      transact(async (tx) => {
        const { field, group } = await requireField(tx, groupId, fieldId)
        if (changes.metadata_source !== undefined) requireSource(group, changes.metadata_source)
        const data = {
          name: changes.name,
          dropdownOptions: changes.dropdown_options === undefined
            ? field.dropdownOptions
            : JSON.stringify(changes.dropdown_options),
          searchable: changes.searchable ?? field.searchable,
          readOnly: changes.read_only ?? field.readOnly,
          metadataSource: changes.metadata_source === undefined ? field.metadataSource : changes.metadata_source
        }
        const isSame = field.name === data.name && field.dropdownOptions === data.dropdownOptions &&
          field.searchable === data.searchable && field.readOnly === data.readOnly &&
          field.metadataSource === data.metadataSource
        if (isSame) return
        if (data.dropdownOptions.length > field.dropdownOptions.length) {
          await requireRoomForOptions(tx, field.fieldGroupId, field.id, data.dropdownOptions)
        }
        await tx.prisma.field.updateMany({
          where: { id: field.id, accountId: caller.accountId },
          data: { ...data, updatedAt: tx.time }
        })
        await touchGroup(tx, field.fieldGroupId)
        await record(tx, { event: 'FIELD_EDITED', targets: { field_group_id: field.fieldGroupId, field_id: field.id } })
      }),

    /** Removes the field and all of its values. */
    remove: (unit: Unit, groupId: string, fieldId: string) => removals.run(unit, async (tx) => {
      const { field } = await requireField(tx, groupId, fieldId)
      await tx.prisma.field.deleteMany({ where: { id: field.id, accountId: tx.caller.accountId } })
      await touchGroup(tx, field.fieldGroupId)
      return beginRemoval(tx, field.fieldGroupId, field.id)
    })
  }
}

/** Whether a field may have these options in addition to the other fields of its locked group. */
async function requireRoomForOptions (
  tx: Transaction, groupId: number, fieldId: number, dropdownOptions: string
): Promise<void> {
  const others = (await tx.sql.first(sizeOfOptions, [groupId, tx.caller.accountId, fieldId]))!
  if (others.bytes + Buffer.byteLength(dropdownOptions) > LARGEST_OPTIONS) throw new DropdownOptionsTooLarge()
}

async function requireField (tx: Transaction, groupId: string, fieldId: string) {
  const group = await lockGroup(tx, groupId)
  const id = toRowId(fieldId)
  const field = id === null
    ? null
    : await tx.prisma.field.findFirst({ where: { id, fieldGroupId: group.id, accountId: tx.caller.accountId } })
  if (field === null) throw new FieldNotFound()
  return { group, field }
}

/** An item may have many entries in a complex group, but a file has one value. */
function requireSource (group: { group_type: string }, source: string | null): void {
  if (source === null || group.group_type !== 'complex') return
  throw new InvalidParameter('metadata_source', inspect(source), COMPLEX_SOURCE_RULE)
}

export type Fields = ReturnType<typeof createFields>
