import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { holdGroup } from './rows.js'
import { MOST_USERS, putInto, takeOut, usersAmong } from './users.js'

interface GroupOfProvider {
  readonly id: number
  readonly provider_group: string
  readonly is_in: 0 | 1
}

/** $1 account, $2 user: the groups that come from the provider, and whether the user is in them */
const listOfProvider = statement<GroupOfProvider>('user_groups_of_provider', () => `
  SELECT g.id, g.provider_group, CASE WHEN EXISTS (
    SELECT 1 FROM user_group_users AS inside WHERE inside.user_group_id = g.id AND inside.user_id = $2
  ) THEN 1 ELSE 0 END AS is_in
  FROM user_groups AS g WHERE g.account_id = $1 AND g.provider_group IS NOT NULL ORDER BY g.id`)

/**
 * Puts a locked user into the groups that the provider has named, and out of others that come from it. A group that is
 * full is passed over.
 */
export async function followProvider (tx: Transaction, userId: number, names: readonly string[]): Promise<void> {
  const named = new Set(names)
  for (const found of await tx.sql.all(listOfProvider, [tx.caller.accountId, userId])) {
    if (named.has(found.provider_group) === (found.is_in === 1)) continue
    const group = await holdGroup(tx, found.id)
    if (group === null || group.provider_group === null) continue
    const isIn = (await usersAmong(tx, group, [userId])).has(userId)
    const isNamed = named.has(group.provider_group)
    if (isIn && !isNamed) await takeOut(tx, group, [userId])
    if (!isIn && isNamed && group.user_count < MOST_USERS) await putInto(tx, group, [userId])
  }
}
