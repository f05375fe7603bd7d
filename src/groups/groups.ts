import { toMilliseconds } from '../basics/time.js'
import { holdLimits, requireRoom } from '../core/account-limit.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { statement } from '../database/sql.js'
import { GroupExists } from './errors.js'
import { lockGroup, presentGroup, type GroupRow } from './rows.js'
import { addToProject, listInProject, removeFromProject, setRoleInProject, takeOutOfProjects } from './in-projects.js'
import { listOfUser, highestRoleOf } from './of-user.js'
import { listSeenGroups, requireGroup } from './seen.js'
import { addUsers, listUsersOf, removeUsersFrom } from './users.js'

export const MOST_GROUPS = 1000
export const LONGEST_GROUP_NAME = 100
export const LONGEST_PROVIDER_GROUP = 1000

export interface GroupChanges {
  readonly name?: string
  /** Null: its users do not come from the provider. */
  readonly provider_group?: string | null
}

const groupLimit = {
  most: MOST_GROUPS,
  name: 'user groups',
  /** $1 account */
  count: statement<{ count: number }>('user_groups_count', () =>
    'SELECT COUNT(*) AS count FROM user_groups WHERE account_id = $1')
}

/** $1 account, $2 key */
const findByKey = statement<{ id: number }>('user_groups_by_key', () =>
  'SELECT id FROM user_groups WHERE account_id = $1 AND name_key = $2')

/**
 * Groups of users. Administrators make them, and put users into them; who manages the members of a project puts them
 * into it. Functions with the id of a missing one throw GroupNotFound.
 */
export const groups = {
  list: listSeenGroups,
  require: requireGroup,
  usersOf: listUsersOf,
  addUsers,
  removeUsers: removeUsersFrom,

  /** Throws GroupExists and TooMany. */
  create: ({ transact }: Unit, { name, provider_group: providerGroup = null }: GroupChanges & { name: string }) =>
    transact(async (tx) => {
      const { accountId } = tx.caller
      await requireRoom(tx, groupLimit)
      await requireName(tx, name)
      const { id } = await tx.prisma.userGroup.create({
        data: { accountId, name, nameKey: keyOf(name), providerGroup, createdAt: tx.time, updatedAt: tx.time }
      })
      const group = await lockGroup(tx, String(id))
      await recordGroup(tx, 'USER_GROUP_ADDED', group)
      return group
    }),

  /** Throws GroupExists. */
  change: ({ transact }: Unit, sentId: string, changes: GroupChanges): Promise<GroupRow> => transact(async (tx) => {
    const before = await lockGroup(tx, sentId)
    const { name = before.name, provider_group: providerGroup = before.provider_group } = changes
    if (name === before.name && providerGroup === before.provider_group) return before
    await holdLimits(tx)
    await requireName(tx, name, before.id)
    await tx.prisma.userGroup.updateMany({
      where: { id: before.id, accountId: tx.caller.accountId },
      data: { name, nameKey: keyOf(name), providerGroup, updatedAt: tx.time }
    })
    const after = { ...before, name, provider_group: providerGroup, updated_at: toMilliseconds(tx.time) }
    await recordGroup(tx, 'USER_GROUP_EDITED', after)
    return after
  }),

  /** Its users lose what they see by it at once. */
  remove: ({ transact }: Unit, sentId: string): Promise<void> => transact(async (tx) => {
    const group = await lockGroup(tx, sentId)
    await takeOutOfProjects(tx, group.id)
    await recordGroup(tx, 'USER_GROUP_REMOVED', group)
    await tx.prisma.userGroup.deleteMany({ where: { id: group.id, accountId: tx.caller.accountId } })
  }),

  inProject: listInProject,
  addToProject,
  setRole: setRoleInProject,
  removeFromProject,
  ofUser: listOfUser,
  highestRoleOf
}

export type Groups = typeof groups

/** What two groups may not have in common. */
function keyOf (name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** While the limits are held, nobody else takes the name. Throws GroupExists. */
async function requireName ({ sql, caller }: Transaction, name: string, ownId: number | null = null): Promise<void> {
  const other = await sql.first(findByKey, [caller.accountId, keyOf(name)])
  if (other !== undefined && other.id !== ownId) throw new GroupExists()
}

async function recordGroup (
  tx: Transaction, event: 'USER_GROUP_ADDED' | 'USER_GROUP_EDITED' | 'USER_GROUP_REMOVED', group: GroupRow
): Promise<void> {
  await record(tx, { event, targets: { user_group_id: group.id }, data: { user_group: presentGroup(group) } })
}
