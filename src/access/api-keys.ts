import { ApiKeyNotFound, Unauthorized } from '../errors.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Caller } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import type { WaysIn } from './administrators.js'
import { insertKey, revokeKey, type KeyScope } from './writes.js'
import { newApiKey } from '../basics/secrets.js'

export interface KeyRow {
  readonly id: number
  readonly name: string | null
  readonly scope: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
}

interface KeyParameters {
  readonly name: string
  readonly scope?: KeyScope
  /** Seconds. */
  readonly expires_in?: number
}

/** The caller's own keys, without revoked ones. */
export const createApiKeys = (ways: WaysIn) => ({
  /** The key of the request. Throws Unauthorized if it was revoked a moment ago. */
  async current ({ caller, reads }: Unit, keyId: number): Promise<KeyRow> {
    const key = await reads.prisma.apiKey.findFirst({ where: { ...ownKeys(caller), id: keyId } })
    if (key === null) throw new Unauthorized()
    return key
  },

  list: ({ caller, reads }: Unit, { after, limit }: Page): Promise<KeyRow[]> => reads.prisma.apiKey.findMany({
    where: { ...ownKeys(caller), id: { gt: toRowId(after) ?? 0 } },
    orderBy: { id: 'asc' },
    take: limit
  }),

  /** Makes a key, which only this answer shows. */
  async add ({ caller, transact }: Unit, { name, scope, expires_in: expiresIn }: KeyParameters) {
    const apiKey = newApiKey()
    return transact(async (tx) => {
      const expiresAt = expiresIn === undefined ? null : new Date(tx.time.getTime() + expiresIn * 1000)
      return { row: await insertKey(tx, { userId: caller.userId, apiKey, name, scope, expiresAt }), apiKey }
    })
  },

  /** Revokes a key, perhaps that of the request. Throws ApiKeyNotFound and LastAdministrator. */
  async remove ({ caller, transact }: Unit, sentId: string): Promise<void> {
    const id = toRowId(sentId)
    const isRevoked = await transact(async (tx) => id !== null && revokeKey(tx, { id, userId: caller.userId }, ways))
    if (!isRevoked) throw new ApiKeyNotFound()
  }
})

export type ApiKeys = ReturnType<typeof createApiKeys>

const ownKeys = ({ accountId, userId }: Caller) => ({ accountId, userId, revokedAt: null })
