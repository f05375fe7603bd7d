import { statement } from '../database/sql.js'
import { FieldGroupNotFound } from '../errors.js'
import { requireRoom } from '../core/account-limit.js'
import { record } from '../core/events/record.js'
import { groupBy } from '../basics/group-by.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Unit } from '../core/unit.js'
import { MOST_GROUPS } from './limits.js'
import { lockGroup, touchGroup } from './locks.js'
import { beginRemoval, type FieldRemovals } from './removals.js'

export interface NewFieldGroup {
  readonly name: string
  readonly group_type?: 'default' | 'complex'
}

/** $1 account, $2 after this id, $3 limit: the size of each group with its fields */
const weighGroups = statement<{ key: number, bytes: number }>('field_groups_weigh', () => `
  SELECT g.id AS key, octet_length(g.name) + 200
    + (SELECT COALESCE(SUM(octet_length(name) + octet_length(dropdown_options) + 300), 0) FROM fields
      WHERE field_group_id = g.id) AS bytes
  FROM field_groups g WHERE g.account_id = $1 AND g.id > $2 AND NOT g.removed ORDER BY g.id LIMIT $3`)

const groupLimit = {
  most: MOST_GROUPS,
  name: 'field groups',
  /** $1 account */
  count: statement<{ count: number }>('field_groups_count', () => `
    SELECT COUNT(*) AS count FROM field_groups WHERE account_id = $1 AND NOT removed`)
}

/**
 * Field groups, as sections 2.4 and 4.5 of the contract describe them. Functions with the id of a missing group throw
 * FieldGroupNotFound.
 */
export function createFieldGroups ({ removals }: { removals: FieldRemovals }) {
  const fields = { orderBy: { id: 'asc' as const } }

  return {
    async list ({ caller: { accountId }, reads: { prisma } }: Unit, { after, limit }: Page) {
      const groups = await prisma.fieldGroup.findMany({
        where: { accountId, id: { gt: toRowId(after) ?? 0 }, removed: false },
        orderBy: { id: 'asc' },
        take: limit
      })
      // Prisma would name each group in a parameter of its own: more than a statement of SQLite takes.
      const within = { gte: groups[0]?.id ?? 0, lte: groups.at(-1)?.id ?? 0 }
      const found = await prisma.field.findMany({ where: { accountId, fieldGroupId: within }, ...fields })
      const fieldsOf = groupBy(found, ({ fieldGroupId }) => fieldGroupId)
      return groups.map((group) => ({ ...group, fields: fieldsOf.get(group.id) ?? [] }))
    },

    /** The bytes of each entry of the list. */
    weigh: ({ caller, reads }: Unit, { after, limit }: Page) =>
      reads.sql.all(weighGroups, [caller.accountId, toRowId(after) ?? 0, limit]),

    async require ({ caller, reads }: Unit, id: string) {
      const groupId = toRowId(id)
      const group = groupId === null
        ? null
        : await reads.prisma.fieldGroup.findFirst({
          where: { id: groupId, accountId: caller.accountId, removed: false },
          include: { fields }
        })
      if (group === null) throw new FieldGroupNotFound()
      return group
    },

    /** Throws TooMany. */
    create: ({ caller, transact }: Unit, { name, group_type: groupType = 'default' }: NewFieldGroup) =>
      transact(async (tx) => {
        await requireRoom(tx, groupLimit)
        const group = await tx.prisma.fieldGroup.create({
          data: { accountId: caller.accountId, name, groupType, createdAt: tx.time, updatedAt: tx.time }
        })
        await record(tx, { event: 'FIELD_GROUP_ADDED', targets: { field_group_id: group.id } })
        return group
      }),

    rename: ({ transact }: Unit, id: string, name: string) => transact(async (tx) => {
      const group = await lockGroup(tx, id)
      if (group.name === name) return
      await touchGroup(tx, group.id, { name })
      await record(tx, { event: 'FIELD_GROUP_EDITED', targets: { field_group_id: group.id } })
    }),

    /** Removes the group, its fields and all of their values. */
    remove: (unit: Unit, id: string) =>
      removals.run(unit, async (tx) => {
        const { accountId } = tx.caller
        const group = await lockGroup(tx, id)
        await tx.prisma.field.deleteMany({ where: { fieldGroupId: group.id, accountId } })
        await tx.prisma.fieldGroup.updateMany({
          where: { id: group.id, accountId },
          data: { removed: true }
        })
        return beginRemoval(tx, group.id, null)
      })
  }
}

export type FieldGroups = ReturnType<typeof createFieldGroups>
