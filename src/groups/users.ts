import type { UserRow } from '../access/account-users.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import { toDatabase } from '../basics/time.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { takeLock } from '../database/locks.js'
import { statement } from '../database/sql.js'
import { TooMany, UserNotFound } from '../errors.js'
import { GroupOfProvider } from './errors.js'
import { findGroup, lockGroup, type GroupRow } from './rows.js'

/** The users of groups. A change of them locks its group, after the users themselves: src/database/locks.ts. */

export const MOST_USERS = 10_000

type SentIds = ReadonlyArray<number | bigint>

/** $1 account, $2 JSON list of ids: those that exist, locked against changes */
const holdUsers = statement<{ id: number }>('user_groups_hold_users', (sql) => `
  SELECT id FROM users
  WHERE account_id = $1 AND ${sql.among('id', sql.integers('$2'))} AND removed_at IS NULL ORDER BY id ${sql.forShare}`)

/** $1 account, $2 group, $3 JSON list of users: those who are in it */
const listAmong = statement<{ id: number }>('user_groups_users_among', (sql) => `
  SELECT inside.user_id AS id FROM user_group_users AS inside
  WHERE inside.user_group_id = $2 AND inside.account_id = $1 AND ${sql.among('inside.user_id', sql.integers('$3'))}`)

/** $1 account, $2 group, $3 JSON list of users */
const insertUsers = statement('user_groups_insert_users', (sql) => `
  INSERT INTO user_group_users (account_id, user_group_id, user_id)
  SELECT $1, $2, CAST(value AS integer) FROM ${sql.elements('$3')}`)

const removeUsers = statement('user_groups_remove_users', (sql) => `
  DELETE FROM user_group_users
  WHERE user_group_id = $2 AND account_id = $1 AND ${sql.among('user_id', sql.integers('$3'))}`)

/** $1 account, $2 group, $3 by so many, $4 time */
const changeCount = statement('user_groups_change_count', (sql) => `
  UPDATE user_groups SET user_count = user_count + $3, updated_at = ${sql.moment('$4')}
  WHERE id = $2 AND account_id = $1`)

/** $1 account, $2 user: the groups of the user, locked in the order of their ids */
const lockGroupsOf = statement('user_groups_lock_of_user', (sql) => `
  SELECT g.id FROM user_groups AS g WHERE g.account_id = $1 AND ${sql.among('g.id',
    'SELECT user_group_id FROM user_group_users WHERE user_id = $2 AND account_id = $1')} ORDER BY g.id ${sql.forUpdate}`)

/** $1 account, $2 user, $3 time */
const countWithout = statement('user_groups_count_without', (sql) => `
  UPDATE user_groups SET user_count = user_count - 1, updated_at = ${sql.moment('$3')}
  WHERE account_id = $1 AND ${sql.among('id',
    'SELECT user_group_id FROM user_group_users WHERE user_id = $2 AND account_id = $1')}`)

/** $1 account, $2 user */
const removeFromAll = statement('user_groups_remove_from_all', () =>
  'DELETE FROM user_group_users WHERE user_id = $2 AND account_id = $1')

/** The users of a group that was required before. */
export async function listUsersOf (
  { caller, reads }: Unit, groupId: number, { after, limit }: Page
): Promise<UserRow[]> {
  const rows = await reads.prisma.userGroupUser.findMany({
    where: { userGroupId: groupId, accountId: caller.accountId, userId: { gt: toRowId(after) ?? 0 } },
    orderBy: { userId: 'asc' },
    take: limit,
    include: { user: true }
  })
  return rows.map(({ user }) => user)
}

/** Throws GroupNotFound, GroupOfProvider, UserNotFound and TooMany. */
export const addUsers = ({ transact }: Unit, sentId: string, sentUserIds: SentIds): Promise<void> =>
  transact(async (tx) => {
    const { group, users } = await holdBoth(tx, sentId, sentUserIds)
    const known = await usersAmong(tx, group, users)
    await putInto(tx, group, users.filter((user) => !known.has(user)))
  })

/** Throws GroupNotFound, GroupOfProvider and UserNotFound. */
export const removeUsersFrom = ({ transact }: Unit, sentId: string, sentUserIds: SentIds): Promise<void> =>
  transact(async (tx) => {
    const { group, users } = await holdBoth(tx, sentId, sentUserIds)
    const known = await usersAmong(tx, group, users)
    await takeOut(tx, group, users.filter((user) => known.has(user)))
  })

/** Those of some users who are in a group. */
export async function usersAmong (
  { sql, caller }: Transaction, group: GroupRow, users: readonly number[]
): Promise<ReadonlySet<number>> {
  const rows = await sql.all(listAmong, [caller.accountId, group.id, JSON.stringify(users)])
  return new Set(rows.map(({ id }) => id))
}

/** Puts users into a locked group who are not in it. Throws TooMany. */
export async function putInto (tx: Transaction, group: GroupRow, users: readonly number[]): Promise<void> {
  if (users.length === 0) return
  if (group.user_count + users.length > MOST_USERS) throw new TooMany(`${MOST_USERS} users`)
  await tx.sql.run(insertUsers, [tx.caller.accountId, group.id, JSON.stringify(users)])
  await tell(tx, 'USER_GROUP_USER_LINKED', group, users, users.length)
}

/** Takes users out of a locked group who are in it. */
export async function takeOut (tx: Transaction, group: GroupRow, users: readonly number[]): Promise<void> {
  if (users.length === 0) return
  await tx.sql.run(removeUsers, [tx.caller.accountId, group.id, JSON.stringify(users)])
  await tell(tx, 'USER_GROUP_USER_UNLINKED', group, users, -users.length)
}

/** Takes a user out of all groups, without events: for who tells of it otherwise. */
export async function leaveAllGroups (tx: Transaction, userId: number): Promise<void> {
  const { sql, caller: { accountId }, time } = tx
  await takeLock(sql, lockGroupsOf, [accountId, userId])
  await sql.run(countWithout, [accountId, userId, toDatabase(time)])
  await sql.run(removeFromAll, [accountId, userId])
}

async function tell (
  tx: Transaction, event: 'USER_GROUP_USER_LINKED' | 'USER_GROUP_USER_UNLINKED', group: GroupRow,
  users: readonly number[], more: number
): Promise<void> {
  await tx.sql.run(changeCount, [tx.caller.accountId, group.id, more, toDatabase(tx.time)])
  await record(tx, ...users.map((user) => ({ event, targets: { user_group_id: group.id, user_id: user } })))
}

/** Locks users and then a group whose users do not come from the provider. Each user is there once. */
async function holdBoth (
  tx: Transaction, sentId: string, sentUserIds: SentIds
): Promise<{ group: GroupRow, users: number[] }> {
  const { sql, caller: { accountId } } = tx
  requireByHand(await findGroup(sql, accountId, sentId))
  const ids = sentUserIds.map(toRowId)
  const held = await sql.all(holdUsers, [accountId, JSON.stringify(ids.filter((id) => id !== null))])
  const known = new Set<number | null>(held.map(({ id }) => id))
  const missing = ids.findIndex((id) => !known.has(id))
  if (missing !== -1) throw new UserNotFound(String(sentUserIds[missing]))
  const group = await lockGroup(tx, sentId)
  requireByHand(group)
  return { group, users: held.map(({ id }) => id) }
}

function requireByHand ({ provider_group: ofProvider }: GroupRow): void {
  if (ofProvider !== null) throw new GroupOfProvider()
}
