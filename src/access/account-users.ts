import { LinkedUserNotFound } from '../errors.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Access } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import { issueToken } from './links.js'
import { changeUser, insertKey, insertUser, requireAccess, type UserChanges } from './writes.js'
import { newApiKey } from '../basics/secrets.js'

export interface UserRow {
  readonly id: number
  readonly email: string
  readonly admin: boolean
  readonly access: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly disabledAt: Date | null
}

interface NewAccountUser {
  readonly email: string
  readonly admin?: boolean
  readonly access?: Access
  /** Whether the user gets an invitation in place of a key. */
  readonly invite?: boolean
}

/** The users of the caller's account, for its administrators. */
export const accountUsers = {
  list: ({ caller, reads }: Unit, { after, limit }: Page): Promise<UserRow[]> => reads.prisma.user.findMany({
    where: { accountId: caller.accountId, id: { gt: toRowId(after) ?? 0 } },
    orderBy: { id: 'asc' },
    take: limit
  }),

  /** Makes a user with a key or an invitation, which only this answer shows. Throws InvalidParameter and UserExists. */
  async add ({ transact }: Unit, { email, admin = false, access = 'account', invite = false }: NewAccountUser) {
    requireAccess({ admin, access })
    const apiKey = newApiKey()
    return transact(async (tx) => {
      const user = await insertUser(tx, { email, admin, access })
      if (invite) return { user, invitation: await issueToken(tx, { userId: user.id, kind: 'confirmation' }) }
      return { user, key: { row: await insertKey(tx, { userId: user.id, apiKey }), apiKey } }
    })
  },

  /** Throws InvalidParameter, LinkedUserNotFound and LastAdministrator. */
  async change ({ transact }: Unit, sentId: string, changes: UserChanges) {
    requireAccess({ admin: false, ...changes })
    const id = toRowId(sentId)
    const user = await transact(async (tx) => id === null ? null : changeUser(tx, id, changes))
    if (user === null) throw new LinkedUserNotFound(sentId)
    return user
  }
}

export type AccountUsers = typeof accountUsers
