import { findEnabledUsers } from '../access/enabled-users.js'
import { toRowId } from '../basics/ids.js'
import type { Transaction } from '../core/transact.js'
import { UserNotFound } from '../errors.js'
import { whoSees } from './who-sees.js'

/** A user who sees an item. */
export interface Viewer {
  readonly id: number
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
  const enabled = await findEnabledUsers(sql, caller.accountId, known)
  const users = new Map(enabled.map((user) => [user.userId, user]))
  const seeing = await whoSees(type, sql, enabled, itemId)
  const viewers = new Map<number, Viewer>()
  for (const [index, id] of ids.entries()) {
    const user = id === null ? undefined : users.get(id)
    if (user !== undefined && viewers.has(user.userId)) continue
    if (user === undefined || !colleagues.has(user.userId) || !seeing.has(user.userId)) {
      throw new UserNotFound(String(sentIds[index]))
    }
    viewers.set(user.userId, { id: user.userId })
  }
  return [...viewers.values()]
}
