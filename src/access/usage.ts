import type { Database } from '../database/database.js'
import type { Transact } from '../core/transact.js'
import { systemCaller } from '../core/caller.js'
import type { KeyCache } from './key-cache.js'

/**
 * Stores when each key, and each user, was last used. It runs from time to time and not in each request, which would
 * make every read a write.
 */
export async function saveKeyUsage (
  { database, transact, keyCache }: { database: Database, transact: Transact, keyCache: KeyCache }
): Promise<void> {
  for (const [keyId, usedAt] of keyCache.takeUsed()) {
    const key = await database.reads.prisma.apiKey.findUnique({
      where: { id: keyId },
      include: { user: { include: { account: true } } }
    })
    if (key === null) continue
    const lastUsedAt = new Date(usedAt)
    // Another process may have seen a later use.
    const isEarlier = { accountId: key.accountId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: lastUsedAt } }] }
    await transact(systemCaller(key.user.account), async (tx) => {
      await tx.prisma.apiKey.updateMany({ where: { id: keyId, ...isEarlier }, data: { lastUsedAt } })
      await tx.prisma.user.updateMany({ where: { id: key.userId, ...isEarlier }, data: { lastUsedAt } })
    })
  }
}
