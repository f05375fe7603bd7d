import { LinkedUserNotFound, NotFound } from '../errors.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Access } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import type { WaysIn } from './administrators.js'
import { issueToken, type MailBase } from './password-links.js'
import { roles, type Role } from './roles.js'
import { changeUser, insertKey, insertUser, renameUser, requireAccess, type UserChanges } from './writes.js'
import { newApiKey } from '../basics/secrets.js'

export interface UserRow {
  readonly id: number
  readonly email: string
  readonly admin: boolean
  readonly access: string
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly disabledAt: Date | null
}

interface NewAccountUser {
  readonly email: string
  readonly admin?: boolean
  readonly access?: Access
  readonly name?: string
  /** Whether the user gets an invitation in place of a key. */
  readonly invite?: boolean
  /** Whether the user gets a key. Default: without an invitation. */
  readonly key?: boolean
}

/** All users of the caller's account, without removed ones. */
export function listAccountUsers ({ caller, reads }: Unit, { after, limit }: Page): Promise<UserRow[]> {
  return reads.prisma.user.findMany({
    where: { accountId: caller.accountId, id: { gt: toRowId(after) ?? 0 }, removedAt: null },
    orderBy: { id: 'asc' },
    take: limit
  })
}

/** The user who asks. */
export const currentUser = {
  /** The name is read anew: others keep callers for seconds. */
  findName: async ({ caller, reads }: Unit): Promise<string> =>
    (await reads.prisma.user.findFirst({
      where: { id: caller.userId, accountId: caller.accountId }, select: { name: true }
    }))?.name ?? '',

  /** The roles are asked for one by one: whoever creates fifty thousand projects is a member of each. */
  async findHighestRole ({ caller, reads }: Unit): Promise<Role | null> {
    for (const role of roles) {
      const where = { accountId: caller.accountId, userId: caller.userId, role }
      if (await reads.prisma.projectMember.findFirst({ where, select: { role: true } }) !== null) return role
    }
    return null
  },

  rename: ({ caller, transact }: Unit, name: string): Promise<string> =>
    transact((tx) => renameUser(tx, caller.userId, name))
}

/** The users of the caller's account, for its administrators. */
export function createAccountUsers (mailBase: MailBase, ways: WaysIn) {
  return {
    list: listAccountUsers,

    /**
     * Makes a user with a key or a link, which only this answer shows, or with neither. Throws InvalidParameter and
     * UserExists, and NotFound for an invitation where passwords do not count.
     */
    async add ({ transact }: Unit, { invite = false, key = !invite, ...given }: NewAccountUser) {
      const { admin = false, access } = given
      if (invite && !ways.passwords) throw new NotFound()
      requireAccess({ admin, access })
      const apiKey = newApiKey()
      return transact(async (tx) => {
        const user = await insertUser(tx, { ...given, admin })
        const { id: userId } = user
        if (invite) return { user, invitation: await issueToken(tx, { userId, kind: 'confirmation', mailBase }) }
        if (!key) return { user }
        return { user, key: { row: await insertKey(tx, { userId, apiKey }), apiKey } }
      })
    },

    /** Throws InvalidParameter, LinkedUserNotFound and LastAdministrator. */
    async change ({ transact }: Unit, sentId: string, changes: UserChanges) {
      requireAccess({ admin: false, ...changes })
      const id = toRowId(sentId)
      const user = await transact(async (tx) => id === null ? null : changeUser(tx, id, changes, ways))
      if (user === null) throw new LinkedUserNotFound(sentId)
      return user
    }
  }
}

export type AccountUsers = ReturnType<typeof createAccountUsers>
