import type { Database } from '../database/database.js'
import { ApiKeyNotFound, Unauthorized } from '../errors.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Transact } from '../core/transact.js'
import type { Caller } from '../core/caller.js'
import { insertKey, revokeKey, type KeyScope } from './changes.js'
import type { KeyCache } from './key-cache.js'
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

/** The caller's own keys. Those that were revoked are not there any more. */
export function createApiKeys (
  { database, transact, keyCache }: { database: Database, transact: Transact, keyCache: KeyCache }
) {
  const ownKeys = ({ accountId, userId }: Caller) => ({ accountId, userId, revokedAt: null })

  return {
    /** The key that a request came with. Throws Unauthorized where it was revoked a moment ago. */
    async current (caller: Caller, keyId: number): Promise<KeyRow> {
      const key = await database.reads.prisma.apiKey.findFirst({ where: { ...ownKeys(caller), id: keyId } })
      if (key === null) throw new Unauthorized()
      return key
    },

    list: (caller: Caller, { after, limit }: Page): Promise<KeyRow[]> => database.reads.prisma.apiKey.findMany({
      where: { ...ownKeys(caller), id: { gt: toRowId(after) ?? 0 } },
      orderBy: { id: 'asc' },
      take: limit
    }),

    /** Makes a key, which is in the answer and nowhere after. */
    async add (caller: Caller, { name, scope, expires_in: expiresIn }: KeyParameters) {
      const apiKey = newApiKey()
      return transact(caller, async (tx) => {
        const expiresAt = expiresIn === undefined ? null : new Date(tx.time.getTime() + expiresIn * 1000)
        return { row: await insertKey(tx, { userId: caller.userId, apiKey, name, scope, expiresAt }), apiKey }
      })
    },

    /** Also the key that the request came with. Throws ApiKeyNotFound and LastAdministrator. */
    async remove (caller: Caller, sentId: string): Promise<void> {
      const id = toRowId(sentId)
      const isRevoked = await transact(
        caller,
        async (tx) => id !== null && revokeKey(tx, { id, userId: caller.userId })
      )
      if (!isRevoked) throw new ApiKeyNotFound()
      keyCache.forget()
    }
  }
}

export type ApiKeys = ReturnType<typeof createApiKeys>
