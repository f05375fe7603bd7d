import { LinkedUserNotFound } from '../errors.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Unit } from '../core/unit.js'
import { changeUser, insertKey, insertUser, type UserChanges } from './writes.js'
import { newApiKey } from '../basics/secrets.js'

export interface UserRow {
  readonly id: number
  readonly email: string
  readonly admin: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly disabledAt: Date | null
}

/** The users of the caller's account, for its administrators. */
export const accountUsers = {
  list: ({ caller, reads }: Unit, { after, limit }: Page): Promise<UserRow[]> => reads.prisma.user.findMany({
    where: { accountId: caller.accountId, id: { gt: toRowId(after) ?? 0 } },
    orderBy: { id: 'asc' },
    take: limit
  }),

  /** Makes a user with a key, which only this answer shows. Throws UserExists. */
  async add ({ transact }: Unit, { email, admin = false }: { email: string, admin?: boolean }) {
    const apiKey = newApiKey()
    return transact(async (tx) => {
      const user = await insertUser(tx, { email, admin })
      return { user, key: { row: await insertKey(tx, { userId: user.id, apiKey }), apiKey } }
    })
  },

  /** Throws LinkedUserNotFound and LastAdministrator. */
  async change ({ transact }: Unit, sentId: string, changes: UserChanges) {
    const id = toRowId(sentId)
    const user = await transact(async (tx) => id === null ? null : changeUser(tx, id, changes))
    if (user === null) throw new LinkedUserNotFound(sentId)
    return user
  }
}

export type AccountUsers = typeof accountUsers
