import { findEnabledUsers } from '../access/enabled-users.js'
import { toRowId } from '../basics/ids.js'
import type { Transaction } from '../core/transact.js'
import { UserNotFound } from '../errors.js'
import { isBounded, standingOf } from './sight.js'

/** A user who sees an item. */
export interface Viewer {
  readonly id: number
  readonly email: string
}

/**
 * The users by their ids, each once. Throws UserNotFound for the first who is not among the colleagues, or who does not
 * see the item.
 */
export async function requireViewers (
  { sql, caller }: Transaction, type: 'asset' | 'project', itemId: string,
  sentIds: ReadonlyArray<number | bigint>, colleagues: ReadonlySet<number>
): Promise<Viewer[]> {
  const ids = sentIds.map(toRowId)
  const known = [...new Set(ids.filter((id) => id !== null))]
  const users = new Map((await findEnabledUsers(sql, caller.accountId, known)).map((user) => [user.userId, user]))
  const viewers = new Map<number, Viewer>()
  for (const [index, id] of ids.entries()) {
    const user = id === null ? undefined : users.get(id)
    if (user !== undefined && viewers.has(user.userId)) continue
    const sees = user !== undefined && colleagues.has(user.userId) &&
      (!isBounded(user) || await standingOf(type, sql, user, itemId) !== null)
    if (!sees) throw new UserNotFound(String(sentIds[index]))
    viewers.set(user.userId, { id: user.userId, email: user.email })
  }
  return [...viewers.values()]
}
